// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import dev.idempotency.servertests.app.WorkRow;
import java.io.File;
import java.util.Objects;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Archives that differ in nothing but what a test is about. */
public final class Deployments {

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
      %s
      </web-app>
      """;

  private static final String NO_CONSTRAINT = "";

  private static final String CONSTRAINT =
      """
        <security-constraint>
          <web-resource-collection>
            <web-resource-name>for clients</web-resource-name>
            <url-pattern>/api/clients/*</url-pattern>
          </web-resource-collection>
          <auth-constraint>
            <role-name>client</role-name>
          </auth-constraint>
        </security-constraint>
        <security-role>
          <role-name>client</role-name>
        </security-role>
      """;

  private static final String JBOSS_WEB_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <jboss-web>
        <security-domain>other</security-domain>
      </jboss-web>
      """;

  private Deployments() {}

  /** The suite's beans and the library in WEB-INF/lib, without a beans.xml of the application. */
  static WebArchive withoutBeansXml(String name) {
    return archive(name, NO_CONSTRAINT).addPackage("dev.idempotency.servertests.app");
  }

  /** The same with an empty beans.xml of the application. */
  static WebArchive withBeansXml(String name) {
    return withoutBeansXml(name).addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
  }

  /** The application of the contract suite, with users of its own. */
  public static WebArchive contract(String name) {
    return archive(name, CONSTRAINT)
        .addPackage("dev.idempotency.servertests.contract.app")
        .addClass(WorkRow.class)
        .addAsResource("contract.properties", "META-INF/microprofile-config.properties")
        .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
        .addAsWebInfResource(new StringAsset(JBOSS_WEB_XML), "jboss-web.xml");
  }

  private static WebArchive archive(String name, String constraint) {
    return ShrinkWrap.create(WebArchive.class, name + ".war")
        .addAsLibraries(libraries())
        .addAsResource("persistence-test.xml", "META-INF/persistence.xml")
        .setWebXML(new StringAsset(WEB_XML.formatted(TestDatabase.url(), constraint)));
  }

  private static File[] libraries() {
    File folder = new File(System.getProperty("server.libraries"));
    return Objects.requireNonNull(
        folder.listFiles((dir, file) -> file.endsWith(".jar")), () -> "no folder " + folder);
  }
}
