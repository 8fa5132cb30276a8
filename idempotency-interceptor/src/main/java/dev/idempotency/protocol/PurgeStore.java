// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The statements of the purge (P38, P45). They walk records in the order in which these were first
 * seen, window by window; what they change they look at once more under its lock, and skip what
 * somebody holds. Each runs in the calling thread's transaction. Safe for concurrent use.
 *
 * <p>Every method throws {@link StoreException} if its statement fails; the transaction can then
 * only roll back.
 */
public interface PurgeStore {

  /**
   * The records of an operation that were first seen within a span.
   *
   * @param operation the operation
   * @param after the span's beginning, exclusive
   * @param upTo its end, inclusive
   */
  record Window(String operation, Instant after, Instant upTo) {}

  /**
   * Names the operations that have records.
   *
   * @param after the name behind which to go on, empty for the first
   * @param most how many at most
   * @return in order
   */
  List<String> operations(String after, int most);

  /**
   * Finds where the window ends that begins behind a place and holds as many records.
   *
   * @param operation the operation
   * @param after behind which place
   * @param minAge only records first seen at least as long ago
   * @param records how many
   * @return when its last record was first seen; empty where it holds none
   */
  Optional<Instant> windowEnd(String operation, Instant after, Duration minAge, int records);

  /**
   * Deletes the records of a window that are finished and have expired, with their steps. Does
   * nothing where another transaction is at it.
   *
   * @param window which records
   * @return how many
   */
  int deleteExpired(Window window);

  /**
   * Finds, and locks, the records of a window that nobody came back for: unfinished with a lease
   * that has been dead for the retention, or given back for as long with steps that may have taken
   * effect.
   *
   * @param window which records
   * @param retention the operation's
   * @return their ids
   */
  List<RecordId> lockAbandoned(Window window, Duration retention);

  /**
   * Gives back those of the locked records that are unfinished without a step that may have taken
   * effect, under a new attempt and token; they expire from now on (P45). Looks at their renewed
   * leases once more.
   *
   * @param locked the records, as {@link #lockAbandoned} returned them
   * @param retention the operation's
   * @param token the new token
   * @return how many
   */
  int giveBack(List<RecordId> locked, Duration retention, UUID token);

  /**
   * Ends those of the locked records that have such steps: only a person can tell what came of
   * them, and they never expire (P38). Looks at their renewed leases once more.
   *
   * @param locked the records, as {@link #lockAbandoned} returned them
   * @param retention the operation's
   * @param token the new token
   * @param failure what an operator is told
   * @return how many
   */
  int endUnknown(List<RecordId> locked, Duration retention, UUID token, Outcome.Failure failure);
}
