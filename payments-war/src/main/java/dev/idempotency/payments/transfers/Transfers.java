// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The stored transfers; each owner sees their own only. Joins the caller's transaction. */
@Dependent
class Transfers {

  private static final String OWNED = "select t from Transfer t where t.owner = ?1";
  private static final String NEWEST_FIRST = " order by t.createdAt desc, t.id desc";

  @PersistenceContext private EntityManager entities;

  /** Stores a new transfer when the transaction commits. */
  void add(Transfer transfer) {
    entities.persist(transfer);
  }

  /** Returns a transfer that was stored before, to be changed when the transaction commits. */
  Transfer get(UUID id) {
    // By a query: Hibernate's find returns null where the connection is lost.
    return entities
        .createQuery("select t from Transfer t where t.id = ?1", Transfer.class)
        .setParameter(1, id)
        .getSingleResult();
  }

  /** Finds a transfer; empty where it does not exist or is another's. */
  Optional<Transfer> find(String owner, UUID id) {
    return entities
        .createQuery(OWNED + " and t.id = ?2", Transfer.class)
        .setParameter(1, owner)
        .setParameter(2, id)
        .getResultStream()
        .findFirst();
  }

  /** Lists the newest transfers, of one account or, for null, of all. */
  List<Transfer> list(String owner, @Nullable String accountNumber, int limit) {
    String oneAccount = accountNumber == null ? "" : " and t.accountNumber = ?2";
    TypedQuery<Transfer> query =
        entities
            .createQuery(OWNED + oneAccount + NEWEST_FIRST, Transfer.class)
            .setParameter(1, owner)
            .setMaxResults(limit);
    if (accountNumber != null) {
      query.setParameter(2, accountNumber);
    }
    return query.getResultList();
  }
}
