// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** A request that a guarded method makes to another service, under a key. Thread-safe. */
public final class OutgoingRequest {

  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int FIRST_SERVER_ERROR = 500;

  private final String key;
  private final int ordinal;
  private volatile boolean settled;

  OutgoingRequest(String key, int ordinal) {
    this.key = key;
    this.ordinal = ordinal;
  }

  /**
   * Returns the key that it goes out with.
   *
   * @return 1 to 255 printable ASCII characters, without quotes or escapes
   */
  public String key() {
    return key;
  }

  int ordinal() {
    return ordinal;
  }

  /**
   * Notes the answer.
   *
   * @param status of the response
   */
  public void answered(int status) {
    settled = !asksForRetry(status);
  }

  /** Whether an answer came that nobody repeats the request for. */
  boolean isSettled() {
    return settled;
  }

  private static boolean asksForRetry(int status) {
    return status >= FIRST_SERVER_ERROR
        || status == REQUEST_TIMEOUT
        || status == TOO_EARLY
        || status == TOO_MANY_REQUESTS;
  }
}
