// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one server answered, case by case, in a file that {@code .ci/same-answers} compares with
 * another server's. Where the servers are documented to differ, each case asserts the answers of
 * its server; they are in a file beside, to be looked at.
 */
final class Transcript {

  private final Path file;
  private final Path differences;
  private final List<String> lines = new ArrayList<>();
  private final List<String> different = new ArrayList<>();

  /** Takes away what an earlier run has left. */
  Transcript(String server) throws IOException {
    file = Path.of("target", "contract-answers", server + ".txt");
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    differences = file.resolveSibling(server + ".differences");
  }

  /** Answers that came at the same time have no order, so they are sorted. */
  void add(Case row, List<Reply> replies) {
    List<String> answers = replies.stream().map(reply -> "  " + reply.gist()).sorted().toList();
    lines.add(row.toString());
    if (row.serversDiffer()) {
      lines.add("  as documented for the server");
      different.add(row.toString());
      different.addAll(answers);
    } else {
      lines.addAll(answers);
    }
  }

  void write() throws IOException {
    Files.write(file, lines);
    Files.write(differences, different);
  }
}
