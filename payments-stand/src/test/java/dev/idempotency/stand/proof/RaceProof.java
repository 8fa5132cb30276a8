// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Many callers with one key at once, on both nodes. */
interface RaceProof extends Proof {

  int ROUNDS = Integer.getInteger("proof.race.rounds", 50);
  int CALLERS = 30;
  int LATE_CALLERS = 10;

  @Test
  default void of_thirty_simultaneous_posts_of_one_key_one_transfers() {
    List<NodeLog> logs = stand().nodes().stream().map(NodeLog::from).toList();
    for (int round = 1; round <= ROUNDS; round++) {
      race(round);
    }
    for (NodeLog log : logs) {
      assertThat(log.trouble()).isEmpty();
    }
  }

  private void race(int round) {
    Payment payment = Payment.fresh();
    List<Reply> replies = Together.call(CALLERS, i -> Client.ALICE.post(node(1 + i % 2), payment));
    assertThat(replies).as("round %d", round).filteredOn(Reply::isFirstCreation).hasSize(1);
    Reply first = replies.stream().filter(Reply::isFirstCreation).findFirst().orElseThrow();
    assertThat(replies)
        .as("round %d", round)
        .filteredOn(reply -> !reply.isFirstCreation())
        .allMatch(reply -> isBusy(reply) || isReplayOf(reply, first));
    List<Reply> late =
        Together.call(LATE_CALLERS, i -> Client.ALICE.post(node(1 + i % 2), payment));
    assertThat(late).as("round %d", round).allMatch(reply -> isReplayOf(reply, first));
    assertThat(books().transfers(payment)).as("round %d", round).isEqualTo(1);
    assertThat(charges(payment)).as("round %d", round).hasSize(1);
  }

  private static boolean isBusy(Reply reply) {
    return reply.status() == 409 && reply.isProblem() && reply.retryAfter() >= 1;
  }

  private static boolean isReplayOf(Reply reply, Reply first) {
    return reply.status() == 201
        && reply.isReplay()
        && reply.body().equals(first.body())
        && reply.location().equals(first.location());
  }
}
