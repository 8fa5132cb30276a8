// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import java.util.List;

/** How one kind of server is started. */
interface AppServer {

  /**
   * Prepares the node's folder and tells the command that starts the server in it, one JVM.
   *
   * <p>Called before every start: whatever a killed predecessor left half-made is cleared.
   */
  List<String> prepare(NodeSpec node);
}
