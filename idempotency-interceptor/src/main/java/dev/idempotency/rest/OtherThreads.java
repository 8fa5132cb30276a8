// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.RunningCall;
import org.eclipse.microprofile.rest.client.ext.AsyncInvocationInterceptor;
import org.eclipse.microprofile.rest.client.ext.AsyncInvocationInterceptorFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells the thread of an asynchronous request for which guarded call it works, so that its filter
 * can warn: in which order such requests are sent nobody knows, so their keys would change.
 */
final class OtherThreads implements AsyncInvocationInterceptorFactory {

  @Override
  public AsyncInvocationInterceptor newInterceptor() {
    return new Handover();
  }

  /** From the thread that asks for a request to the one that sends it. */
  private static final class Handover implements AsyncInvocationInterceptor {

    private volatile @Nullable String operation;

    @Override
    public void prepareContext() {
      operation =
          RunningCall.find()
              .map(call -> call.attempt().call().identity().operation())
              .or(RunningCall::operationElsewhere)
              .orElse(null);
    }

    @Override
    public void applyContext() {
      RunningCall.worksFor(operation);
    }

    @Override
    public void removeContext() {
      RunningCall.worksFor(null);
    }
  }
}
