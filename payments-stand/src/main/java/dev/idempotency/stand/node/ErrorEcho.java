// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.Console;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Repeats the errors of a server's log on the console, the first line of each. */
final class ErrorEcho implements Consumer<String> {

  private static final Pattern ERROR = Pattern.compile("\\b(SEVERE|ERROR|FATAL)\\b");
  private static final int WIDTH = 300;

  private final String name;
  private final Console console;

  ErrorEcho(String name, Console console) {
    this.name = name;
    this.console = console;
  }

  @Override
  public void accept(String line) {
    if (ERROR.matcher(line).find()) {
      console.say("%s: %s", name, line.length() > WIDTH ? line.substring(0, WIDTH) + " …" : line);
    }
  }
}
