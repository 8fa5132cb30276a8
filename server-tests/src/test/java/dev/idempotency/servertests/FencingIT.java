// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Caller;
import dev.idempotency.servertests.fencing.HeldBean;
import dev.idempotency.servertests.fencing.HeldEjb;
import dev.idempotency.servertests.fencing.HeldOwningEjb;
import dev.idempotency.servertests.fencing.HeldTransactionalBean;
import dev.idempotency.servertests.fencing.HeldWork;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import jakarta.transaction.RollbackException;
import jakarta.transaction.UserTransaction;
import java.net.URL;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Owners that are slower than their lease (P16 to P18). Every attempt inserts a row with an id of
 * its own, so that nothing but the fence can keep a second one out.
 */
@ExtendWith(ArquillianExtension.class)
class FencingIT {

  private static final String[] RESOURCES = {"held-ejb", "held-cdi"};

  @Inject private HeldEjb ejb;
  @Inject private HeldOwningEjb owningEjb;
  @Inject private HeldTransactionalBean transactional;
  @Inject private Caller caller;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @Resource(lookup = "java:comp/UserTransaction")
  private UserTransaction transaction;

  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  @ArquillianResource private URL deployment;

  private Records records;
  private Http http;

  @Deployment
  static WebArchive archive() {
    return Deployments.withBeansXml("fencing")
        .addPackage("dev.idempotency.servertests.fencing")
        .addClasses(FencingIT.class, LateOwner.class, Records.class, Http.class);
  }

  /** What is done on a guarded bean or resource, with a fresh key and its late owner. */
  @FunctionalInterface
  interface Scenario {
    void run(String key, LateOwner owner) throws Exception;
  }

  @BeforeEach
  void lookAtTheDatabase() {
    records = new Records(dataSource);
    http = new Http(deployment);
  }

  private void on(String operation, Scenario scenario) throws Exception {
    String key = "k-" + UUID.randomUUID();
    try {
      scenario.run(key, new LateOwner(executor, records, operation, key));
    } catch (AssertionError | Exception e) {
      throw new AssertionError(operation + ": " + e.getMessage(), e);
    }
  }

  @Test
  void aLateOwnersRowsVanishAndItsCallerGetsTheSuccessorsOutcome() throws Exception {
    lateInATransactionOfItsOwn("held-owning-ejb.work", owningEjb);
    lateInATransactionOfItsOwn("held-transactional.work", transactional);
  }

  private void lateInATransactionOfItsOwn(String operation, HeldBean bean) throws Exception {
    on(
        operation,
        (key, owner) -> {
          LateOwner.Race<String, String> race =
              owner.behindItsSuccessor(() -> bean.work(key), () -> bean.work(key));
          assertThatOnlyTheSuccessorsWorkIsThere(key, operation);
          assertThat(race.successor()).isEqualTo(HeldWork.inserted(key).get(1));
          assertThat(race.late()).isEqualTo(race.successor());
          assertThat(bean.work(key)).isEqualTo(race.successor());
          assertThatOnlyTheSuccessorsWorkIsThere(key, operation);
        });
  }

  @Test
  void aLateOwnerWhoseTransactionWasNotBegunForItLosesItsLeaseByAnException() throws Exception {
    on(
        "held-ejb.work",
        (key, owner) -> {
          LateOwner.Race<Throwable, String> race =
              owner.behindItsSuccessor(
                  () -> catchThrowable(() -> ejb.work(key)), () -> ejb.work(key));
          assertThat(race.late()).isInstanceOf(LeaseLostException.class);
          assertThatOnlyTheSuccessorsWorkIsThere(key, "held-ejb.work");
          assertThat(ejb.work(key)).isEqualTo(race.successor());
        });
  }

  @Test
  void aLateOwnerTakesItsCallersTransactionWithIt() throws Exception {
    lateInACallersTransaction("held-ejb.work", ejb, this::thrownInAUserTransaction);
    // Payara takes the UserTransaction away from callers of one @Transactional bean in parallel.
    lateInACallersTransaction(
        "held-transactional.work", transactional, this::thrownInACallingBeansTransaction);
  }

  /** What a call throws to a caller that has written before and would commit all the same. */
  @FunctionalInterface
  interface CallInTransaction {
    Throwable thrown(HeldBean bean, String key) throws Exception;
  }

  private void lateInACallersTransaction(String operation, HeldBean bean, CallInTransaction call)
      throws Exception {
    on(
        operation,
        (key, owner) -> {
          LateOwner.Race<Throwable, String> race =
              owner.behindItsSuccessor(() -> call.thrown(bean, key), () -> bean.work(key));
          assertThat(race.late()).isInstanceOf(LeaseLostException.class);
          assertThat(records.rows("own " + key)).isZero();
          assertThatOnlyTheSuccessorsWorkIsThere(key, operation);
          assertThat(bean.work(key)).isEqualTo(race.successor());
        });
  }

  private Throwable thrownInAUserTransaction(HeldBean bean, String key) throws Exception {
    transaction.begin();
    caller.insert("own " + key);
    Throwable thrown = catchThrowable(() -> bean.work(key));
    assertThatThrownBy(transaction::commit).isInstanceOf(RollbackException.class);
    return thrown;
  }

  private Throwable thrownInACallingBeansTransaction(HeldBean bean, String key) throws Exception {
    return caller.inNewTransaction(
        () -> {
          caller.insert("own " + key);
          return catchThrowable(() -> bean.work(key));
        });
  }

