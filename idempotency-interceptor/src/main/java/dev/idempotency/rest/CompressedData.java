// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decodes compressed data to its last byte. What the platform's streams leave over, or take for the
 * end, would reach the handler without being compared.
 */
final class CompressedData {

  private static final int MAGIC = 0x8b1f;
  private static final int DEFLATED = 8;
  private static final int HEADER_CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int AFTER_FLAGS = 6;
  private static final int CHUNK = 8_192;

  private final ByteBuffer data;
  private final int limit;
  private final ByteArrayOutputStream decoded = new ByteArrayOutputStream();
  private final CRC32 checksum = new CRC32();
  private final byte[] chunk = new byte[CHUNK];

  private CompressedData(byte[] data, int limit) {
    this.data = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    this.limit = limit;
  }

  /**
   * Decodes one zlib stream (RFC 1950).
   *
   * @throws UnacceptableRequestException if there is more than the limit
   * @throws IOException if it is damaged, needs a dictionary, or something follows
   */
  static byte[] zlib(byte[] data, int limit) throws IOException {
    CompressedData zlib = new CompressedData(data, limit);
    zlib.inflate(false);
    if (zlib.data.hasRemaining()) {
      throw new ZipException("Something follows the compressed data");
    }
    return zlib.decoded.toByteArray();
  }

  /**
   * Decodes the members of a gzip file (RFC 1952).
   *
   * @throws UnacceptableRequestException if there is more than the limit
   * @throws IOException if it is damaged, or something follows that is no member
   */
  static byte[] gzip(byte[] data, int limit) throws IOException {
    CompressedData gzip = new CompressedData(data, limit);
    do {
      gzip.member();
    } while (gzip.data.hasRemaining());
    return gzip.decoded.toByteArray();
  }

  private void member() throws IOException {
    header();
    int before = decoded.size();
    checksum.reset();
    inflate(true);
    require(data.remaining() >= 2 * Integer.BYTES);
    require(data.getInt() == (int) checksum.getValue());
    require(data.getInt() == decoded.size() - before);
  }

  private void header() throws IOException {
    require(data.remaining() >= Short.BYTES + 1 + 1 + AFTER_FLAGS);
    require((data.getShort() & 0xffff) == MAGIC);
    require(data.get() == DEFLATED);
    int flags = data.get();
    skip(AFTER_FLAGS);
    if ((flags & EXTRA) != 0) {
      require(data.remaining() >= Short.BYTES);
      skip(data.getShort() & 0xffff);
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      skip(Short.BYTES);
    }
  }

  private void skip(int bytes) throws IOException {
    require(data.remaining() >= bytes);
    data.position(data.position() + bytes);
  }

  private void skipText() throws IOException {
    do {
      require(data.hasRemaining());
    } while (data.get() != 0);
  }

  private static void require(boolean holds) throws ZipException {
    if (!holds) {
      throw new ZipException("The data is damaged");
    }
  }

  /** Inflates one stream from the position on, and moves behind it. */
  private void inflate(boolean raw) throws IOException {
    Inflater inflater = new Inflater(raw);
    try {
      inflater.setInput(data);
      while (!inflater.finished()) {
        int length = inflater.inflate(chunk);
        // Neither progress nor end: it is cut off, or needs a dictionary that nobody has.
        require(length > 0 || inflater.finished());
        if (length > limit - decoded.size()) {
          throw UnacceptableRequestException.tooLarge(limit);
        }
        decoded.write(chunk, 0, length);
        checksum.update(chunk, 0, length);
      }
    } catch (DataFormatException e) {
      throw new IOException(e);
    } finally {
      inflater.end();
    }
  }
}
