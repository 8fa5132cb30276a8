// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Takes a rendered body: up to a limit in memory, so that it can be stored, the rest in a temporary
 * file, so that the first answer can still go out whole.
 */
final class SpillingBuffer extends OutputStream {

  private final int limit;
  private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable FileChannel file;

  SpillingBuffer(int limit) {
    this.limit = limit;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int fits = Math.min(length, limit - memory.size());
    memory.write(bytes, offset, fits);
    if (fits < length) {
      spill(ByteBuffer.wrap(bytes, offset + fits, length - fits));
    }
  }

  private void spill(ByteBuffer rest) throws IOException {
    FileChannel to = file;
    if (to == null) {
      Path path = Files.createTempFile("idempotency-", ".body");
      // Deleted when it is closed, at the latest with this process.
      to =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      file = to;
    }
    while (rest.hasRemaining()) {
      to.write(rest);
    }
  }

  /** Whether more than the limit was written. */
  boolean spilled() {
    return file != null;
  }

  /** What is held in memory: all of it, unless it spilled. */
  byte[] bytes() {
    return memory.toByteArray();
  }

  /** All that was written, to be read once; closing it frees the file. */
  InputStream everything() throws IOException {
    InputStream head = new ByteArrayInputStream(bytes());
    if (file == null) {
      return head;
    }
    file.position(0);
    return new SequenceInputStream(head, Channels.newInputStream(file));
  }

  /** Frees the file of a body that will not be sent. */
  void discard() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
