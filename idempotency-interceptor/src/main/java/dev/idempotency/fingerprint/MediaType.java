// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The type and subtype of a {@code Content-Type}, in lower case and without parameters. A charset
 * parameter has no meaning for JSON (RFC 8259, section 11), and elsewhere the bytes are compared.
 *
 * @param essence for example {@code application/json}; empty where no type was sent
 */
record MediaType(String essence) {

  static MediaType of(@Nullable String contentType) {
    if (contentType == null) {
      return new MediaType("");
    }
    int parameters = contentType.indexOf(';');
    String essence = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return new MediaType(essence.strip().toLowerCase(Locale.ROOT));
  }

  boolean isJson() {
    return essence.equals("application/json")
        || (essence.indexOf('/') > 0 && essence.endsWith("+json"));
  }

  boolean isForm() {
    return essence.equals("application/x-www-form-urlencoded");
  }

  boolean isMultipart() {
    return essence.startsWith("multipart/");
  }

  boolean isFormData() {
    return essence.equals("multipart/form-data");
  }
}
