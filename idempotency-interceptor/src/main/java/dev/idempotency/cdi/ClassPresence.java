// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

/** Tells whether an optional API is there, before a class that uses it is touched. */
final class ClassPresence {

  private ClassPresence() {}

  static boolean of(String className) {
    try {
      Class.forName(className, false, ClassPresence.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
