// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.RecordDetails;
import dev.idempotency.RecordDetails.Situation;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@link OperatorStore#page}: lists, bounded by time and page. */
abstract class ListContract extends ContractPart {

  private static final Outcome UNKNOWN =
      new Outcome(OutcomeKind.UNKNOWN, 0, List.of(), null, null, null);

  private final String operation = "list." + UUID.randomUUID();

  ListContract(RecordStoreContract contract) {
    super(contract);
  }

  private Fence claimOf(String name, Duration staleAfter) {
    RecordIdentity fresh = RecordIdentity.of(name, "alice", UUID.randomUUID().toString());
    Claimant claimant = claimant(staleAfter);
    assertThat(inNew(() -> store().insert(fresh, FINGERPRINT, claimant))).isTrue();
    return new Fence(fresh.id(), 1, claimant.token());
  }

  private Fence claimOne() {
    return claimOf(operation, LONG);
  }

  private RecordQuery query() {
    return RecordQuery.newest().ofOperation(operation);
  }

  private RecordPage page(RecordQuery query) {
    return inNew(() -> operators().page(query));
  }

  private List<RecordDetails> list(RecordQuery query) {
    return page(query).records();
  }

  private Set<UUID> ids(RecordQuery query) {
    return list(query).stream().map(RecordDetails::id).collect(Collectors.toSet());
  }

  private static UUID id(Fence fence) {
    return fence.id().value();
  }

  @Test
  void pagesGoFromTheNewestToTheOldest() {
    for (int i = 0; i < 5; i++) {
      claimOne();
    }
    List<RecordDetails> all = new ArrayList<>();
    RecordQuery query = query().limit(2);
    RecordPage page = page(query);
    List<Integer> sizes = new ArrayList<>();
    while (page.next().isPresent()) {
      all.addAll(page.records());
      sizes.add(page.records().size());
      page = page(query.after(page.next().get()));
    }
    all.addAll(page.records());
    assertThat(sizes).containsExactly(2, 2);
    assertThat(all).hasSize(5).extracting(RecordDetails::id).doesNotHaveDuplicates();
    assertThat(all).isSortedAccordingTo(Comparator.comparing(RecordDetails::firstSeen).reversed());
  }

  @Test
  void aFullLastPageIsTheEnd() {
    claimOne();
    claimOne();
    assertThat(page(query().limit(2)).next()).isEmpty();
  }

  @Test
  void whatArrivesMeanwhileMovesNoPage() {
    Fence oldest = claimOne();
    claimOne();
    RecordQuery query = query().limit(1);
    RecordPage first = page(query);
    claimOne();
    finish(oldest, CREATED, Retention.FOREVER);
    assertThat(list(query.after(first.next().orElseThrow())))
        .extracting(RecordDetails::id)
        .containsExactly(id(oldest));
  }

  @Test
  void oneOperationOrAllAreShown() {
    Fence one = claimOne();
    Fence other = claimOf(operation + ".other", LONG);
    assertThat(ids(query())).containsExactly(id(one));
    RecordQuery all = RecordQuery.newest().limit(RecordQuery.MAX_LIMIT);
    assertThat(
            list(all).stream().map(RecordDetails::id).filter(Set.of(id(one), id(other))::contains))
        .containsExactly(id(other), id(one));
    assertThat(list(RecordQuery.newest().ofOperation("list.none"))).isEmpty();
  }

  @Test
  void oneStateIsShown() {
    Fence running = claimOne();
    Fence done = claimOne();
    finish(done, CREATED, Retention.FOREVER);
    Fence declined = claimOne();
    finish(declined, DECLINED, Retention.FOREVER);
    assertThat(ids(query().inState(RecordState.IN_PROGRESS.name()))).containsExactly(id(running));
    assertThat(ids(query().inState(RecordState.SUCCEEDED.name()))).containsExactly(id(done));
    assertThat(ids(query().inState(RecordState.FAILED.name()))).containsExactly(id(declined));
  }

  @Test
  void stuckAreTheAbandonedAndTheUnknown() {
    claimOne();
    finish(claimOne(), CREATED, Retention.FOREVER);
    finish(claimOne(), DECLINED, Retention.FOREVER);
    Fence givenBack = claimOne();
    inNew(() -> store().markRetryable(givenBack, Retention.FOREVER));
    Fence unknown = claimOne();
    finish(unknown, UNKNOWN, Retention.FOREVER);
    Fence abandoned = claimOf(operation, SHORT);
    Fence renewed = claimOf(operation, SHORT);
    inNew(() -> leases().renew(List.of(new LeaseStore.Renewal(renewed, LONG))));

    awaitSoon(() -> ids(query().onlyStuck()).contains(id(abandoned)));
    assertThat(list(query()))
        .extracting(RecordDetails::situation)
        .containsExactlyInAnyOrder(
            Situation.RUNNING,
            Situation.SUCCEEDED,
            Situation.REFUSED,
            Situation.GIVEN_BACK,
            Situation.UNKNOWN,
            Situation.ABANDONED,
            Situation.RUNNING);
    assertThat(list(query().onlyStuck()))
        .extracting(RecordDetails::situation)
        .containsExactly(Situation.ABANDONED, Situation.UNKNOWN);
    assertThat(list(query().onlyStuck().inState(RecordState.IN_PROGRESS.name())))
        .extracting(RecordDetails::id)
        .containsExactly(id(abandoned));
  }

  @Test
  void onlyKeysThatCameFirstWithinTheSpanAreShown() {
    Fence old = claimOne();
    Fence young = claimOne();
    Instant since = inNew(() -> operators().details(young.id())).orElseThrow().firstSeen();
    assertThat(ids(query().since(since))).contains(id(young)).doesNotContain(id(old));
    awaitSoon(() -> list(query().inTheLast(SHORT)).isEmpty());
    assertThat(list(query())).hasSize(2);
  }

  @Test
  void aListedRecordHasItsSteps() {
    Fence fence = claimOne();
    inNew(() -> steps().begin(fence, new StoredStep.Place(0, "charged"), LONG));
    claimOne();
    assertThat(list(query())).extracting(record -> record.steps().size()).containsExactly(0, 1);
    assertThat(list(query()).get(1))
        .satisfies(r -> assertThat(r.steps().get(0).name()).isEqualTo("charged"));
  }
}
