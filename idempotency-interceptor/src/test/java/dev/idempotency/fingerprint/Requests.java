// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/** Requests of the tests, and what is asked of their fingerprints. */
final class Requests {

  static final String PAYMENT =
      "{\"account\":\"acc-17\",\"amount\":125.40,\"currency\":\"EUR\",\"memo\":\"rent\"}";

  private Requests() {}

  static Fingerprint json(String body) {
    return json(utf8(body));
  }

  static Fingerprint json(byte[] body) {
    return body("application/json", body);
  }

  static Fingerprint jsonExcluding(Collection<String> pointers, String body) {
    return content("application/json", utf8(body), ExcludedMembers.of(pointers));
  }

  static Fingerprint body(String contentType, String body) {
    return body(contentType, utf8(body));
  }

  static Fingerprint body(String contentType, byte[] body) {
    return content(contentType, body, ExcludedMembers.none());
  }

  private static Fingerprint content(String contentType, byte[] body, ExcludedMembers excluded) {
    return new RequestContent("POST", "/payments", null, contentType, body, excluded)
        .fingerprint(Fingerprint.CURRENT_VERSION);
  }

  static Fingerprint path(String rawPath) {
    return target("POST", rawPath, null);
  }

  static Fingerprint query(String rawQuery) {
    return target("POST", "/payments", rawQuery);
  }

  static Fingerprint target(String method, String rawPath, String rawQuery) {
    return new RequestContent(
            method, rawPath, rawQuery, "application/json", utf8(PAYMENT), ExcludedMembers.none())
        .fingerprint(Fingerprint.CURRENT_VERSION);
  }

  static Fingerprint arguments(String json) {
    return argumentsExcluding(List.of(), json);
  }

  static Fingerprint argumentsExcluding(Collection<String> pointers, String json) {
    return new CallArguments(utf8(json), ExcludedMembers.of(pointers))
        .fingerprint(Fingerprint.CURRENT_VERSION);
  }

  static ContentRefusedException refusal(Runnable fingerprinting) {
    return catchThrowableOfType(ContentRefusedException.class, fingerprinting::run);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
