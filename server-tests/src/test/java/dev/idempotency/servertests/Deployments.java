// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import java.io.File;
import java.util.Objects;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Archives that differ in nothing but what a test is about. */
final class Deployments {

  private static final String WEB_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
        <data-source>
          <name>java:app/jdbc/tests</name>
          <class-name>org.postgresql.ds.PGSimpleDataSource</class-name>
          <url>%s</url>
          <user>postgres</user>
          <password>postgres</password>
          <max-pool-size>20</max-pool-size>
        </data-source>
      </web-app>
      """;

  private Deployments() {}

  /** The suite's beans and the library in WEB-INF/lib, without a beans.xml of the application. */
  static WebArchive withoutBeansXml(String name) {
    return ShrinkWrap.create(WebArchive.class, name + ".war")
        .addPackage("dev.idempotency.servertests.app")
        .addAsLibraries(libraries())
        .addAsResource("persistence-test.xml", "META-INF/persistence.xml")
        .setWebXML(new StringAsset(WEB_XML.formatted(TestDatabase.url())));
  }

  /** The same with an empty beans.xml of the application. */
  static WebArchive withBeansXml(String name) {
    return withoutBeansXml(name).addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
  }

  private static File[] libraries() {
    File folder = new File(System.getProperty("server.libraries"));
    return Objects.requireNonNull(
        folder.listFiles((dir, file) -> file.endsWith(".jar")), () -> "no folder " + folder);
  }
}
