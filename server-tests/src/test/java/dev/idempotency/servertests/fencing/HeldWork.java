// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import dev.idempotency.IdempotentCall;
import dev.idempotency.servertests.app.WorkRow;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Inserts one row with an id of its own in every attempt, so that no constraint but only the fence
 * keeps a second one out, and is then held where a gate stands.
 */
@Dependent
public class HeldWork {

  private static final Map<String, List<String>> INSERTED = new ConcurrentHashMap<>();

  @PersistenceContext private EntityManager entityManager;

  @Inject private IdempotentCall call;

  /** The ids of the rows that the attempts of a key have inserted, committed or not, in order. */
  public static List<String> inserted(String key) {
    return INSERTED.getOrDefault(key, List.of());
  }

  String run(String key) {
    WorkRow row = new WorkRow(key, null);
    entityManager.persist(row);
    entityManager.flush();
    INSERTED.computeIfAbsent(key, k -> new CopyOnWriteArrayList<>()).add(row.getId());
    Gate.pass(key, call.attempt());
    return row.getId();
  }
}
