// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names of operations: dotted lower case. The default is made of the simple names of class and
 * method, in kebab case, without package: {@code TransferService.createTransfer} is {@code
 * transfer-service.create-transfer}.
 */
final class OperationNames {

  private static final int LONGEST = 100;
  private static final Pattern LEGAL =
      Pattern.compile("[a-z0-9][a-z0-9-]*(\\.[a-z0-9][a-z0-9-]*)*");

  /**
   * Between a lower-case letter or digit and a capital, and before the last of several capitals.
   */
  private static final Pattern WORD_BOUNDARY =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private static final Pattern FOREIGN = Pattern.compile("[^a-z0-9]+");

  private OperationNames() {}

  static String of(Class<?> beanClass, String method) {
    return kebab(beanClass.getSimpleName()) + "." + kebab(method);
  }

  static boolean isLegal(String name) {
    return name.length() <= LONGEST && LEGAL.matcher(name).matches();
  }

  private static String kebab(String camel) {
    String words = WORD_BOUNDARY.matcher(camel).replaceAll("-").toLowerCase(Locale.ROOT);
    String kebab = FOREIGN.matcher(words).replaceAll("-");
    return kebab.startsWith("-") ? kebab.substring(1) : kebab;
  }
}
