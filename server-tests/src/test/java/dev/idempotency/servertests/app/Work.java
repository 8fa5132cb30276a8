// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import dev.idempotency.IdempotentCall;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** The work that every guarded bean of the suite does. */
@Dependent
public class Work {

  private static final Map<String, Integer> RUNS = new ConcurrentHashMap<>();
  private static final Map<String, Integer> EFFECTS = new ConcurrentHashMap<>();
  private static final Map<String, Callable<?>> ITSELF = new ConcurrentHashMap<>();
  private static final Map<String, Exception> REFUSALS = new ConcurrentHashMap<>();

  @PersistenceContext private EntityManager entityManager;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry registry;

  @Inject private IdempotentCall call;

  /** What the body calls when it calls itself. */
  public static void itself(String label, Callable<?> call) {
    ITSELF.put(label, call);
  }

  /** What the body got when it called itself. */
  public static Exception refusal(String label) {
    return REFUSALS.get(label);
  }

  /** How often the body ran for a label. */
  public static int runs(String label) {
    return RUNS.getOrDefault(label, 0);
  }

  /** How many effects outside the transaction a label had, counted by child key. */
  public static int effects(String label) {
    return (int) EFFECTS.keySet().stream().filter(key -> key.startsWith(label + "/")).count();
  }

  public String run(String label, Behaviour behaviour) throws DeclinedException {
    RUNS.merge(label, 1, Integer::sum);
    insert(label, null);
    switch (behaviour) {
      case THROW_UNCHECKED -> throw new IllegalArgumentException("unchecked " + label);
      case THROW_CHECKED -> throw new DeclinedException("declined " + label);
      case THROW_ROLLING_BACK_APPLICATION_EXCEPTION ->
          throw new RollingBackException("rolling back " + label);
      case THROW_COMMITTING_APPLICATION_EXCEPTION ->
          throw new CommittingException("committing " + label);
      case THROW_ERROR -> throw new AssertionError("error " + label);
      case SET_ROLLBACK_ONLY -> registry.setRollbackOnly();
      case FAIL_AT_FLUSH -> entityManager.persist(new WorkRow(null, null));
      case FAIL_AT_COMMIT -> {
        insert(label, label);
        insert(label, label);
      }
      case THROW_402 -> throw new WebApplicationException(declined(label));
      case THROW_403_AFTER_EFFECT -> {
        EFFECTS.merge(label + "/" + call.childKey("charge"), 1, Integer::sum);
        throw new ForbiddenException();
      }
      case RETURN_INTERRUPTED -> Thread.currentThread().interrupt();
      case THROW_INTERRUPTED -> {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted " + label);
      }
      case CALL_ITSELF -> callItself(label);
      case RETURN, RETURN_503 -> {}
    }
    return "done " + label + " in attempt " + call.attempt();
  }

  private static void callItself(String label) {
    try {
      Objects.requireNonNull(ITSELF.get(label), label).call();
    } catch (Exception e) {
      REFUSALS.put(label, e);
    }
  }

  private static Response declined(String label) {
    return Response.status(402).entity("declined " + label).type("text/plain").build();
  }

  private void insert(String label, String bucket) {
    entityManager.persist(new WorkRow(label, bucket));
  }
}
