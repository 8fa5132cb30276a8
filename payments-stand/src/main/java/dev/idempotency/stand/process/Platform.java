// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.util.Locale;
import java.util.Set;

/** The machine, in the words that file names of native programs use. */
public final class Platform {

  private static final Set<String> ARM = Set.of("aarch64", "arm64");

  private Platform() {}

  /** {@code linux}, {@code darwin}, or what the JVM calls another system. */
  public static String system() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.startsWith("mac") ? "darwin" : name.replace(' ', '_');
  }

  /** Whether the processor is a 64-bit ARM; every other is taken for an x86-64. */
  public static boolean isArm() {
    return ARM.contains(System.getProperty("os.arch").toLowerCase(Locale.ROOT));
  }
}
