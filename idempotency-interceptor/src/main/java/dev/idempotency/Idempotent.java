// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method happen once per key.
 *
 * <p>On a JAX-RS resource method the key is the {@code Idempotency-Key} request header, the request
 * is compared, and the rendered response is stored and replayed. On any other bean method the key
 * is the parameter marked {@link IdempotencyKey}, or else the current request's header, the
 * arguments are compared, and the return value is stored and replayed.
 *
 * <p>The key is claimed in a transaction of its own; the method and the finalizing update run in
 * the business transaction: the container's, the caller's, or one that is begun for the call.
 *
 * <p><b>What a caller sees.</b> A response call is answered through the response, as {@code
 * docs/reference/http.md} lists. Interceptors around this one, and Java code around the resource
 * method, get its return value where the method ran, and null (zero or false of a primitive type)
 * where it did not: a replay or a refusal never throws, since an exception out of an enterprise
 * bean is a rollback and a logged stack trace ({@code docs/decisions/0002}). A value call returns
 * the result, of the first call or stored, or throws:
 *
 * <ul>
 *   <li>what the method threw, in the call that ran it;
 *   <li>a stored exception again, as {@link #rebuild()} says, or as {@link
 *       ReplayedFailureException};
 *   <li>another {@link IdempotencyException} where it was not run, or ran and was rolled back: one
 *       subclass per reaction of the caller;
 *   <li>{@link IllegalArgumentException} where an argument has no JSON form, or one beyond the
 *       limits of {@code docs/reference/fingerprint.md}; nothing was run;
 *   <li>{@link IllegalStateException} where the method calls itself with its own key, where two
 *       calls of one operation take the key of one request, where a {@link
 *       dev.idempotency.spi.ScopeResolver} returns no usable scope, or where the result cannot be
 *       stored as JSON of its declared type, in which case the call is rolled back.
 * </ul>
 *
 * <p>On a method that answers safe requests ({@code GET}, {@code HEAD}, {@code OPTIONS}, {@code
 * TRACE}) the annotation has no effect, and the start-up log says so. The rules are in {@code
 * docs/internals/protocol.md}.
 *
 * <p>Every setting can be given by MicroProfile Config as well. Precedence: {@code
 * idempotency.operation.<operation>.<setting>}, this annotation, {@code idempotency.<setting>}, the
 * default. A member left at its default counts as not given.
 */
@InterceptorBinding
@Inherited
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Idempotent {

  /**
   * The name of the operation, dotted lower case such as {@code transfers.create}; part of the
   * record's identity. Left empty, it is derived from class and method, so that a rename makes all
   * keys new.
   *
   * @return the operation, or empty for the derived name
   */
  @Nonbinding
  String operation() default "";

  /**
   * How work and outcome commit together.
   *
   * @return the protocol; not configurable, because the method's code depends on it
   */
  @Nonbinding
  Protocol protocol() default Protocol.TWO_TRANSACTIONS;

  /**
   * How long a claim is respected without a sign of life, as an ISO-8601 duration (setting {@code
   * stale-after}, default {@code PT30S}).
   *
   * @return the lease, or empty for the configured one
   */
  @Nonbinding
  String staleAfter() default "";

  /**
   * How long a call runs at most while it still keeps its lease, as an ISO-8601 duration (setting
   * {@code longest-run}, default {@code PT15M}). A call that runs for longer may still finish, but
   * another one with its key may take over once its lease has run out.
   *
   * @return the longest run, or empty for the configured one
   */
  @Nonbinding
  String longestRun() default "";

  /**
   * How long a finished record is kept, counted from its outcome: an ISO-8601 duration or {@value
   * dev.idempotency.Retentions#FOREVER} (setting {@code retention}, default {@code PT24H}).
   *
   * @return the retention, or empty for the configured one
   * @see Retentions
   */
  @Nonbinding
  String retention() default "";

  /**
   * The longest time after which a retry can still reach this operation, as an ISO-8601 duration
   * (setting {@code retry-window}). A retention shorter than it fails the deployment.
   *
   * @return the retry window, or empty where none is declared
   */
  @Nonbinding
  String retryWindow() default "";

  /**
   * Whether a call without a key is refused (setting {@code key-required}, default {@code true}).
   *
   * @return the requirement
   */
  @Nonbinding
  KeyRequirement key() default KeyRequirement.CONFIGURED;

  /**
   * What a call does whose key is in progress (setting {@code when-busy}, default {@code reject}).
   *
   * @return the choice
   */
  @Nonbinding
  WhenBusy whenBusy() default WhenBusy.CONFIGURED;

  /**
   * How long a call waits at most for the outcome of a key in progress, as an ISO-8601 duration
   * (setting {@code wait-bound}, default {@code PT5S}); counts only where calls wait.
   *
   * @return the bound, or empty for the configured one
   */
  @Nonbinding
  String waitBound() default "";

  /**
   * What happens where nobody is authenticated and the request's header carries a key (setting
   * {@code anonymous}, default {@code shared}).
   *
   * @return the choice
   */
  @Nonbinding
  AnonymousCallers anonymous() default AnonymousCallers.CONFIGURED;

  /**
   * Whether the outcome's content is stored (setting {@code store-result}, default {@code true}).
   *
   * @return the choice
   */
  @Nonbinding
  ResultStorage storeResult() default ResultStorage.CONFIGURED;

  /**
   * Members of a JSON request body that are not compared, as JSON pointers (RFC 6901), for example
   * {@code /clientTimestamp} (setting {@code excluded-members}, comma-separated). Of resource
   * methods only; elsewhere it fails the deployment, and {@link ExcludedFromFingerprint} excludes
   * parameters.
   *
   * @return the pointers
   */
  @Nonbinding
  String[] excludedMembers() default {};

  /**
   * Exceptions after which the key is given back for a retry.
   *
   * @return the classes; the one nearest to the thrown class among all three lists decides
   */
  @Nonbinding
  Class<? extends Throwable>[] retryOn() default {};

  /**
   * Exceptions that are the outcome: every retry gets the same refusal.
   *
   * @return the classes; the one nearest to the thrown class among all three lists decides
   */
  @Nonbinding
  Class<? extends Throwable>[] replayOn() default {};

  /**
   * Exceptions after which the key is spent: a retry is told to use a new one.
   *
   * @return the classes; the one nearest to the thrown class among all three lists decides
   */
  @Nonbinding
  Class<? extends Throwable>[] newKeyOn() default {};

  /**
   * Response statuses after which the key is given back for a retry, beside 408, 425, 429 and 5xx.
   *
   * @return HTTP status codes of 400 and above
   */
  @Nonbinding
  int[] retryOnStatus() default {};

  /**
   * Response statuses that are the outcome, also where the default would be a retry.
   *
   * @return HTTP status codes of 400 and above
   */
  @Nonbinding
  int[] replayOnStatus() default {};

  /**
   * Response statuses after which the key is spent: a retry is told to use a new one.
   *
   * @return HTTP status codes of 400 and above
   */
  @Nonbinding
  int[] newKeyOnStatus() default {};

  /**
   * Exceptions of a value call that a replay throws again as the same class, by its constructor
   * that takes a message. Any other stored exception is replayed as {@link
   * ReplayedFailureException}. On a resource method it fails the deployment.
   *
   * @return the classes, matched exactly
   */
  @Nonbinding
  Class<? extends Throwable>[] rebuild() default {};
}
