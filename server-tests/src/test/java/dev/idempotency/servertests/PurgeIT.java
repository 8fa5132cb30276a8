// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.purge.ShortLivedBean;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The purge runs by itself, from the start of the application (P45). */
@ExtendWith(ArquillianExtension.class)
class PurgeIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Inject private ShortLivedBean bean;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @Deployment
  static WebArchive archive() {
    return Deployments.withBeansXml("purge")
        .addPackage("dev.idempotency.servertests.purge")
        .addAsResource(
            new StringAsset("idempotency.purge-interval=PT1S\nidempotency.purge-batch=10\n"),
            "META-INF/microprofile-config.properties")
        .addClasses(PurgeIT.class, Records.class);
  }

  @Test
  void whatHasExpiredGoesByItselfAndWhatIsKeptForEverStays() {
    Records records = new Records(dataSource);
    for (int i = 0; i < 25; i++) {
      bean.forASecond("k-" + UUID.randomUUID());
      bean.forEver("k-" + UUID.randomUUID());
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> records.inOperation("purge.short"), left -> left == 0);
    assertThat(records.inOperation("purge.kept")).isEqualTo(25);
    String key = "k-" + UUID.randomUUID();
    assertThat(bean.forEver(key)).isEqualTo(bean.forEver(key));
  }
}
