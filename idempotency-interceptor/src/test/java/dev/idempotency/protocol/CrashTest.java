// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.Protocol;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A node dies, or meets a failure, at every point of every way through the protocol. */
@DisplayName("Whatever fails wherever: one effect, and its outcome with it")
class CrashTest extends ProtocolFixture {

  /** The ways through the protocol, each with what its first call meets. */
  enum Way {
    FIRST_CALL,
    AFTER_A_RETRYABLE_FAILURE,
    TAKEOVER,
    NEW_LIFE,
    IN_THE_CONTAINERS_TRANSACTION,
    REFUSED_BEFORE_THE_BODY,
    TAKEOVER_REFUSED_BEFORE_THE_BODY,
    SUCCESS_ROLLED_BACK,
    REFUSAL_ROLLED_BACK,
    REFUSAL_COMMITTED,
    SINGLE_FIRST_CALL,
    SINGLE_AFTER_A_RETRYABLE_FAILURE,
    SINGLE_NEW_LIFE,
    SINGLE_IN_THE_CONTAINERS_TRANSACTION,
    SINGLE_REFUSED_BEFORE_THE_BODY,
    SINGLE_SUCCESS_ROLLED_BACK,
    SINGLE_REFUSAL_ROLLED_BACK;

    Protocol protocol() {
      return name().startsWith("SINGLE_") ? Protocol.SINGLE_TRANSACTION : Protocol.TWO_TRANSACTIONS;
    }
  }

  /** A way and the place on it where something happens. */
  record Place(Way way, Enum<?> point, boolean before, int nth) {}

  /** Every place that is reached when nothing happens. */
  static Stream<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Way way : Way.values()) {
      CrashTest walk = new CrashTest();
      walk.prepare(way);
      walk.go(way);
      walk.endThreads();
      Node node = walk.node;
      for (Statement statement : Statement.values()) {
        addPlaces(places, way, statement, true, node.store.before().count(statement));
        addPlaces(places, way, statement, false, node.store.after().count(statement));
      }
      for (Point point : Point.values()) {
        addPlaces(places, way, point, true, node.transactions.stage().count(point));
      }
    }
    return places.stream();
  }

  private static void addPlaces(
      List<Place> places, Way way, Enum<?> point, boolean before, int count) {
    for (int nth = 1; nth <= count; nth++) {
      places.add(new Place(way, point, before, nth));
    }
  }

  private void prepare(Way way) {
    switch (way) {
      case AFTER_A_RETRYABLE_FAILURE, SINGLE_AFTER_A_RETRYABLE_FAILURE -> {
        Fence fence = claimedByAnother();
        inNew(() -> database.markRetryable(fence, Retention.of(RETENTION)));
      }
      case TAKEOVER, TAKEOVER_REFUSED_BEFORE_THE_BODY -> {
        claimedByAnother();
        letLeaseRunOut();
      }
      case NEW_LIFE, SINGLE_NEW_LIFE -> {
        finishedByAnother(claimedByAnother(), ContractPart.CREATED);
        clock.advance(RETENTION);
      }
      default -> {}
    }
  }

  private Answer go(Way way) {
    Call call = under(way.protocol(), call());
    return switch (way) {
      case IN_THE_CONTAINERS_TRANSACTION, SINGLE_IN_THE_CONTAINERS_TRANSACTION -> inContainer(way);
      case REFUSED_BEFORE_THE_BODY,
          TAKEOVER_REFUSED_BEFORE_THE_BODY,
          SINGLE_REFUSED_BEFORE_THE_BODY ->
          node.execute(call, throwing(new TestWork.StatusException(403)).refusedBeforeBody());
      case SUCCESS_ROLLED_BACK, SINGLE_SUCCESS_ROLLED_BACK ->
          node.execute(call, returning("first").doing(container::setRollbackOnly));
      case REFUSAL_ROLLED_BACK, SINGLE_REFUSAL_ROLLED_BACK ->
          node.execute(call, throwing(new TestWork.StatusException(402)));
      case REFUSAL_COMMITTED -> node.execute(call, declining());
      default -> node.execute(call, returning("first"));
    };
  }

  private Answer inContainer(Way way) {
    container.begin();
    Answer answer = node.execute(under(way.protocol(), callOfContainer()), returning("first"));
    container.commit();
    return answer instanceof Answer.Pending pending
        ? node.protocol.settle(pending.attempt())
        : answer;
  }

  private void at(Place place, Runnable action) {
    if (place.point() instanceof Statement statement) {
      (place.before() ? node.store.before() : node.store.after())
          .at(statement, place.nth(), action);
    } else {
      node.transactions.stage().at((Point) place.point(), place.nth(), action);
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void aDeathLeavesOneEffectOrNoneAndTheRetryMakesItOne(Place place) throws Exception {
    prepare(place.way());
    Gate dead = new Gate();
    at(
        place,
        () -> {
          container.die();
          dead.hold();
        });
    Future<Answer> call = onAnotherThread(() -> goPast(dead, place.way()));
    dead.awaitArrival();
    Answer answer = dead.isHolding() ? null : result(call);
    node.forget();
    assertOneEffectAfterRetries(place.way(), answer);
  }

  private Answer goPast(Gate gate, Way way) {
    try {
      return go(way);
    } finally {
      gate.passBy();
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void aFailureLeavesOneEffectOrNoneAndTheRetryMakesItOne(Place place) {
    prepare(place.way());
    at(
        place,
        place.point() instanceof Statement
            ? node.store.failure(StoreException.Kind.OTHER)
            : StagedTransactions.failure());
    Answer answer = go(place.way());
    assertThat(container.depth()).isZero();
    assertOneEffectAfterRetries(place.way(), answer);
  }

  private void assertOneEffectAfterRetries(Way way, @Nullable Answer first) {
    Call call = under(way.protocol(), call());
    int effects = rows.size();
    Outcome told = first instanceof Answer.Ran ran ? ran.outcome() : null;
    letLeaseRunOut();
    TestWork retry = returning("retry");
    Outcome last = outcomeOf(otherNode.execute(call, retry));
    assertThat(rows).hasSizeLessThanOrEqualTo(1);
    if (told != null) {
      assertThat(last).usingRecursiveComparison().isEqualTo(told);
    }
    if (!last.isRefusal()) {
      assertThat(rows).hasSize(1);
      assertThat(retry.runs()).isEqualTo(1 - effects);
    }
    node.runHandedOver();
    Outcome replay = replayed(otherNode.execute(call, returning("third")));
    assertThat(replay).usingRecursiveComparison().isEqualTo(last);
  }

  private static Outcome outcomeOf(Answer answer) {
    return answer instanceof Answer.Replay replay ? replay.outcome() : ranAndStored(answer);
  }

  @Test
  void everyPointOfTheProtocolIsOnSomeWay() {
    List<Enum<?>> points = new ArrayList<>(List.of(Statement.values()));
    points.addAll(List.of(Point.values()));
    assertThat(places().<Enum<?>>map(Place::point).distinct())
        .containsExactlyInAnyOrderElementsOf(points);
  }
}
