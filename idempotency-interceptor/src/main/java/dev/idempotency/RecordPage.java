// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.List;
import java.util.Optional;

/**
 * A page of records, each as it was when the page was read.
 *
 * @param records newest first; may be fewer than the limit, even none, although more follow
 * @param next where the next page begins; empty at the end of the list
 */
public record RecordPage(List<RecordDetails> records, Optional<RecordQuery.Position> next) {

  /**
   * Creates the page.
   *
   * @param records newest first
   * @param next where the next page begins
   */
  public RecordPage {
    records = List.copyOf(records);
  }
}
