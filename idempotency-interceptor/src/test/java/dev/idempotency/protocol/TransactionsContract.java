// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.protocol.Transactions.End;
import dev.idempotency.protocol.Transactions.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Transactions}: "The transactions of the calling thread". */
abstract class TransactionsContract extends ContractPart {

  TransactionsContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean insert() {
    return store().insert(identity, FINGERPRINT, claimant(LONG));
  }

  @Nested
  class WhenThereIsNone {

    @Test
    void theStateSaysSoAndThereIsNoKey() {
      assertThat(transactions().state()).isEqualTo(State.NONE);
      assertThat(transactions().key()).isNull();
    }

    @Test
    void afterEitherKindThereIsNoneAgain() {
      inNew(() -> true);
      transactions().inBusiness(() -> {});
      assertThat(transactions().state()).isEqualTo(State.NONE);
      assertThat(transactions().key()).isNull();
    }
  }

  /** "Committed on return and rolled back when the work throws". */
  @Nested
  class InNew {

    @Test
    void theWorksResultIsReturned() {
      assertThat(inNew(() -> "result")).isEqualTo("result");
    }

    @Test
    void theTransactionIsActiveWithinAndCommittedOnReturn() {
      assertThat(
              inNew(
                  () -> {
                    insert();
                    return transactions().state();
                  }))
          .isEqualTo(State.ACTIVE);
      assertThat(find()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, AssertionError.class})
    void whatTheWorkThrowsPassesThroughAndRollsBack(Class<? extends Throwable> kind) {
      Throwable thrown =
          kind == AssertionError.class ? new AssertionError("x") : new IllegalStateException("x");
      assertThat(
              catchThrowable(
                  () ->
                      inNew(
                          () -> {
                            insert();
                            return fail(thrown);
                          })))
          .isSameAs(thrown);
      assertThat(find()).isEmpty();
      assertThat(transactions().state()).isEqualTo(State.NONE);
    }

    @Test
    void aTransactionThatWasMarkedCannotCommitAndSaysSo() {
      assertThat(
              catchThrowable(
                  () ->
                      inNew(
                          () -> {
                            insert();
                            transactions().setRollbackOnly();
                            return true;
                          })))
          .isInstanceOf(StoreException.class);
      assertThat(find()).isEmpty();
      assertThat(transactions().state()).isEqualTo(State.NONE);
    }

    @Test
    void theCallersIsSuspendedAndRestored() {
      List<Object> keys = new ArrayList<>();
      End end =
          transactions()
              .inBusiness(
                  () -> {
                    keys.add(transactions().key());
                    keys.add(inNew(() -> transactions().key()));
                    keys.add(transactions().key());
                    assertThat(transactions().state()).isEqualTo(State.ACTIVE);
                  })
              .end();
      assertThat(end).isEqualTo(End.COMMITTED);
      assertThat(keys).doesNotContainNull();
      assertThat(keys.get(1)).isNotEqualTo(keys.get(0));
      assertThat(keys.get(2)).isEqualTo(keys.get(0));
    }

    @Test
    void itCommitsThoughTheCallersRollsBackAndTheOtherWayRound() {
      RecordIdentity inner = RecordIdentity.of("contract.test", "alice", id.toString());
      transactions()
          .inBusiness(
              () -> {
                insert();
                inNew(() -> store().insert(inner, FINGERPRINT, claimant(LONG)));
                transactions().setRollbackOnly();
              });
      assertThat(find()).isEmpty();
      assertThat(inNew(() -> store().read(inner.id()))).isPresent();
    }

    @Test
    void itsFailureLeavesTheCallersAlive() {
      RuntimeException stop = new RuntimeException("stop");
      End end =
          transactions()
              .inBusiness(
                  () -> {
                    Object key = transactions().key();
                    assertThat(catchThrowable(() -> inNew(() -> fail(stop)))).isSameAs(stop);
                    assertThat(transactions().key()).isEqualTo(key);
                    assertThat(transactions().state()).isEqualTo(State.ACTIVE);
                    insert();
                  })
              .end();
      assertThat(end).isEqualTo(End.COMMITTED);
      assertThat(find()).isPresent();
    }

    @Test
    void aMarkedCallersStaysMarked() {
      List<State> states = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                transactions().setRollbackOnly();
                states.add(inNew(() -> transactions().state()));
                states.add(transactions().state());
              });
      assertThat(states).containsExactly(State.ACTIVE, State.ROLLBACK_ONLY);
    }

    @Test
    void oneMayRunWithinAnother() {
      assertThat(
              inNew(
                  () -> {
                    Object outer = transactions().key();
                    Object inner = inNew(() -> transactions().key());
                    return outer != null
                        && !outer.equals(inner)
                        && outer.equals(transactions().key());
                  }))
          .isTrue();
    }
  }

  /** "Committed on return unless it was marked rollback-only". */
  @Nested
  class InBusiness {

    @Test
    void itCommits() {
      assertThat(transactions().inBusiness(TransactionsContract.this::insert).end())
          .isEqualTo(End.COMMITTED);
      assertThat(find()).isPresent();
    }

    @Test
    void itRollsBackWhenMarked() {
      List<State> states = new ArrayList<>();
      End end =
          transactions()
              .inBusiness(
                  () -> {
                    insert();
                    states.add(transactions().state());
                    transactions().setRollbackOnly();
                    transactions().setRollbackOnly();
                    states.add(transactions().state());
                  })
              .end();
      assertThat(end).isEqualTo(End.NOT_COMMITTED);
      assertThat(states).containsExactly(State.ACTIVE, State.ROLLBACK_ONLY);
      assertThat(find()).isEmpty();
    }
  }

  private static boolean fail(Throwable unchecked) {
    if (unchecked instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) unchecked;
  }
}
