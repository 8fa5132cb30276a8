// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what the library warns of. */
final class LogCapture extends Handler implements AutoCloseable {

  private static final Logger LOGGER = Logger.getLogger("dev.idempotency");

  private final List<String> warnings = new CopyOnWriteArrayList<>();

  private LogCapture() {}

  static LogCapture start() {
    LogCapture capture = new LogCapture();
    LOGGER.addHandler(capture);
    return capture;
  }

  List<String> warnings() {
    return warnings;
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getLevel().equals(Level.WARNING)) {
      warnings.add(record.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
  }
}
