// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.phases;

import dev.idempotency.ExternalOptions;
import dev.idempotency.IdempotentCall;
import dev.idempotency.servertests.app.WorkRow;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records, charges and settles; each phase inserts a row with an id of its own. */
@Dependent
public class PhasedWork {

  /** What a charge comes to; an object, so that its stored form is read back. */
  public record Charge(String id, long cents) {}

  /** The charge's answer is lost. */
  public static final class TimedOutException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The charge was not made. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final Map<String, List<Luck>> LUCK = new ConcurrentHashMap<>();
  private static final Map<String, List<String>> CHARGES = new ConcurrentHashMap<>();
  private static final Map<String, Runnable> WHILE_CHARGING = new ConcurrentHashMap<>();

  @PersistenceContext private EntityManager entityManager;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry registry;

  @Inject private IdempotentCall call;

  /** What happens to the attempts of a label, in order; afterwards all is good. */
  public static void luck(String label, Luck... luck) {
    LUCK.put(label, new CopyOnWriteArrayList<>(luck));
  }

  /** Does something in the middle of the first charge of a label. */
  public static void whileCharging(String label, Runnable action) {
    WHILE_CHARGING.put(label, action);
  }

  /** The keys under which the charges of a label were made, in order. */
  public static List<String> charges(String label) {
    return CHARGES.getOrDefault(label, List.of());
  }

  String run(String label, ExternalOptions options) {
    Luck luck = next(label);
    String first = call.phase("recorded", String.class, () -> insert(label, null));
    Charge charge =
        call.external(
            "charged",
            Charge.class,
            options.notDoneOn(RefusedException.class),
            () -> charge(label, luck));
    if (luck == Luck.FAILS_AFTER_CHARGE) {
      throw new IllegalStateException("out of luck");
    }
    String last = call.phase("settled", String.class, () -> settle(label, luck));
    return first + " " + charge.id() + " " + charge.cents() + " " + last;
  }

  private static Luck next(String label) {
    List<Luck> left = LUCK.getOrDefault(label, List.of());
    return left.isEmpty() ? Luck.GOOD : left.remove(0);
  }

  private Charge charge(String label, Luck luck) {
    requireStatus(Status.STATUS_NO_TRANSACTION);
    if (luck == Luck.CHARGE_REFUSED) {
      throw new RefusedException();
    }
    List<String> charges = CHARGES.computeIfAbsent(label, k -> new CopyOnWriteArrayList<>());
    charges.add(call.childKey("charge"));
    Runnable action = WHILE_CHARGING.remove(label);
    if (action != null) {
      action.run();
    }
    if (luck == Luck.CHARGE_TIMES_OUT) {
      throw new TimedOutException();
    }
    return new Charge("charge-of-" + label, 125);
  }

  private String settle(String label, Luck luck) {
    switch (luck) {
      case SETTLING_FAILS_AT_COMMIT -> {
        insert(label, label);
        insert(label, label);
      }
      case SETTLING_IS_MARKED -> registry.setRollbackOnly();
      case SETTLING_THROWS -> {
        insert(label, null);
        throw new IllegalStateException("settling failed");
      }
      default -> {}
    }
    return insert(label, null);
  }

  private String insert(String label, String bucket) {
    requireStatusOneOf(Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK);
    WorkRow row = new WorkRow(label, bucket);
    entityManager.persist(row);
    return row.getId();
  }

  private void requireStatus(int expected) {
    requireStatusOneOf(expected, expected);
  }

  private void requireStatusOneOf(int one, int other) {
    int status = registry.getTransactionStatus();
    if (status != one && status != other) {
      throw new AssertionError("the transaction's status is " + status);
    }
  }
}
