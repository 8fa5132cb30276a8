// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What is derived from a life, for ever: other services remember it. The vectors were computed by a
 * second implementation, from the rules of the reference page alone.
 */
class DerivedTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference", "child-keys.md");

  /** The rows of the vectors with so many cells, each without its quotes. */
  private static List<List<String>> rows(int cells, Pattern result) throws IOException {
    String page = Files.readString(REFERENCE);
    List<List<String>> rows =
        page.substring(page.indexOf("## Vectors"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(DerivedTest::cells)
            .filter(row -> row.size() == cells && result.matcher(row.get(cells - 1)).matches())
            .toList();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(2);
    return rows;
  }

  private static List<String> cells(String row) {
    String inner = row.substring(1, row.lastIndexOf('|'));
    return Arrays.stream(inner.split("\\|", -1))
        .map(cell -> cell.strip().replace("`", ""))
        .toList();
  }

  private static final Pattern KEY = Pattern.compile("[0-9a-f]{40}");

  @Test
  void childKeysAreAsDocumented() throws IOException {
    assertThat(rows(4, KEY))
        .allSatisfy(
            row ->
                assertThat(Derived.childKey(UUID.fromString(row.get(0)), row.get(1), row.get(2)))
                    .isEqualTo(row.get(3)));
  }

  @Test
  void keysOfRequestsAreAsDocumented() throws IOException {
    assertThat(rows(7, KEY))
        .allSatisfy(
            row ->
                assertThat(
                        Derived.requestKey(
                            UUID.fromString(row.get(0)),
                            row.get(1),
                            row.get(2),
                            row.get(3),
                            row.get(4),
                            Integer.parseInt(row.get(5))))
                    .isEqualTo(row.get(6)));
  }

  @Test
  void identifiersAreAsDocumented() throws IOException {
    assertThat(rows(4, Pattern.compile("[0-9a-f-]{36}")))
        .allSatisfy(
            row -> {
              UUID derived = Derived.uuid(UUID.fromString(row.get(0)), row.get(1), row.get(2));
              assertThat(derived).hasToString(row.get(3));
              assertThat(derived.version()).isEqualTo(8);
              assertThat(derived.variant()).isEqualTo(2);
            });
  }
}
