// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.protocol.Transactions.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** {@link Transactions}: what belongs to one transaction, and who is told of its end. */
abstract class TransactionEndContract extends ContractPart {

  TransactionEndContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean insert() {
    return store().insert(identity, FINGERPRINT, claimant(LONG));
  }

  /** "The callback … runs exactly once unless the process dies". */
  @Nested
  class OnEnd {

    private final Queue<End> ends = new ConcurrentLinkedQueue<>();

    @Test
    void aCommitIsTold() {
      transactions().inBusiness(() -> transactions().onEnd(ends::add));
      assertToldOnce(End.COMMITTED);
    }

    @Test
    void aRollbackIsTold() {
      transactions()
          .inBusiness(
              () -> {
                transactions().onEnd(ends::add);
                transactions().setRollbackOnly();
              });
      assertToldOnce(End.NOT_COMMITTED);
    }

    @Test
    void anInnerTransactionsEndIsNotTheCallers() {
      List<Integer> toldBefore = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                transactions().onEnd(ends::add);
                inNew(TransactionEndContract.this::insert);
                toldBefore.add(ends.size());
                transactions().setRollbackOnly();
              });
      assertThat(toldBefore).containsExactly(0);
      assertToldOnce(End.NOT_COMMITTED);
    }

    @Test
    void everyCallbackOfATransactionIsTold() {
      transactions()
          .inBusiness(
              () -> {
                transactions().onEnd(ends::add);
                transactions().onEnd(ends::add);
              });
      awaitSoon(() -> ends.size() >= 2);
      assertThat(ends).containsExactly(End.COMMITTED, End.COMMITTED);
    }

    @Test
    void whatCommittedIsVisibleWhenItIsTold() {
      transactions()
          .inBusiness(
              () -> {
                insert();
                transactions().onEnd(ends::add);
              });
      awaitSoon(() -> !ends.isEmpty());
      assertThat(find()).isPresent();
    }

    private void assertToldOnce(End end) {
      awaitSoon(() -> !ends.isEmpty());
      await()
          .during(Duration.ofMillis(30))
          .atMost(PATIENCE)
          .pollInterval(POLL)
          .until(() -> ends.size() == 1);
      assertThat(ends).containsExactly(end);
    }
  }

  /** "Attaches a value to the calling thread's transaction, for as long as that lasts". */
  @Nested
  class Resources {

    private final Object key = new Object();

    @Test
    void aTransactionKeepsItsOwn() {
      List<Object> seen = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                seen.add(transactions().resource(key));
                transactions().putResource(key, "mine");
                seen.add(transactions().resource(key));
                transactions().putResource(key, "newer");
                seen.add(transactions().resource(key));
                seen.add(transactions().resource(new Object()));
              });
      assertThat(seen).containsExactly(null, "mine", "newer", null);
    }

    @Test
    void anInnerTransactionHasOthersAndTheCallersComeBack() {
      List<Object> seen = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                transactions().putResource(key, "outer");
                inNew(
                    () -> {
                      seen.add(transactions().resource(key));
                      transactions().putResource(key, "inner");
                      return seen.add(transactions().resource(key));
                    });
                seen.add(transactions().resource(key));
              });
      assertThat(seen).containsExactly(null, "inner", "outer");
    }

    @Test
    void theNextTransactionStartsWithoutAny() {
      List<Object> seen = new ArrayList<>();
      transactions().inBusiness(() -> transactions().putResource(key, "old"));
      transactions().inBusiness(() -> seen.add(transactions().resource(key)));
      assertThat(seen).containsOnlyNulls();
    }
  }
}
