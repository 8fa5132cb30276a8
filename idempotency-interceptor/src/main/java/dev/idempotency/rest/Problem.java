// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.AnonymousCallerException;
import dev.idempotency.IdempotencyException;
import dev.idempotency.InvalidKeyException;
import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeySpentException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.OutcomeNotKeptException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.RolledBackException;
import dev.idempotency.StaleSnapshotException;
import dev.idempotency.StepsChangedException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.TransactionDoomedException;
import dev.idempotency.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The causes that a client can tell apart (RFC 9457): one {@code type} each. The list for people is
 * {@code docs/reference/http.md}.
 */
enum Problem {
  KEY_MISSING("key-missing", 400, "Idempotency key missing", null),
  KEY_MALFORMED("key-malformed", 400, "Idempotency key malformed", null),
  KEY_REPEATED("key-repeated", 400, "More than one idempotency key", null),
  CONTENT_MALFORMED("content-malformed", 400, "Request content malformed", null),
  CONTENT_TOO_LARGE("content-too-large", 413, "Request content too large", null),
  ANONYMOUS_CALLER(
      "anonymous-caller", 401, "Caller not authenticated", AnonymousCallerException.class),
  KEY_MISMATCH("key-mismatch", 422, "Key used for another request", KeyMismatchException.class),
  KEY_IN_PROGRESS("key-in-progress", 409, "Request in progress", KeyInProgressException.class),
  KEY_SPENT("key-spent", 409, "Key spent", KeySpentException.class),
  OUTCOME_UNKNOWN("outcome-unknown", 409, "Outcome unknown", OutcomeUnknownException.class),
  RESULT_NOT_KEPT("result-not-kept", 409, "Result not kept", OutcomeNotKeptException.class),
  LEASE_LOST("lease-lost", 409, "Superseded by a retry", LeaseLostException.class),
  REPLAYED_FAILURE(
      "replayed-failure", 409, "Operation refused before", ReplayedFailureException.class),
  STORE_UNAVAILABLE(
      "store-unavailable", 503, "Records unavailable", StoreUnavailableException.class),
  ROLLED_BACK("rolled-back", 503, "Work rolled back", RolledBackException.class),
  STALE_SNAPSHOT("stale-snapshot", 503, "Snapshot too old", StaleSnapshotException.class),
  TRANSACTION_DOOMED(
      "transaction-doomed", 503, "Transaction can't commit", TransactionDoomedException.class),
  STEPS_CHANGED("steps-changed", 500, "Steps of the code changed", StepsChangedException.class),
  RECORD_UNREADABLE(
      "record-unreadable", 500, "Stored outcome unreadable", UnreadableRecordException.class),
  REFUSED("refused", 500, "Guarded call refused", null);

  static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPE_PREFIX = "urn:idempotency:problem:";

  private final String name;
  private final int status;
  private final String title;
  private final @Nullable Class<? extends IdempotencyException> reason;

  Problem(
      String name,
      int status,
      String title,
      @Nullable Class<? extends IdempotencyException> reason) {
    this.name = name;
    this.status = status;
    this.title = title;
    this.reason = reason;
  }

  static Problem of(IdempotencyException refusal) {
    if (refusal instanceof InvalidKeyException invalid) {
      return of(invalid.reason());
    }
    if (refusal instanceof UnacceptableRequestException unacceptable) {
      return unacceptable.problem();
    }
    for (Problem problem : values()) {
      if (refusal.getClass() == problem.reason) {
        return problem;
      }
    }
    return REFUSED;
  }

  private static Problem of(InvalidKeyException.Reason reason) {
    return switch (reason) {
      case MISSING -> KEY_MISSING;
      case MALFORMED -> KEY_MALFORMED;
      case REPEATED -> KEY_REPEATED;
    };
  }

  int status() {
    return status;
  }

  String type() {
    return TYPE_PREFIX + name;
  }

  /** Writes the body, in UTF-8. */
  byte[] json(String detail) {
    String json =
        "{\"type\":"
            + quoted(type())
            + ",\"title\":"
            + quoted(title)
            + ",\"status\":"
            + status
            + ",\"detail\":"
            + quoted(detail)
            + "}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ') {
        json.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
      } else {
        json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    return json.append('"').toString();
  }
}
