// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param rounds how often each contender has its turn
 * @param warmUp before each measurement
 * @param steady how long the rate and the latency are each measured in a round
 * @param drains sizes of the backlogs that are drained, once in each round
 * @param largeDrain size of the one backlog that is drained once only
 * @param longestDrain after which a drain is broken off, and the rate so far counts
 * @param idle how long statements are counted while there is nothing to do
 */
record Sizes(
    int rounds,
    Duration warmUp,
    Duration steady,
    long drains,
    long largeDrain,
    Duration longestDrain,
    Duration idle) {

  /** As the system properties {@code outbox.*} say; without them what the documentation shows. */
  static Sizes configured() {
    return new Sizes(
        Integer.getInteger("outbox.rounds", 5),
        Duration.ofSeconds(3),
        Duration.ofSeconds(Integer.getInteger("outbox.seconds", 10)),
        Integer.getInteger("outbox.backlog", 10_000),
        Integer.getInteger("outbox.large-backlog", 1_000_000),
        Duration.ofSeconds(Integer.getInteger("outbox.longest-drain", 60)),
        Duration.ofSeconds(10));
  }

  /** Enough to see that everything works. */
  static Sizes tiny() {
    return new Sizes(
        1,
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        50,
        100,
        Duration.ofSeconds(30),
        Duration.ofMillis(200));
  }
}