  @Test
  void aLateRequestIsAnsweredByReplayOfTheSuccessorsResponse() throws Exception {
    for (String resource : RESOURCES) {
      String operation = resource + "-resource.work";
      on(
          operation,
          (key, owner) -> {
            LateOwner.Race<HttpResponse<String>, HttpResponse<String>> race =
                owner.behindItsSuccessor(() -> post(resource, key), () -> post(resource, key));
            assertThatOnlyTheSuccessorsWorkIsThere(key, operation);
            assertThat(race.successor().statusCode()).isEqualTo(201);
            assertThat(race.successor().body()).isEqualTo(HeldWork.inserted(key).get(1));
            assertThat(Http.isReplay(race.successor())).isFalse();
            assertThatIsReplayOf(race.successor(), race.late());
            assertThatIsReplayOf(race.successor(), post(resource, key));
          });
    }
  }

  @Test
  void aLateOwnerIsBusyWhileItsSuccessorIsStillRunning() throws Exception {
    lateBesideItsSuccessor("held-owning-ejb.work", owningEjb, KeyInProgressException.class);
    lateBesideItsSuccessor("held-transactional.work", transactional, KeyInProgressException.class);
    lateBesideItsSuccessor("held-ejb.work", ejb, LeaseLostException.class);
  }

  private void lateBesideItsSuccessor(
      String operation, HeldBean bean, Class<? extends Exception> expected) throws Exception {
    on(
        operation,
        (key, owner) -> {
          LateOwner.Race<Throwable, String> race =
              owner.besideItsSuccessor(
                  () -> catchThrowable(() -> bean.work(key)), () -> bean.work(key));
          assertThat(race.late()).isInstanceOf(expected);
          assertThatOnlyTheSuccessorsWorkIsThere(key, operation);
          assertThat(bean.work(key)).isEqualTo(race.successor());
        });
  }

  @Test
  void aLateRequestIsBusyWhileItsSuccessorIsStillRunning() throws Exception {
    for (String resource : RESOURCES) {
      String operation = resource + "-resource.work";
      on(
          operation,
          (key, owner) -> {
            LateOwner.Race<HttpResponse<String>, HttpResponse<String>> race =
                owner.besideItsSuccessor(() -> post(resource, key), () -> post(resource, key));
            assertThat(race.late().statusCode()).isEqualTo(409);
            assertThat(race.late().headers().firstValue("Retry-After")).isPresent();
            assertThat(race.successor().statusCode()).isEqualTo(201);
            assertThatOnlyTheSuccessorsWorkIsThere(key, operation);
            assertThatIsReplayOf(race.successor(), post(resource, key));
          });
    }
  }

  @Test
  void anOwnerWhoseLeaseRanOutMayFinishIfNobodyReplacedIt() throws Exception {
    lateWithoutSuccessor("held-ejb.work", ejb);
    lateWithoutSuccessor("held-owning-ejb.work", owningEjb);
    lateWithoutSuccessor("held-transactional.work", transactional);
  }

  private void lateWithoutSuccessor(String operation, HeldBean bean) throws Exception {
    on(
        operation,
        (key, owner) -> {
          String late = owner.withoutSuccessor(() -> bean.work(key));
          assertThatTheOnlyRowIs(late, key, operation, 1);
          assertThat(bean.work(key)).isEqualTo(late);
          assertThat(HeldWork.inserted(key)).containsExactly(late);
        });
  }

  @Test
  void aRequestWhoseLeaseRanOutMayFinishIfNobodyReplacedIt() throws Exception {
    for (String resource : RESOURCES) {
      String operation = resource + "-resource.work";
      on(
          operation,
          (key, owner) -> {
            HttpResponse<String> late = owner.withoutSuccessor(() -> post(resource, key));
            assertThat(late.statusCode()).isEqualTo(201);
            assertThat(Http.isReplay(late)).isFalse();
            assertThatTheOnlyRowIs(late.body(), key, operation, 1);
            assertThatIsReplayOf(late, post(resource, key));
            assertThat(HeldWork.inserted(key)).containsExactly(late.body());
          });
    }
  }

  private HttpResponse<String> post(String resource, String key) throws Exception {
    return http.post(resource, key, key, Behaviour.RETURN);
  }

  private static void assertThatIsReplayOf(
      HttpResponse<String> original, HttpResponse<String> replay) {
    assertThat(replay.statusCode()).isEqualTo(original.statusCode());
    assertThat(replay.body()).isEqualTo(original.body());
    assertThat(replay.headers().allValues("Location"))
        .isEqualTo(original.headers().allValues("Location"))
        .isNotEmpty();
    assertThat(Http.isReplay(replay)).isTrue();
  }

  /** Both attempts have inserted; one row, and one outcome, has stayed. */
  private void assertThatOnlyTheSuccessorsWorkIsThere(String key, String operation) {
    List<String> inserted = HeldWork.inserted(key);
    assertThat(inserted).hasSize(2).doesNotHaveDuplicates();
    assertThatTheOnlyRowIs(inserted.get(1), key, operation, 2);
  }

  private void assertThatTheOnlyRowIs(String row, String key, String operation, long attempt) {
    assertThat(records.rowIds(key)).containsExactly(row);
    assertThat(records.newest(operation)).isEqualTo("SUCCEEDED");
    assertThat(records.newestAttempt(operation)).isEqualTo(attempt);
    assertThat(records.newestOutcome(operation)).contains(row);
    assertThat(records.rowsCommittedWithTheirRecord(key, operation)).isOne();
  }
}
