// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.Protocol;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The unsafe requests that one attempt of a guarded call makes to other services, and their keys.
 *
 * <p>A child key is derived from the life, the operation, the step, the request's method and URI,
 * and how many equal ones the step made before it. So a step that is skipped, or a request that is
 * made in one attempt only, changes the key of no other.
 *
 * <p>Used by the thread that runs the method.
 */
public final class OutgoingRequests {

  /** Where a request stands that is made outside any step. */
  private static final String NO_STEP = "";

  /** What was told already, so that a busy operation doesn't fill the log. */
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  /** What the requests of one step have in common that are told apart by their number. */
  private record Target(String step, String method, String uri) {}

  private final Attempt attempt;
  private final String callersKey;
  private final Map<Target, OutgoingRequest> latest = new HashMap<>();

  OutgoingRequests(Attempt attempt, String callersKey) {
    this.attempt = attempt;
    this.callersKey = callersKey;
  }

  /**
   * Gives a key to an unsafe request that the calling thread is about to send without one.
   *
   * @param kind which key its client carries
   * @param method the request's method
   * @param uri where it goes, absolute
   * @return the request; empty where it carries no key: no guarded call runs on this thread, or one
   *     does outside its steps
   * @throws IllegalStateException if the call that runs on this thread is one of a single
   *     transaction
   */
  public static Optional<OutgoingRequest> begin(OutgoingKey kind, String method, URI uri) {
    Optional<RunningCall> call = RunningCall.find();
    if (call.isEmpty()) {
      RunningCall.operationElsewhere()
          .ifPresent(operation -> warn(operation, "another thread than its own", method, uri));
      return Optional.empty();
    }
    return kind == OutgoingKey.NONE
        ? Optional.empty()
        : call.get().outgoing().next(kind, method, uri);
  }

  private Optional<OutgoingRequest> next(OutgoingKey kind, String method, URI uri) {
    requireDurableLife(method, uri);
    String step = step();
    if (step == null) {
      warn(operation(), "outside of its steps", method, uri);
      return Optional.empty();
    }
    return Optional.of(
        kind == OutgoingKey.CALLER
            ? new OutgoingRequest(callersKey, 1)
            : child(new Target(step, method, normalized(uri)), uri));
  }

  /** What is sent before the only commit stays sent where that fails (P42). */
  private void requireDurableLife(String method, URI uri) {
    if (attempt.call().operation().protocol() == Protocol.SINGLE_TRANSACTION) {
      throw new IllegalStateException(
          "Operation %s may not send a request (%s to %s): under SINGLE_TRANSACTION nothing is durable"
                  .formatted(operation(), method, hostOf(uri))
              + " before its commit; use TWO_TRANSACTIONS or PHASES, or give the request the header"
              + " yourself");
    }
  }

  /** The running step; null where there should be one. */
  private @Nullable String step() {
    return attempt.call().operation().protocol() == Protocol.PHASES
        ? attempt.steps().running()
        : NO_STEP;
  }

  private OutgoingRequest child(Target target, URI uri) {
    OutgoingRequest before = latest.get(target);
    int ordinal = before == null ? 1 : before.ordinal() + 1;
    if (before != null && !before.isSettled()) {
      Log.repeatedRequest(operation(), target.method(), hostOf(uri));
    }
    String key =
        Derived.requestKey(
            attempt.life(), operation(), target.step(), target.method(), target.uri(), ordinal);
    OutgoingRequest request = new OutgoingRequest(key, ordinal);
    latest.put(target, request);
    return request;
  }

  private String operation() {
    return attempt.call().identity().operation();
  }

  private static void warn(String operation, String where, String method, URI uri) {
    if (WARNED.add(operation + " " + where)) {
      Log.requestWithoutKey(operation, where, method, hostOf(uri));
    }
  }

  private static String hostOf(URI uri) {
    return lower(hostAndPort(uri));
  }

  /** Without user and fragment, which are not sent to it; scheme and host in lower case. */
  static String normalized(URI uri) {
    StringBuilder text = new StringBuilder();
    text.append(lower(uri.getScheme())).append("://").append(lower(hostAndPort(uri)));
    if (uri.getRawPath() != null) {
      text.append(uri.getRawPath());
    }
    if (uri.getRawQuery() != null) {
      text.append('?').append(uri.getRawQuery());
    }
    return text.toString();
  }

  /** From the authority, because a host that is none by RFC 3986 is no host to {@link URI}. */
  private static @Nullable String hostAndPort(URI uri) {
    String authority = uri.getRawAuthority();
    return authority == null ? null : authority.substring(authority.lastIndexOf('@') + 1);
  }

  private static String lower(@Nullable String part) {
    return part == null ? "" : part.toLowerCase(Locale.ROOT);
  }
}
