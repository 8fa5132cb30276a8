// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P5 to P7: of duplicates that arrive together on two nodes, one runs")
class DuplicatesTest extends ProtocolFixture {

  private static final int ROUNDS = 20;

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 16})
  void ofTheFirstCallsOneRuns(int callers) throws Exception {
    for (int round = 1; round <= ROUNDS; round++) {
      assertOneRuns(callAtOnce(callers), callers);
      assertThat(rows).hasSize(round);
      clock.advance(RETENTION);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 16})
  void ofTheTakersOneRuns(int callers) throws Exception {
    claimedByAnother();
    letLeaseRunOut();
    assertOneRuns(callAtOnce(callers), callers);
    assertThat(record().fence().attempt()).isEqualTo(2);
    assertThat(rows).containsExactly("attempt 2");
  }

  private List<Answer> callAtOnce(int callers) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(callers);
    List<Future<Answer>> calls = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Node arrival = i % 2 == 0 ? node : otherNode;
      calls.add(
          onAnotherThread(
              () -> {
                barrier.await(ContractPart.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                return arrival.execute(call(), returning("done"));
              }));
    }
    List<Answer> answers = new ArrayList<>();
    for (Future<Answer> call : calls) {
      answers.add(result(call));
    }
    return answers;
  }

  private static void assertOneRuns(List<Answer> answers, int callers) {
    assertThat(answers).filteredOn(Answer.Ran.class::isInstance).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer instanceof Answer.Replay || isBusy(answer))
        .hasSize(callers - 1);
  }

  private static boolean isBusy(Answer answer) {
    return answer instanceof Answer.Refused refused
        && refused.reason() instanceof KeyInProgressException;
  }
}
