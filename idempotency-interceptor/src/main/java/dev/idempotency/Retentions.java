// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * Retentions for {@link Idempotent#retention()}. A retention must outlive the longest retry that
 * can reach the operation.
 */
public final class Retentions {

  /** 24 hours: HTTP clients that retry for minutes or hours. */
  public static final String HTTP_CLIENTS = "PT24H";

  /** 7 days: message brokers and webhook senders that deliver again for days. */
  public static final String BROKERS = "P7D";

  /** No expiry: money, where a late duplicate must never run. */
  public static final String FOREVER = "forever";

  private Retentions() {}
}
