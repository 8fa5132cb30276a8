// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table proves everything that it should, and nothing that isn't there. */
class TableTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference", "http.md");

  /** A row's first cell; the problems' first cell is a status, and their second names them. */
  private static final Pattern ROW =
      Pattern.compile("^\\| (?:\\d{3} \\| `([a-z-]+)`|([^|]+?)) \\|");

  /** First cells of the lines that head a table. */
  private static final Set<String> HEADS = Set.of("request", "status", "limit");

  private static final String LIBRARY = "../idempotency-interceptor/src/test/java/dev/idempotency/";

  /**
   * What no request can show, or not without seconds of waiting: by the method of the test that
   * shows it.
   */
  private static final Map<String, List<String>> ELSEWHERE =
      Map.of(
          "4.6",
              List.of(
                  "src/test/java/dev/idempotency/servertests/contract/TenantIT#aCallerOfNoTenantIsNobody"),
          "5.18",
              List.of(
                  LIBRARY + "cdi/ArgumentsTest#everyUsualTypeHasOneTextInEveryProcess",
                  LIBRARY
                      + "cdi/ValueProblemsTest#failsTheDeploymentAndNamesClassMethodReasonAndRemedy"),
          "7.7",
              List.of(
                  "src/test/java/dev/idempotency/servertests/contract/StoreDownIT#beforeTheClaimNothingRunsAndItRecoversByItself",
                  "src/test/java/dev/idempotency/servertests/contract/StoreDownIT#whileTheMethodRunsItsWorkRollsBack"),
          "asynchronous answers and events",
              List.of(
                  LIBRARY
                      + "cdi/MethodProblemsTest#failsTheDeploymentAndNamesClassMethodReasonAndRemedy"),
          "headers that are never stored",
              List.of(LIBRARY + "cdi/SettingsTest#aHeaderOfOneExchangeOrCallerIsNeverStored"),
          "waiting calls",
              List.of(LIBRARY + "protocol/WaitTest#atMostSixteenCallsOfAnOperationWaitOnANode"),
          "causes",
              List.of(LIBRARY + "rest/ProblemTest#aCauseIsToldOnceWithoutWhatTheDatabaseQuotes"));

  private static final Pattern HANDED = Pattern.compile("\\d+\\.\\d+");

  /**
   * The handed cases of key, fingerprint, replay, failure and secrets, as far as HTTP shows them.
   */
  private static final List<String> CASES =
      List.of(
          ("4.1 4.2 4.4 4.5 4.6 4.7 4.9 4.11 4.12"
                  + " 5.1 5.3 5.6 5.7 5.8 5.10 5.11 5.13 5.14 5.17 5.18"
                  + " 6.1 6.2 6.6 6.9 6.10 6.12 6.13 6.14 6.15"
                  + " 7.1 7.2 7.3 7.4 7.5 7.7 14.1")
              .split(" ", -1));

  private static Set<String> proven() {
    return Stream.concat(
            Table.everything().stream().flatMap(row -> row.proves().stream()),
            ELSEWHERE.keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> documented() throws Exception {
    return Files.readAllLines(REFERENCE).stream()
        .map(ROW::matcher)
        .filter(Matcher::find)
        .map(row -> row.group(1) == null ? row.group(2) : row.group(1))
        .filter(cell -> !HEADS.contains(cell))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyRowOfTheReferenceIsProvenAndNoOtherIsNamed() throws Exception {
    Set<String> rows = proven();
    rows.removeIf(reference -> HANDED.matcher(reference).matches());
    assertThat(documented()).hasSizeGreaterThan(40);
    assertThat(rows).isEqualTo(documented());
  }

  @Test
  void theTestsElsewhereAreThere() throws Exception {
    for (String citation : ELSEWHERE.values().stream().flatMap(List::stream).toList()) {
      String[] test = citation.split("#", 2);
      assertThat(Path.of(test[0] + ".java")).content().contains("void " + test[1] + "(");
    }
  }

  @Test
  void everyRowHasASource() throws Exception {
    List<String> rows =
        Files.readAllLines(REFERENCE).stream()
            .filter(line -> line.startsWith("|") && !line.contains("---"))
            .toList();
    assertThat(rows)
        .isNotEmpty()
        .allSatisfy(
            row -> {
              String[] cells = row.split("(?<!\\\\)\\|", -1);
              assertThat(cells[cells.length - 2].strip())
                  .as(row)
                  .containsPattern("^(source|own|departs|draft|RFC|Jakarta|Fetch|the server)");
            });
  }

  @Test
  void everyHandedCaseIsProven() {
    Set<String> cases = proven();
    cases.removeIf(reference -> !HANDED.matcher(reference).matches());
    assertThat(cases).containsExactlyInAnyOrderElementsOf(CASES);
  }
}
