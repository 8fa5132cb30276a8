// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file, for messages. */
final class LogTail {

  private static final int LINES = 25;
  private static final int WIDTH = 300;

  private LogTail() {}

  static String of(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      StringBuilder text = new StringBuilder("End of " + log + ":");
      for (String line : lines.subList(Math.max(0, lines.size() - LINES), lines.size())) {
        text.append("\n  ").append(line, 0, Math.min(line.length(), WIDTH));
      }
      return text.toString();
    } catch (MalformedInputException e) {
      return "Its log is " + log + " (not UTF-8).";
    } catch (IOException e) {
      return "Its log " + log + " cannot be read: " + e.getMessage();
    }
  }
}
