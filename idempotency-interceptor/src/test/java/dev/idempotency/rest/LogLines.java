// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects warnings and errors with all that is printed of their causes. */
final class LogLines extends Handler implements AutoCloseable {

  private final Logger logger;
  private final List<String> texts = new CopyOnWriteArrayList<>();

  private LogLines(Logger logger) {
    this.logger = logger;
  }

  static LogLines of(String name) {
    LogLines lines = new LogLines(Logger.getLogger(name));
    lines.logger.addHandler(lines);
    return lines;
  }

  List<String> texts() {
    return texts;
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
      StringBuilder text = new StringBuilder(record.getMessage());
      for (Throwable cause = record.getThrown(); cause != null; cause = cause.getCause()) {
        text.append('\n').append(cause);
      }
      texts.add(text.toString());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
