// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Transactions;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The transactions of a thread that has none, as the request filter usually finds it. */
final class NoTransaction implements Transactions {

  @Override
  public State state() {
    return State.NONE;
  }

  @Override
  public @Nullable Object key() {
    return null;
  }

  @Override
  public void setRollbackOnly() {
    throw beyondTheFilter();
  }

  @Override
  public <T> T inNew(Supplier<T> work) {
    throw beyondTheFilter();
  }

  @Override
  public Ended inBusiness(Runnable work) {
    throw beyondTheFilter();
  }

  @Override
  public void outside(Runnable work) {
    throw beyondTheFilter();
  }

  @Override
  public void onEnd(Consumer<End> end) {
    throw beyondTheFilter();
  }

  @Override
  public @Nullable Object resource(Object key) {
    throw beyondTheFilter();
  }

  @Override
  public void putResource(Object key, Object value) {
    throw beyondTheFilter();
  }

  private static IllegalStateException beyondTheFilter() {
    return new IllegalStateException("A request filter only asks for the state");
  }
}
