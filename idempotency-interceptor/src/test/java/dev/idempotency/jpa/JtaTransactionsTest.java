// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.Transactions.End;
import dev.idempotency.protocol.Transactions.Ended;
import dev.idempotency.protocol.Transactions.State;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers do beside the contract, and what becomes of it. */
class JtaTransactionsTest {

  private final ScriptedServer server = new ScriptedServer();
  private final JtaTransactions transactions =
      new JtaTransactions(
          server,
          server,
          server,
          new ReadCommitted(new NativeSql(JtaTransactionsTest::readCommittedDatabase)));

  /** An entity manager whose every query answers that the default is READ COMMITTED. */
  private static EntityManager readCommittedDatabase() {
    Query query = proxy(Query.class, "getResultList", List.of("read committed"));
    return proxy(EntityManager.class, "createNativeQuery", query);
  }

  private static <T> T proxy(Class<T> type, String method, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> called.getName().equals(method) ? answer : proxy));
  }

  @ParameterizedTest
  @CsvSource({
    Status.STATUS_ACTIVE + ", ACTIVE",
    Status.STATUS_MARKED_ROLLBACK + ", ROLLBACK_ONLY",
    Status.STATUS_ROLLEDBACK + ", ENDED",
    Status.STATUS_ROLLING_BACK + ", ENDED",
    Status.STATUS_COMMITTED + ", ENDED",
    Status.STATUS_COMMITTING + ", ENDED",
    Status.STATUS_PREPARED + ", ENDED",
    Status.STATUS_UNKNOWN + ", ENDED"
  })
  void theStatusIsTold(int status, State state) {
    server.begin();
    server.required().status = status;
    assertThat(transactions.state()).isEqualTo(state);
  }

  @Test
  void markingWhatHasEndedDoesNothing() {
    server.begin();
    server.required().status = Status.STATUS_ROLLEDBACK;
    transactions.setRollbackOnly();
    assertThat(server.required().status).isEqualTo(Status.STATUS_ROLLEDBACK);
    server.current = null;
    transactions.setRollbackOnly();
    assertThat(server.current).isNull();
  }

  @Nested
  class ANewTransaction {

    @Test
    void thatCannotBeginIsAStoreException() {
      server.beginFails = new SystemException("no");
      assertThat(catchThrowable(() -> transactions.inNew(() -> true)))
          .isInstanceOf(StoreException.class)
          .hasCause(server.beginFails);
    }

    @Test
    void whoseCommitFailsIsAStoreExceptionOfTheKindBelow() {
      server.commitFails = new RollbackException("no");
      server.commitFails.initCause(new SQLException("too late", "40001"));
      StoreException failure =
          catchThrowableOfType(StoreException.class, () -> transactions.inNew(() -> true));
      assertThat(failure.kind()).isEqualTo(StoreException.Kind.SERIALIZATION);
      assertThat(failure).hasCause(server.commitFails);
    }

    /** Servers roll back what is marked without a word. */
    @ParameterizedTest
    @ValueSource(ints = {Status.STATUS_ROLLEDBACK, Status.STATUS_UNKNOWN, Status.STATUS_COMMITTING})
    void thatEndsOtherwiseWithoutAWordIsAStoreException(int status) {
      server.endStatus = status;
      assertThat(catchThrowable(() -> transactions.inNew(() -> true)))
          .isInstanceOf(StoreException.class);
    }

    @ParameterizedTest
    @ValueSource(classes = {RuntimeException.class, IOException.class, AssertionError.class})
    void whoseWorkThrowsRollsBackAndThrowsTheSame(Class<? extends Throwable> kind)
        throws ReflectiveOperationException {
      Throwable thrown = kind.getConstructor().newInstance();
      List<ScriptedServer.Tx> inner = new ArrayList<>();
      assertThat(
              catchThrowable(
                  () ->
                      transactions.inNew(
                          () -> {
                            inner.add(server.required());
                            return sneakyThrow(thrown);
                          })))
          .isSameAs(thrown);
      assertThat(inner.get(0).status).isEqualTo(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void whoseWorkThrowsAndWhoseRollbackFailsThrowsWhatTheWorkThrew() {
      transactions.inNew(() -> true);
      IllegalArgumentException thrown = new IllegalArgumentException();
      server.commitFails = new RollbackException("marked");
      assertThat(catchThrowable(() -> transactions.inNew(() -> sneakyThrow(thrown))))
          .isSameAs(thrown);
    }
  }

  /** Payara's REQUIRES_NEW forgets the caller's transaction where the inner commit throws. */
  @Nested
  class TheCallersTransaction {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isResumedWhereTheServerLosesIt(boolean keepsEnded) {
      transactions.inNew(() -> true);
      server.begin();
      Object key = transactions.key();
      server.commitFails = new RollbackException("no");
      server.forgetsSuspended = true;
      server.keepsEnded = keepsEnded;
      assertThat(catchThrowable(() -> transactions.inNew(() -> true)))
          .isInstanceOf(StoreException.class);
      assertThat(transactions.key()).isSameAs(key);
      assertThat(transactions.state()).isEqualTo(State.ACTIVE);
    }

    @Test
    void isNotInventedWhereThereWasNone() {
      transactions.inNew(() -> true);
      server.commitFails = new RollbackException("no");
      server.forgetsSuspended = true;
      server.keepsEnded = true;
      assertThat(catchThrowable(() -> transactions.inNew(() -> true)))
          .isInstanceOf(StoreException.class);
      assertThat(transactions.state()).isEqualTo(State.NONE);
    }

    @Test
    void isMissedWhereTheServerRefusesToResumeItAndTheFirstFailureIsTold() {
      transactions.inNew(() -> true);
      server.begin();
      server.commitFails = new RollbackException("no");
      server.forgetsSuspended = true;
      server.resumeFails = new IllegalStateException("no");
      assertThat(catchThrowable(() -> transactions.inNew(() -> true)))
          .isInstanceOf(StoreException.class)
          .hasCause(server.commitFails);
      assertThat(transactions.key()).isNull();
    }
  }

  @Nested
  class ABusinessTransaction {

    @Test
    void thatCannotBeginRunsNothingAndIsNotCommitted() {
      server.beginFails = new SystemException("no");
      List<String> ran = new ArrayList<>();
      assertThat(transactions.inBusiness(() -> ran.add("work")))
          .isEqualTo(new Ended(End.NOT_COMMITTED, server.beginFails));
      assertThat(ran).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {Status.STATUS_COMMITTED, Status.STATUS_ROLLEDBACK, Status.STATUS_UNKNOWN})
    void whoseCommitThrowsIsNotKnownToHaveCommitted(int status) {
      server.commitFails = new RollbackException("no");
      server.endStatus = status;
      assertThat(transactions.inBusiness(() -> {}))
          .isEqualTo(new Ended(End.NOT_COMMITTED, server.commitFails));
    }

    @Test
    void whoseCommitIsReportedIsCommitted() {
      assertThat(transactions.inBusiness(() -> {})).isEqualTo(new Ended(End.COMMITTED, null));
    }
  }

  @Nested
  class TheEnd {

    private final List<End> told = new ArrayList<>();

    @Test
    void isToldOnceThoughTheServerRepeatsItself() {
      server.begin();
      transactions.onEnd(told::add);
      ScriptedServer.Tx tx = server.required();
      tx.end(Status.STATUS_COMMITTED);
      tx.end(Status.STATUS_ROLLEDBACK);
      assertThat(told).containsExactly(End.COMMITTED);
    }

    @Test
    void isToldAtOnceWhereNoCallbackIsTakenBecauseNothingCanCommit() {
      server.begin();
      server.setRollbackOnly();
      transactions.onEnd(told::add);
      assertThat(told).containsExactly(End.NOT_COMMITTED);
    }

    @Test
    void cannotBeAwaitedWithoutATransaction() {
      assertThat(catchThrowable(() -> transactions.onEnd(told::add)))
          .isInstanceOf(IllegalStateException.class);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void withoutATransactionThereIsNoResource() {
    assertThat(transactions.resource("key")).isNull();
    server.begin();
    transactions.putResource("key", "value");
    assertThat(transactions.resource("key")).isEqualTo("value");
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the usual sneaky throw
  private static <T, E extends Throwable> T sneakyThrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
