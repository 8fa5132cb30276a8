// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Transactions of each thread, which a test begins and ends as a container would. */
@ApplicationScoped
class TestTransactions implements Transactions {

  private static final class Open {
    private State state = State.ACTIVE;
    private final List<Consumer<End>> listeners = new ArrayList<>();
    private final Map<Object, Object> resources = new HashMap<>();
  }

  private static final ThreadLocal<Open> CURRENT = new ThreadLocal<>();

  public void begin() {
    CURRENT.set(new Open());
  }

  /** Commits, unless the transaction was marked. */
  public End end() {
    return end(state() == State.ACTIVE ? End.COMMITTED : End.NOT_COMMITTED);
  }

  public End end(End how) {
    Open open = CURRENT.get();
    CURRENT.remove();
    open.listeners.forEach(listener -> listener.accept(how));
    return how;
  }

  @Override
  public State state() {
    return CURRENT.get() == null ? State.NONE : CURRENT.get().state;
  }

  @Override
  public @Nullable Object key() {
    return CURRENT.get();
  }

  @Override
  public void setRollbackOnly() {
    CURRENT.get().state = State.ROLLBACK_ONLY;
  }

  @Override
  public void outside(Runnable work) {
    Open suspended = CURRENT.get();
    CURRENT.remove();
    try {
      work.run();
    } finally {
      CURRENT.set(suspended);
    }
  }

  @Override
  public <T> T inNew(Supplier<T> work) {
    Open suspended = CURRENT.get();
    CURRENT.remove();
    try {
      return work.get();
    } finally {
      CURRENT.set(suspended);
    }
  }

  @Override
  public Ended inBusiness(Runnable work) {
    begin();
    work.run();
    return new Ended(end(), null);
  }

  @Override
  public void onEnd(Consumer<End> end) {
    CURRENT.get().listeners.add(end);
  }

  @Override
  public @Nullable Object resource(Object key) {
    return CURRENT.get().resources.get(key);
  }

  @Override
  public void putResource(Object key, Object value) {
    CURRENT.get().resources.put(key, value);
  }
}
