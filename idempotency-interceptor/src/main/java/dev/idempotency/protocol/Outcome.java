// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a retry is answered with. Immutable; the body's bytes are shared, not copied, and must not
 * be changed.
 *
 * @param kind what the record holds
 * @param status the HTTP status, or 0 where there is none
 * @param headers the stored header lines in order; empty where there are none
 * @param mediaType the media type of the body, or null
 * @param body the response's or value's bytes, or null for no body
 * @param failure the exception that ended the call, or null
 */
@SuppressWarnings("ArrayRecordComponent") // outcomes are carried, never compared
public record Outcome(
    OutcomeKind kind,
    int status,
    List<Header> headers,
    @Nullable String mediaType,
    byte @Nullable [] body,
    @Nullable Failure failure) {

  private static final int FIRST_REFUSAL_STATUS = 400;

  /**
   * The exception that ended a call.
   *
   * @param type its class name
   * @param message its message, or null; bounded by the store
   */
  public record Failure(String type, @Nullable String message) {}

  /** Copies the header list. */
  public Outcome {
    headers = List.copyOf(headers);
  }

  /**
   * A rendered response.
   *
   * @param status the HTTP status
   * @param headers the header lines to store
   * @param mediaType the media type of the body, or null for no body
   * @param body the rendered bytes, or null for no body
   * @return the outcome
   */
  public static Outcome response(
      int status, List<Header> headers, @Nullable String mediaType, byte @Nullable [] body) {
    return new Outcome(OutcomeKind.RESPONSE, status, headers, mediaType, body, null);
  }

  /**
   * The return value of a value call.
   *
   * @param json the value as JSON
   * @return the outcome
   */
  public static Outcome value(byte[] json) {
    return new Outcome(OutcomeKind.VALUE, 0, List.of(), null, json, null);
  }

  /**
   * The exception that ended a value call.
   *
   * @param status the HTTP status that it stands for, or 0
   * @param failure class and message
   * @return the outcome
   */
  public static Outcome failure(int status, Failure failure) {
    return new Outcome(OutcomeKind.FAILURE, status, List.of(), null, null, failure);
  }

  /**
   * A response whose body is not kept.
   *
   * @param status the HTTP status
   * @param headers the header lines to store
   * @return the outcome
   */
  public static Outcome bodyless(int status, List<Header> headers) {
    return new Outcome(OutcomeKind.BODYLESS, status, headers, null, null, null);
  }

  /**
   * The same refusal, stored so that a retry is told to use a new key; its content is not kept.
   *
   * @return the outcome
   */
  public Outcome spent() {
    return new Outcome(OutcomeKind.SPENT, status, List.of(), null, null, failure);
  }

  /**
   * Says whether this refuses the request rather than fulfils it. Only a refusal can be final after
   * a rollback (P23).
   *
   * @return whether it is an exception, or a status of 400 and above
   */
  public boolean isRefusal() {
    return failure != null || status >= FIRST_REFUSAL_STATUS;
  }

  /**
   * Returns the state of a record that holds this outcome.
   *
   * @return {@link RecordState#FAILED} for refusals and unknown outcomes
   */
  public RecordState state() {
    return isRefusal() || kind == OutcomeKind.UNKNOWN ? RecordState.FAILED : RecordState.SUCCEEDED;
  }
}
