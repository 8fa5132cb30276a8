// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every whole class in README and docs compiles, beside the classes that the reader supplies. */
class DocumentedClassesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern JAVA = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^public (?:final )?(?:class|interface|record) (\\w+)");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final int FEWEST = 5;

  /** What the documents leave to the reader. */
  private static final List<String> READERS =
      List.of(
          "package com.example.tenants; public interface CurrentTenant { String id(); }",
          "package com.example.orders; public record OrderRequest(String item) {}",
          "package com.example.orders; public class Order { public Order(OrderRequest request) {}"
              + " public String id() { return \"\"; } }");

  @TempDir Path classes;

  @TestFactory
  Stream<DynamicTest> everyWholeClassCompiles() {
    List<DynamicTest> tests =
        documents()
            .flatMap(
                document ->
                    wholeClasses(document).stream()
                        .map(
                            source ->
                                DynamicTest.dynamicTest(
                                    ROOT.relativize(document) + ": " + name(source),
                                    () -> assertThat(errors(source)).isEmpty())))
            .toList();
    assertThat(tests).hasSizeGreaterThanOrEqualTo(FEWEST);
    return tests.stream();
  }

  private static Stream<Path> documents() {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      List<Path> markdown =
          new ArrayList<>(docs.filter(DocumentedClassesTest::isMarkdown).toList());
      markdown.add(ROOT.resolve("README.md"));
      return markdown.stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isMarkdown(Path file) {
    return file.toString().endsWith(".md");
  }

  private static List<String> wholeClasses(Path document) {
    try {
      return JAVA.matcher(Files.readString(document))
          .results()
          .map(block -> block.group(1))
          .filter(block -> block.startsWith("package "))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> errors(String source) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<JavaFileObject> sources =
        Stream.concat(Stream.of(source), READERS.stream())
            .map(Source::new)
            .map(s -> (JavaFileObject) s)
            .toList();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    boolean compiled =
        compiler
            .getTask(
                null,
                null,
                found,
                List.of(
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-classpath",
                    System.getProperty("java.class.path")),
                null,
                sources)
            .call();
    List<String> errors =
        found.getDiagnostics().stream()
            .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
            .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
            .toList();
    return compiled || !errors.isEmpty() ? errors : List.of("not compiled");
  }

  private static String name(String source) {
    Matcher type = TYPE.matcher(source);
    return type.find() ? type.group(1) : "no public type";
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String code;

    Source(String code) {
      super(uri(code), Kind.SOURCE);
      this.code = code;
    }

    private static URI uri(String code) {
      Matcher named = PACKAGE.matcher(code);
      String folder = named.find() ? named.group(1).replace('.', '/') + "/" : "";
      Matcher type = Pattern.compile("(?:class|interface|record) (\\w+)").matcher(code);
      return URI.create("string:///" + folder + (type.find() ? type.group(1) : "X") + ".java");
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}
