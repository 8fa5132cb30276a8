// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

/**
 * A console that falls silent when its stand ends: from then on every end is meant. Thread-safe.
 */
public final class MutableConsole implements Console {

  private final Console console;
  private volatile boolean muted;

  /** Passes everything on until {@link #mute()}. */
  public MutableConsole(Console console) {
    this.console = console;
  }

  /** Passes nothing on from now on. */
  public void mute() {
    muted = true;
  }

  @Override
  public void say(String line) {
    if (!muted) {
      console.say(line);
    }
  }
}
