// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

/**
 * Changes what is stored of an outcome, for example to mask a card number. A retry gets what is
 * stored; the first answer goes out unchanged. An application gives one by a bean of this type.
 *
 * <p>It is called in the business transaction, before the outcome is written, and must not touch
 * the transaction. What it throws is treated as a result that cannot be rendered: everything is
 * rolled back and the key is given back. Implementations must be safe for concurrent use.
 */
@FunctionalInterface
public interface ResultFilter {

  /**
   * Says what is stored.
   *
   * @param result the outcome as it would be stored
   * @return the result itself, or a changed copy
   */
  StoredResult filter(StoredResult result);
}
