// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

import java.time.Duration;

/**
 * Is told how guarded calls went. Every CDI bean of this type is told; where there is none, nothing
 * is measured. The library brings one for MicroProfile Metrics, where the server has them.
 *
 * <p>Must be safe for concurrent use and quick. What it throws is logged and changes nothing.
 */
public interface Telemetry {

  /**
   * A call has ended: it was answered, or, where its transaction ended later than its method, that
   * transaction has ended. Runs on the thread on which that became known, outside or inside a
   * transaction; touch no database.
   *
   * @param operation the guarded method's operation
   * @param result how it went
   * @param took from the call's arrival at the guarded method until then
   */
  void ended(String operation, CallResult result, Duration took);
}
