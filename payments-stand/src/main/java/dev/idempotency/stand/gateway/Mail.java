// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mail that the sink took.
 *
 * @param messageId the header Message-ID, null if there was none
 * @param from the sender in the envelope
 * @param to the recipients in the envelope
 * @param subject the decoded subject, null if there was none
 * @param text the decoded body if it is text, else the mail as it came
 * @param at when it arrived, ISO-8601 in UTC
 */
public record Mail(
    @Nullable String messageId,
    String from,
    List<String> to,
    @Nullable String subject,
    String text,
    String at) {

  /** Copies the list. */
  public Mail {
    to = List.copyOf(to);
  }
}
