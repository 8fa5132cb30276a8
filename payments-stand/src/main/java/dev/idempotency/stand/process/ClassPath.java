// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Where the classes of this process come from. */
public final class ClassPath {

  private ClassPath() {}

  /** The class path for a child JVM that runs the stand's classes. */
  public static String ofThisProcess() {
    // Inside Maven the stand has a class loader of its own, and java.class.path is Maven's.
    if (ClassPath.class.getClassLoader() instanceof URLClassLoader loader) {
      return Arrays.stream(loader.getURLs())
          .map(url -> path(url).toString())
          .collect(Collectors.joining(File.pathSeparator));
    }
    // A child works in another folder, where relative entries mean nothing.
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The jar or folder that holds a class. */
  public static Path of(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      throw new StandException(type.getName() + " comes from no file.");
    }
    return path(source.getLocation());
  }

  private static Path path(URL url) {
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new StandException("The class path holds " + url + ", which is no file.", e);
    }
  }
}
