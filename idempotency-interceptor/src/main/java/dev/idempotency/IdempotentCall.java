// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The guarded call that is running on the current thread; inject it into any CDI bean or EJB.
 *
 * <p>What it derives belongs to the record's life: a retry or a takeover gets the same values, a
 * new life of an expired key gets new ones. With nested guarded calls it is the innermost one. Safe
 * for concurrent use.
 */
public interface IdempotentCall {

  /**
   * Derives the key under which a downstream service is called, the same in every attempt of this
   * life and distinct between operations and names.
   *
   * @param name what the downstream call is for, such as {@code capture}; 1 to 100 characters
   * @return a key of at most 64 characters: letters, digits and hyphens
   * @throws IllegalStateException if no guarded call runs on this thread
   * @throws IllegalArgumentException if the name is empty or longer than 100 characters
   */
  String childKey(String name);

  /**
   * Derives an identifier, the same in every attempt of this life.
   *
   * @param name what the identifier is for; 1 to 100 characters
   * @return a version 8 UUID (RFC 9562)
   * @throws IllegalStateException if no guarded call runs on this thread
   * @throws IllegalArgumentException if the name is empty or longer than 100 characters
   */
  UUID uuid(String name);

  /**
   * Returns when this life began, by the database's clock, to the microsecond. The first use in a
   * call reads it from the database: in the active transaction, else in one of its own.
   *
   * @return the instant of the first claim of this life, the same in every attempt
   * @throws IllegalStateException if no guarded call runs on this thread
   * @throws StoreUnavailableException if it cannot be read
   * @throws UnreadableRecordException if the record's row cannot be understood
   */
  Instant startedAt();

  /**
   * Runs work on the application's database as one atomic step: its rows, its result and the
   * recovery point commit together. A retry or takeover gets the stored result without running the
   * work. Of operations under {@link Protocol#PHASES}.
   *
   * <p>Whatever the work throws rolls the step back and comes out of here. Code between steps must
   * be free of effects, and take the same steps in the same order in every attempt.
   *
   * @param name what the step is called: 1 to 100 characters, unique within the call, neither
   *     {@code started} nor {@code finished}
   * @param type the result's type, which Jackson writes and reads; {@code Void} for none
   * @param work the work; no calls to the outside
   * @param <T> the result's type
   * @param <X> the checked exception of the work
   * @return the result as it was stored and read back, in every attempt
   * @throws X if the work does; nothing of the step is left
   * @throws LeaseLostException if a successor has the record; nothing of the step is left
   * @throws RolledBackException if the step's transaction did not commit
   * @throws StepsChangedException if an earlier attempt recorded another step here
   * @throws StoreUnavailableException if the steps of earlier attempts cannot be read
   * @throws IllegalStateException if no such call runs on this thread, or another step or a
   *     transaction does
   * @throws IllegalArgumentException if the name or the type is not usable
   */
  <T extends @Nullable Object, X extends Exception> T phase(
      String name, Class<T> type, StepWork<T, X> work) throws X;

  /**
   * Runs a {@link #phase(String, Class, StepWork) phase} without a result.
   *
   * @param name as there
   * @param work the work; no calls to the outside
   * @param <X> the checked exception of the work
   * @throws X if the work does; nothing of the step is left
   */
  @SuppressWarnings("NullAway") // Void has no value but null.
  default <X extends Exception> void phase(String name, StepAction<X> work) throws X {
    phase(
        name,
        Void.class,
        () -> {
          work.run();
          return null;
        });
  }

  /**
   * Runs a call to the outside with {@linkplain ExternalOptions#defaults() the defaults}: it is
   * repeated where it began less than 24 hours ago.
   *
   * @param name as for {@link #phase}
   * @param type as for {@link #phase}
   * @param work as for {@link #external(String, Class, ExternalOptions, StepWork)}
   * @param <T> the result's type
   * @param <X> the checked exception of the work
   * @return the result as it was stored and read back, in every attempt
   * @throws X if the work does
   */
  default <T extends @Nullable Object, X extends Exception> T external(
      String name, Class<T> type, StepWork<T, X> work) throws X {
    return external(name, type, ExternalOptions.defaults(), work);
  }

  /**
   * Runs a call to the outside, without transaction and connection, between two short transactions:
   * one stores that it begins and renews the lease, one stores its result and the recovery point. A
   * retry or takeover gets the stored result; where there is none, it repeats the work as the
   * options allow. Of operations under {@link Protocol#PHASES}.
   *
   * @param name as for {@link #phase}
   * @param type as for {@link #phase}
   * @param options when the work may be run again
   * @param work the work, which passes {@link #childKey} on where the other side takes keys
   * @param <T> the result's type
   * @param <X> the checked exception of the work
   * @return the result as it was stored and read back, in every attempt
   * @throws X if the work does; the step has begun, unless the options prove that it was not done
   * @throws OutcomeUnknownException if the work may have taken effect and may not be repeated
   * @throws LeaseLostException if a successor has the record; a late result is kept beside it
   * @throws StepsChangedException if an earlier attempt recorded another step here
   * @throws StoreUnavailableException if begin or result could not be stored
   * @throws IllegalStateException if no such call runs on this thread, or another step or a
   *     transaction does
   * @throws IllegalArgumentException if the name or the type is not usable
   */
  <T extends @Nullable Object, X extends Exception> T external(
      String name, Class<T> type, ExternalOptions options, StepWork<T, X> work) throws X;

  /**
   * Returns the fencing token, a number that grows with every claim of the record.
   *
   * @return 1 for the first claim
   * @throws IllegalStateException if no guarded call runs on this thread
   */
  long attempt();
}
