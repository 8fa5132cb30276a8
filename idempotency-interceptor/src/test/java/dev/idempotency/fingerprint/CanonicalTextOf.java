// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A digest that keeps what it is fed, to look at a canonical form before it is hashed. */
final class CanonicalTextOf extends MessageDigest {

  private final ByteArrayOutputStream fed = new ByteArrayOutputStream();

  private CanonicalTextOf() {
    super("none");
  }

  static String json(String document) {
    byte[] bytes = Requests.utf8(document);
    DigestWriter out = new DigestWriter(new CanonicalTextOf());
    CanonicalJson.put(
        JsonParser.parse(bytes, 0, bytes.length),
        ExcludedMembers.none(),
        CanonicalJson.NullMembers.KEPT,
        out);
    return new String(out.finish(), StandardCharsets.UTF_8);
  }

  @Override
  protected void engineUpdate(byte input) {
    fed.write(input);
  }

  @Override
  protected void engineUpdate(byte[] input, int offset, int length) {
    fed.write(input, offset, length);
  }

  @Override
  protected byte[] engineDigest() {
    return fed.toByteArray();
  }

  @Override
  protected void engineReset() {
    fed.reset();
  }
}
