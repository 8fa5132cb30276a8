// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.servertests.app.WorkRow;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The work behind every resource: counts the run, inserts one row, and answers as asked. */
@Dependent
public class Desk {

  private static final Map<String, Integer> RUNS = new ConcurrentHashMap<>();

  @PersistenceContext private EntityManager entityManager;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry registry;

  static int runs(String label) {
    return RUNS.getOrDefault(label, 0);
  }

  Response serve(String label, Want want) throws Failure.Checked {
    work(label);
    switch (want) {
      case HOLD -> Holds.hold(label);
      case SET_ROLLBACK_ONLY -> registry.setRollbackOnly();
      case FAIL_AT_COMMIT -> {
        entityManager.persist(new WorkRow(label, label));
        entityManager.persist(new WorkRow(label, label));
      }
      case THROW_UNMAPPED -> throw new Failure.Unmapped();
      case THROW_MAPPED_409 -> throw new Failure.Mapped(409);
      case THROW_MAPPED_503 -> throw new Failure.Mapped(503);
      case THROW_CHECKED_MAPPED_422 -> throw new Failure.Checked();
      case THROW_MAPPER_THROWS -> throw new Failure.OfMapper();
      case THROW_EMPTIED -> throw new Failure.Emptied();
      case THROW_ERROR -> throw new AssertionError("an error of the method");
      case THROW_402 -> throw new WebApplicationException(Answers.text(402, label));
      case THROW_429 -> throw new WebApplicationException(Answers.text(429, label));
      case THROW_404_WITHOUT_ENTITY -> throw new NotFoundException();
      case THROW_303 -> throw new WebApplicationException(Answers.of(Want.SEE_OTHER_303, label));
      default -> {}
    }
    return Answers.of(want, label);
  }

  /** Counts a run and inserts its row, for a method that answers by itself. */
  void work(String label) {
    RUNS.merge(label, 1, Integer::sum);
    entityManager.persist(new WorkRow(label, null));
  }
}
