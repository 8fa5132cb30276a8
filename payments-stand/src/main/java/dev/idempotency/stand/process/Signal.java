// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.IOException;

/** The signals that the stand sends; the names are those of {@code kill}. */
public enum Signal {
  /** PostgreSQL: fast shutdown; a JVM: orderly shutdown. */
  INT,
  /** Orderly shutdown. */
  TERM,
  /** PostgreSQL: immediate shutdown, recovery at the next start. */
  QUIT,
  /** The process pauses; nothing in it notices. */
  STOP,
  /** A paused process goes on. */
  CONT,
  /** The process is gone at once. */
  KILL;

  /**
   * Sends this signal.
   *
   * @throws StandException if the process does not exist or belongs to somebody else
   */
  public void sendTo(long pid) {
    try {
      // kill is a built-in of every shell; as a program of its own it is missing on slim systems.
      Process kill = new ProcessBuilder("sh", "-c", "kill -" + name() + " " + pid).start();
      if (kill.waitFor() != 0) {
        throw new StandException("No signal " + name() + " could be sent to process " + pid + ".");
      }
    } catch (IOException e) {
      throw new StandException("sh could not be started to signal process " + pid + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StandException("Interrupted while signalling process " + pid + ".", e);
    }
  }
}
