// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.Idempotent;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table in the documentation and the code say the same. */
class SettingsTableTest {

  private static final Path TABLE = Path.of("..", "docs", "reference", "settings.md");

  private record Row(String name, String member, String defaultValue, String legal) {}

  private static List<Row> rows() throws IOException {
    try (Stream<String> lines = Files.lines(TABLE)) {
      return lines
          .takeWhile(line -> !line.equals("## The outbox"))
          .filter(line -> line.startsWith("| `"))
          .map(SettingsTableTest::row)
          .toList();
    }
  }

  private static Row row(String line) {
    List<String> cells =
        Arrays.stream(line.split("\\|")).map(cell -> cell.strip().replace("`", "")).toList();
    return new Row(cells.get(1), cells.get(2), cells.get(3), cells.get(4));
  }

  @Test
  void listsEverySettingWithItsDefaultAndRangeInOrder() throws IOException {
    assertThat(rows())
        .extracting(Row::name, Row::defaultValue, Row::legal)
        .containsExactlyElementsOf(
            Arrays.stream(Setting.values())
                .map(s -> tuple(s.settingName(), s.defaultValue(), s.range()))
                .toList());
  }

  @Test
  void listsEverySettingOfTheOutbox() throws IOException {
    try (Stream<String> lines = Files.lines(TABLE)) {
      List<Row> rows =
          lines
              .dropWhile(line -> !line.equals("## The outbox"))
              .takeWhile(line -> !line.equals("## Operations"))
              .filter(line -> line.startsWith("| `"))
              .map(SettingsTableTest::row)
              .toList();
      assertThat(rows)
          .extracting(Row::name, Row::defaultValue, Row::legal)
          .containsExactlyElementsOf(
              Arrays.stream(OutboxSetting.values())
                  .map(s -> tuple(s.settingName(), s.defaultValue(), s.range()))
                  .toList());
    }
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return org.assertj.core.groups.Tuple.tuple(values);
  }

  @Test
  void namesTheMemberOfTheAnnotationWhereThereIsOne() throws IOException {
    assertThat(rows())
        .allSatisfy(
            row -> {
              Setting setting = Setting.named(row.name()).orElseThrow();
              assertThat(row.member())
                  .isEqualTo(
                      setting.reach() == Setting.Reach.NODE ? "of the node" : memberOf(setting));
            });
  }

  private static String memberOf(Setting setting) {
    return Arrays.stream(Idempotent.class.getDeclaredMethods())
        .map(Method::getName)
        .filter(name -> kebab(name).equals(setting.settingName()))
        .findFirst()
        .orElse(setting == Setting.KEY_REQUIRED ? "key" : "");
  }

  private static String kebab(String camel) {
    return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
