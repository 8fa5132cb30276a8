// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

/**
 * A guarded value call with a short lease, which it gives up when it has run for as long; returns
 * the id of the row that it inserted.
 */
public interface HeldBean {
  String work(String key);
}
