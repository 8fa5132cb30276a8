// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.IdempotencyException;
import dev.idempotency.Protocol;
import dev.idempotency.fingerprint.Fingerprint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A cluster of two nodes on one fake database, whose clock stands still, and a call to make. */
abstract class ProtocolFixture {

  static final Duration STALE_AFTER = Duration.ofSeconds(30);
  static final Duration LONGEST_RUN = Duration.ofMinutes(5);
  static final Duration RETENTION = Duration.ofHours(24);
  static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(5);
  static final Duration WAIT_BOUND = Duration.ofSeconds(5);
  static final Fingerprint REQUEST = ContractPart.fingerprint(1);
  static final Fingerprint OTHER_REQUEST = ContractPart.fingerprint(2);

  /** Failures are staged by the hundred; what is logged about them is no news. */
  private static final Logger LOGGER = Logger.getLogger("dev.idempotency");

  @BeforeAll
  static void beQuiet() {
    LOGGER.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOGGER.setLevel(null);
  }

  final FakeClock clock = FakeClock.stopped();
  final InMemoryRecordStore database = new InMemoryRecordStore(clock);
  final InMemoryTransactions container = database.transactions();
  final Node node = new Node("node-1", database, clock);
  final Node otherNode = new Node("node-2", database, clock);

  /** The business rows that have committed. */
  final List<String> rows = new CopyOnWriteArrayList<>();

  final RecordIdentity identity = RecordIdentity.of("transfers.create", "alice", "key-1");
  final RecordId id = identity.id();

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  <T> Future<T> onAnotherThread(Callable<T> work) {
    return threads.submit(work);
  }

  static <T> T result(Future<T> future) throws Exception {
    return ContractPart.result(future);
  }

  // The call

  static Operation operation(OutcomePolicy policy) {
    return new Operation(
        "transfers.create",
        Protocol.TWO_TRANSACTIONS,
        new LeaseTerms(STALE_AFTER, LONGEST_RUN),
        Retention.of(RETENTION),
        RETRY_AFTER_MAX,
        Duration.ZERO,
        policy);
  }

  /** A call that waits while its record is busy. */
  Call waiting(Call call) {
    Operation operation =
        new Operation(
            call.operation().name(),
            call.operation().protocol(),
            call.operation().lease(),
            Retention.of(RETENTION),
            RETRY_AFTER_MAX,
            WAIT_BOUND,
            call.operation().policy());
    return new Call(call.identity(), call.fingerprints(), operation, call.activeTransaction());
  }

  Call call(Fingerprint fingerprint, ActiveTransaction active, OutcomePolicy policy) {
    Fingerprints source =
        new Fingerprints() {
          @Override
          public Fingerprint current() {
            return fingerprint;
          }

          @Override
          public Optional<Fingerprint> under(int version) {
            return version == fingerprint.version() ? Optional.of(fingerprint) : Optional.empty();
          }
        };
    return new Call(identity, source, operation(policy), active);
  }

  Call call() {
    return call(REQUEST, ActiveTransaction.CALLERS, OutcomePolicy.DEFAULTS);
  }

  /** The same call of an operation under another protocol. */
  static Call under(Protocol protocol, Call call) {
    Operation operation = call.operation();
    return new Call(
        call.identity(),
        call.fingerprints(),
        new Operation(
            operation.name(),
            protocol,
            operation.lease(),
            operation.retention(),
            operation.retryAfterMax(),
            operation.waitBound(),
            operation.policy()),
        call.activeTransaction());
  }

  /** A call for which the container began the transaction that is active. */
  Call callOfContainer() {
    return call(REQUEST, ActiveTransaction.CALLS, OutcomePolicy.DEFAULTS);
  }

  /** The same of an adapter that settles the answer after the container has ended it. */
  Call callSettledAfterwards() {
    return call(REQUEST, ActiveTransaction.CALLS_AND_SETTLED, OutcomePolicy.DEFAULTS);
  }

  Call callWith(Fingerprint fingerprint) {
    return call(fingerprint, ActiveTransaction.CALLERS, OutcomePolicy.DEFAULTS);
  }

  TestWork ending(Ending ending) {
    return new TestWork(container, rows, ending);
  }

  TestWork returning(Object value) {
    return ending(new Ending.Returned(value));
  }

  TestWork throwing(RuntimeException unchecked) {
    return ending(new Ending.Threw(unchecked, false));
  }

  TestWork declining() {
    return ending(new Ending.Threw(new TestWork.Declined(), true));
  }

  // The record

  <T> T inNew(Supplier<T> work) {
    return container.inNew(work);
  }

  Optional<StoredRecord> find() {
    return inNew(() -> database.read(id));
  }

  StoredRecord record() {
    return find().orElseThrow();
  }

  RecordState state() {
    return record().state();
  }

  /** Another owner claims the record for the first time and works on it without end. */
  Fence claimedByAnother() {
    Claimant claimant = claimant();
    assertThat(inNew(() -> database.insert(identity, REQUEST, claimant))).isTrue();
    return new Fence(id, 1, claimant.token());
  }

  static Claimant claimant() {
    return new Claimant(UUID.randomUUID(), UUID.randomUUID(), "somebody", STALE_AFTER);
  }

  /** Another owner's claim of an existing record. */
  Fence takenByAnother() {
    Claimant claimant = claimant();
    long seen =
        inNew(
            () -> {
              StoredRecord now = database.lock(id).orElseThrow();
              assertThat(database.claimAgain(now, claimant)).isTrue();
              return now.fence().attempt();
            });
    return new Fence(id, seen + 1, claimant.token());
  }

  void finishedByAnother(Fence fence, Outcome outcome) {
    assertThat(inNew(() -> database.storeOutcome(fence, outcome, Retention.of(RETENTION))))
        .isTrue();
  }

  void letLeaseRunOut() {
    clock.advance(STALE_AFTER);
  }

  // The answer

  static <A extends Answer> A as(Class<A> kind, Answer answer) {
    assertThat(answer).isInstanceOf(kind);
    return kind.cast(answer);
  }

  static <E extends IdempotencyException> E refused(Class<E> kind, Answer answer) {
    IdempotencyException reason = as(Answer.Refused.class, answer).reason();
    assertThat(reason).isInstanceOf(kind);
    return kind.cast(reason);
  }

  /** The method ran and its outcome is stored. */
  static Outcome ranAndStored(Answer answer) {
    Outcome outcome = as(Answer.Ran.class, answer).outcome();
    assertThat(outcome).isNotNull();
    return outcome;
  }

  static Attempt pending(Answer answer) {
    return as(Answer.Pending.class, answer).attempt();
  }

  static Outcome replayed(Answer answer) {
    return as(Answer.Replay.class, answer).outcome();
  }

  static String body(Outcome outcome) {
    byte[] body = outcome.body();
    return body == null ? "" : new String(body, java.nio.charset.StandardCharsets.UTF_8);
  }
}
