// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps every other stand off a folder, and no longer than this process lives. */
public final class FolderLock implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the folder; the lock is a file beside it.
   *
   * @param property the property that names another folder, for the message
   * @throws StandException if another stand has it
   */
  public static FolderLock take(Path folder, String property) {
    Path file = folder.resolveSibling(folder.getFileName() + ".lock");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isFree(channel)) {
        return new FolderLock(file, channel);
      }
      channel.close();
      throw new StandException(
          "Another stand uses the folder %s. End it, or choose another folder with -D%s=<folder>."
              .formatted(folder, property));
    } catch (IOException e) {
      throw new StandException("The lock file " + file + " cannot be written.", e);
    }
  }

  private static boolean isFree(FileChannel channel) throws IOException {
    try {
      // Held until the channel is closed.
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // A stand of this very process.
      return false;
    }
  }

  /** Lets other stands use the folder. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StandException("The lock " + file + " cannot be given back.", e);
    }
  }
}
