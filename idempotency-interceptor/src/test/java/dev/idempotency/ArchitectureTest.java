// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Date;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The arrows between the packages, which run one way: adapters to core to API.
 *
 * <p>A rule may find a package empty; that nothing is missed is held by {@link
 * #everyPackageIsWrittenOrNamedAsMissing()} and {@link #theScanSeesTheWholeJar()}.
 */
class ArchitectureTest {

  private static final String ROOT = "dev.idempotency";
  private static final Set<String> API = Set.of(ROOT, ROOT + ".spi");
  private static final Set<String> CORE = under(ROOT, "protocol", "outbox", "fingerprint");
  private static final Set<String> ADAPTERS =
      under(ROOT, "cdi", "rest", "jpa", "redis", "health", "metrics", "otel");

  /** Packages of the design that have no class yet; one that is written leaves this list. */
  private static final Set<String> NOT_YET_WRITTEN = under(ROOT, "redis");

  /** A scan that sees fewer looked in the wrong place. Raised as the jar grows. */
  private static final int MINIMUM_CLASSES = 180;

  private static final JavaClasses JAR =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void theScanSeesTheWholeJar() {
    assertThat(JAR).hasSizeGreaterThanOrEqualTo(MINIMUM_CLASSES);
  }

  @Test
  void everyPackageIsWrittenOrNamedAsMissing() {
    assertThat(packages())
        .containsAll(
            Stream.of(API, CORE, ADAPTERS)
                .flatMap(Set::stream)
                .filter(name -> !NOT_YET_WRITTEN.contains(name))
                .toList());
  }

  @Test
  void noClassLivesOutsideTheDesignedPackages() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(array(API))
            .should()
            .resideOutsideOfPackages(array(tree(coreAndAdapters()))));
  }

  @Test
  void theApiDependsOnNoOtherPackageOfOurs() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(array(API))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(array(tree(coreAndAdapters()))));
  }

  @ParameterizedTest
  @FieldSource("CORE")
  void theCoreKnowsNoContainerAndNoAdapter(String core) {
    check(
        noClasses()
            .that()
            .resideInAPackage(core + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta..", "javax..", "org.eclipse.microprofile..", "java.sql..")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage(array(tree(ADAPTERS))));
  }

  @Test
  void theProtocolKnowsNoJson() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ROOT + ".protocol..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson.."));
  }

  @ParameterizedTest
  @FieldSource("ADAPTERS")
  void anAdapterImportsNoOtherAdapter(String adapter) {
    Set<String> others =
        ADAPTERS.stream().filter(other -> !other.equals(adapter)).collect(Collectors.toSet());
    check(
        noClasses()
            .that()
            .resideInAPackage(adapter + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(array(tree(others))));
  }

  @Test
  void onlyTheJpaAdapterSpeaksSql() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".jpa..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.persistence..", "java.sql..", "javax.sql.."));
  }

  @Test
  void packagesFormNoCycle() {
    check(slices().matching("dev.(**)").should().beFreeOfCycles());
  }

  /** Time is the database's: no node's clock or zone has a say. */
  @Test
  void nothingAsksTheNodeForTheTime() {
    check(
        noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callConstructor(Date.class)
            .orShould()
            .callMethodWhere(target(nameMatching("now")).and(target(owner(inJavaTime()))))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Clock.class, ZoneId.class, Calendar.class, TimeZone.class));
  }

  private static DescribedPredicate<JavaClass> inJavaTime() {
    return JavaClass.Predicates.resideInAPackage("java.time..");
  }

  @Test
  void nothingWritesToTheStandardStreams() {
    check(NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(packages())
        .allSatisfy(
            name ->
                assertThat(JAR.getPackage(name).isAnnotatedWith(NullMarked.class))
                    .as("package-info of %s carries @NullMarked", name)
                    .isTrue());
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(JAR);
  }

  private static Set<String> packages() {
    return JAR.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
  }

  private static Set<String> under(String parent, String... names) {
    return Stream.of(names).map(name -> parent + "." + name).collect(Collectors.toSet());
  }

  /** The packages and all below them, as ArchUnit writes it. */
  private static Set<String> tree(Set<String> packages) {
    return packages.stream().map(name -> name + "..").collect(Collectors.toSet());
  }

  private static Set<String> coreAndAdapters() {
    return Stream.of(CORE, ADAPTERS).flatMap(Set::stream).collect(Collectors.toSet());
  }

  private static String[] array(Set<String> packages) {
    return packages.toArray(String[]::new);
  }
}
