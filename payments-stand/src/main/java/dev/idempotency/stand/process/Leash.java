// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/**
 * Ends the children when this JVM is gone, even by {@code kill -9}.
 *
 * <p>A shell reads the list of children from a pipe. The pipe closes when this JVM ends, in
 * whatever way; the shell then signals those still on the list. Thread-safe.
 */
public final class Leash implements AutoCloseable {

  // Ignores what a terminal sends to the whole process group: it has to outlive this JVM.
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      list=''
      while read -r op signal pid; do
        rest=''
        for entry in $list; do
          [ "${entry#*:}" = "$pid" ] || rest="$rest $entry"
        done
        list=$rest
        [ "$op" = add ] && list="$list $signal:$pid"
      done
      [ -n "$list" ] || exit 0
      for entry in $list; do
        kill -"${entry%%:*}" "${entry#*:}" 2>/dev/null
        kill -CONT "${entry#*:}" 2>/dev/null
      done
      sleep 5
      for entry in $list; do
        kill -KILL "${entry#*:}" 2>/dev/null
      done
      """;

  private final Process shell;
  private final BufferedWriter list;
  private boolean closed;

  /** Starts the shell. */
  public Leash() {
    try {
      shell =
          new ProcessBuilder("sh", "-c", SCRIPT)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new StandException("sh could not be started; the stand needs a POSIX shell.", e);
    }
    list =
        new BufferedWriter(
            new OutputStreamWriter(shell.getOutputStream(), StandardCharsets.US_ASCII));
  }

  /**
   * From now on the process gets the signal, and SIGKILL 5 s later, when this JVM is gone.
   *
   * @throws StandException if the leash is closed: the stand ends, nothing may be started any more
   */
  public synchronized void add(long pid, Signal signal) {
    if (closed) {
      throw new StandException("The stand has ended; nothing is started any more.");
    }
    write("add " + signal + " " + pid);
  }

  /** The process has ended; its number may belong to somebody else from now on. */
  public synchronized void remove(long pid) {
    if (!closed) {
      write("remove - " + pid);
    }
  }

  private void write(String line) {
    try {
      list.write(line + "\n");
      list.flush();
    } catch (IOException e) {
      throw new StandException(
          "The shell (pid " + shell.pid() + ") that guards the child processes is gone.", e);
    }
  }

  /** Ends the shell, which ends every process that was added and not removed. */
  @Override
  public synchronized void close() {
    closed = true;
    try {
      list.close();
    } catch (IOException e) {
      throw new StandException("The pipe to the shell that guards the children broke.", e);
    }
  }
}
