// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

  @Test
  void isThatOfRfc8785WithAllDigitsOfItsNumbers() {
    String example =
        """
        {
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
          "literals": [null, true, false]
        }""";

    assertThat(CanonicalTextOf.json(example))
        .isEqualTo(
            "{\"literals\":[null,true,false],"
                + "\"numbers\":[333333333.33333329,1e+30,4.5,0.002,1e-27],"
                + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
  }

  @Test
  void sortsMembersByCodeUnitAsTheExampleOfRfc8785Does() {
    String example =
        """
        {"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}""";

    assertThat(CanonicalTextOf.json(example))
        .isEqualTo("{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}");
  }

  @Test
  void sortsAShorterNameBeforeALongerOneThatItBegins() {
    assertThat(CanonicalTextOf.json("{\"aa\":1,\"\":2,\"b\":3,\"a\":4}"))
        .isEqualTo("{\"\":2,\"a\":4,\"aa\":1,\"b\":3}");
  }

  @Test
  void sortsNamesByWhatTheyMeanAndNotByHowTheyAreWritten() {
    assertThat(CanonicalTextOf.json("{\"\\u0062\":1,\"a\":2,\"\\\"\":3,\"#\":4}"))
        .isEqualTo("{\"\\\"\":3,\"#\":4,\"a\":2,\"b\":1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "null", "true", "false", "0", "\"\"", "[{},[],\"\"]"})
  void leavesTheSmallestDocumentsAsTheyAre(String document) {
    assertThat(CanonicalTextOf.json(document)).isEqualTo(document);
  }

  @ParameterizedTest
  @CsvSource({
    "125.40, 125.4",
    "1254e-1, 125.4",
    "1.254E2, 125.4",
    "-0, 0",
    "0.0, 0",
    "-0.00e-5, 0",
    "0e5, 0",
    "10000, 10000",
    "1e4, 10000",
    "10000.0, 10000",
    "100000000000000000000, 100000000000000000000",
    "1e20, 100000000000000000000",
    "1000000000000000000000, 1e+21",
    "123456789012345678901.50, 123456789012345678901.5",
    "1234567890123456789012.5, 1.2345678901234567890125e+21",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "-0.00000012300, -1.23e-7",
    "123456789012345678901234567890, 1.2345678901234567890123456789e+29",
    "9007199254740993, 9007199254740993",
    "0.1000000000000000055511151231257827, 0.1000000000000000055511151231257827",
    "1e+0000000000000000001, 10",
    "1e1000, 1e+1000",
    "1e-1000, 1e-1000",
  })
  void writesEachNumberByItsExactValue(String written, String canonical) {
    assertThat(CanonicalTextOf.json(written)).isEqualTo(canonical);
  }

  @Test
  void isItsOwnCanonicalForm() {
    String canonical = CanonicalTextOf.json("{\"b\":[1E+30,\"\\u0000\\t\\/\"],\"a\":-1.50e-9}");

    assertThat(CanonicalTextOf.json(canonical)).isEqualTo(canonical);
  }
}
