// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What a node has logged since a mark. */
final class NodeLog {

  private static final Pattern TROUBLE =
      Pattern.compile("^\\s+at [\\w.$/@-]+\\(|^Caused by:|\\w(Exception|Error)\\b");

  private final Node node;
  private final int mark;

  private NodeLog(Node node) {
    this.node = node;
    this.mark = bytes(node).length;
  }

  static NodeLog from(Node node) {
    return new NodeLog(node);
  }

  /** The lines of a stack trace, or that name an exception. */
  List<String> trouble() {
    byte[] all = bytes(node);
    // Only ASCII is looked for, so that a server may log in any encoding.
    String text = new String(all, mark, all.length - mark, StandardCharsets.ISO_8859_1);
    return Arrays.stream(text.split("\\R")).filter(line -> TROUBLE.matcher(line).find()).toList();
  }

  private static byte[] bytes(Node node) {
    try {
      return Files.readAllBytes(node.log());
    } catch (IOException e) {
      throw new UncheckedIOException("The log of node " + node.number() + " cannot be read.", e);
    }
  }
}
