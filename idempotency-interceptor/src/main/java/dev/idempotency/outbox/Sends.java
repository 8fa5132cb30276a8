// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.OutboxOptions;
import dev.idempotency.OutboxReceipt;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.protocol.Transactions.End;
import dev.idempotency.protocol.Transactions.State;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Adds messages to business transactions. Safe for concurrent use. */
public final class Sends {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Under which a transaction keeps the destinations that are woken after its commit. */
  private enum Key {
    WOKEN_AFTER_COMMIT
  }

  private final OutboxStore store;
  private final Transactions transactions;
  private final Relay relay;

  /**
   * Creates the sender.
   *
   * @param store the messages
   * @param transactions the calling threads' transactions
   * @param relay is woken after the commit
   */
  public Sends(OutboxStore store, Transactions transactions, Relay relay) {
    this.store = store;
    this.transactions = transactions;
    this.relay = relay;
  }

  /**
   * Adds a message to the calling thread's transaction, as {@link dev.idempotency.Outbox#send}
   * says.
   *
   * @param destination the name of a destination of this node
   * @param payload what to deliver
   * @param mediaType what that is, unless the options say so
   * @param options the rest
   * @return the message's id, and whether this call added it
   */
  public OutboxReceipt send(
      String destination, byte[] payload, String mediaType, OutboxOptions options) {
    if (!relay.destinations().contains(destination)) {
      throw new IllegalArgumentException(
          ("There is no destination %s; this deployment has %s. Add a bean of type OutboxDelivery,"
                  + " or the property idempotency.outbox.destination.%s.url")
              .formatted(destination, known(), destination));
    }
    refuseWithoutTransaction();
    NewMessage message =
        new NewMessage(
            options.id().orElseGet(UUID::randomUUID),
            destination,
            payload,
            options.mediaType().orElse(mediaType),
            options);
    boolean added = insert(message);
    if (added) {
      wakeAfterCommit(destination);
    }
    return new OutboxReceipt(message.id(), added);
  }

  private String known() {
    return relay.destinations().isEmpty() ? "none" : String.join(", ", relay.destinations());
  }

  private void refuseWithoutTransaction() {
    State state = transactions.state();
    if (state == State.NONE) {
      throw new IllegalStateException(
          "A message commits with a business transaction, and this thread has none; begin one, or"
              + " send inside a phase");
    }
    if (state != State.ACTIVE) {
      throw new IllegalStateException(
          "This thread's transaction can only roll back, and a message would vanish with it");
    }
  }

  private boolean insert(NewMessage message) {
    try {
      return store.insert(message);
    } catch (StoreException e) {
      throw new StoreUnavailableException(
          "A message to %s could not be stored; its transaction can only roll back"
              .formatted(message.destination()),
          null,
          RETRY_AFTER,
          e);
    }
  }

  @SuppressWarnings("unchecked") // Nobody else has the key.
  private void wakeAfterCommit(String destination) {
    Set<String> woken = (Set<String>) transactions.resource(Key.WOKEN_AFTER_COMMIT);
    if (woken == null) {
      Set<String> destinations = new TreeSet<>();
      transactions.putResource(Key.WOKEN_AFTER_COMMIT, destinations);
      transactions.onEnd(
          end -> {
            if (end == End.COMMITTED) {
              relay.wake(destinations);
            }
          });
      woken = destinations;
    }
    woken.add(destination);
  }
}
