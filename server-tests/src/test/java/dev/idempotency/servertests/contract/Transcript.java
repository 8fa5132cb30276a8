// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one server answered, case by case, in a file that {@code .ci/same-answers} compares with
 * another server's.
 */
final class Transcript {

  private final Path file;
  private final List<String> lines = new ArrayList<>();

  /** Takes away what an earlier run has left. */
  Transcript(String server) throws IOException {
    file = Path.of("target", "contract-answers", server + ".txt");
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
  }

  /** Answers that came at the same time have no order, so they are sorted. */
  void add(Case row, List<Reply> replies) {
    lines.add(row.toString());
    List<String> answers =
        row.serversDiffer()
            ? List.of("as the server words it")
            : replies.stream().map(Reply::gist).sorted().toList();
    answers.forEach(answer -> lines.add("  " + answer));
  }

  void write() throws IOException {
    Files.write(file, lines);
  }
}
