// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP request that the calling thread serves, as the JAX-RS adapter captured it. One instance
 * per request, used by one thread at a time.
 */
public interface IncomingRequest {

  /**
   * Says whether an invocation is the resource method that this request was dispatched to, and
   * takes it: the first such invocation is the response call, every later one a value call (P3).
   *
   * @param beanClass the intercepted bean's class, possibly a subclass that the container generated
   * @param method the intercepted method
   * @return whether the invocation is this request's response call
   */
  boolean takeResponseCall(Class<?> beanClass, Method method);

  /**
   * Returns the key in a header of the request.
   *
   * @param headerName the header that carries the called operation's key, which need not be that of
   *     the resource method
   * @return the key, parsed; empty where the header is absent
   * @throws dev.idempotency.InvalidKeyException if the header is there but carries no usable key
   */
  Optional<String> key(String headerName);

  /**
   * Notes that a record took its key from the header. The header serves one record per operation
   * and request (P3).
   *
   * @param operation the operation's name
   * @return whether no record of this operation had taken it before, or the one that had gave its
   *     key back by {@link #releaseKey}
   */
  boolean takeKey(String operation);

  /**
   * Notes that the operation's record ended as a retry, so that a second call may use the header
   * again.
   *
   * @param operation the operation's name
   */
  void releaseKey(String operation);

  /**
   * Returns what the request is compared by.
   *
   * @return fingerprints of the captured bytes
   */
  Fingerprints fingerprints();

  /**
   * Says whether the request filter saw a transaction before the resource method was called; where
   * it saw none, one that is active in the interceptor was begun by the container for this call.
   *
   * @return whether somebody had begun one before
   */
  boolean transactionWasActive();

  /**
   * Renders an ending of the resource method to status, header lines and bytes, as the server would
   * (P20, P27), and keeps it for the response.
   *
   * @param ending how the method ended
   * @return the outcome; null for an exception that no mapper of the application takes, which is
   *     never stored
   * @throws Exception if a writer or mapper fails
   */
  @Nullable Outcome render(Ending ending) throws Exception;

  /**
   * Leaves the answer for the response filter, which replaces what the server would send.
   *
   * @param answer how the response call is answered
   */
  void answerWith(Answer answer);

  /**
   * Leaves an attempt whose transaction somebody else ends. Before the request is answered the
   * response filter, also that of a resource method which is not guarded itself, settles it by
   * {@link Protocols#settle}, so that the answer never overtakes the record (P28); where the store
   * cannot be reached or the transaction is still open, the request is answered with 503.
   *
   * @param attempt the attempt, however it is answered
   */
  void settleBeforeAnswer(Attempt attempt);
}
