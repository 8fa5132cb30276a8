// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.spi.ScopeResolver;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What cannot be honoured fails the deployment, and the message says how to go on. */
class DeploymentProblemsTest {

  @ApplicationScoped
  static class Tenants implements ScopeResolver {
    @Override
    public String currentScope() {
      return "tenant";
    }
  }

  @ApplicationScoped
  static class OtherTenants extends Tenants {}

  @Test
  void allProblemsAreToldInOneMessage() {
    assertThat(
            Refusals.problemsOf(
                Map.of("idempotency.retention", "soon"),
                ValueProblemsTest.TwoKeys.class,
                SettingProblemsTest.BadDuration.class,
                Tenants.class,
                OtherTenants.class))
        .contains("problems found: 5")
        .contains(
            ValueProblemsTest.TwoKeys.class.getName(),
            SettingProblemsTest.BadDuration.class.getName())
        .contains("property idempotency.retention")
        .contains("more than one bean is one", Tenants.class.getName());
  }

  @ApplicationScoped
  static class One {
    @Idempotent(operation = "the.same")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class Two {
    @Idempotent(operation = "the.same")
    public String walk(@IdempotencyKey String key) {
      return key;
    }
  }

  @Test
  void twoMethodsOfOneOperationAreBothNamed() {
    assertThat(Refusals.problemsOf(Map.of(), One.class, Two.class))
        .contains("the.same", One.class.getName() + ".run(", Two.class.getName() + ".walk(");
  }

  @ApplicationScoped
  static class NamedAndLong {
    @Idempotent(operation = "money.send", retention = "forever", retryWindow = "P30D")
    public String run(@IdempotencyKey String key) {
      return key;
    }

    @Idempotent(retention = "P7D")
    public String walk(@IdempotencyKey String key) {
      return key;
    }
  }

  @Path("upload")
  @ApplicationScoped
  static class Upload {
    @POST
    @Idempotent
    public Response run(InputStream content) {
      return null;
    }
  }

  @Stateless
  static class NewTransaction {
    @Idempotent
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Test
  void whatCanBeHonouredDeploys() {
    TestContainer.of(NamedAndLong.class, Upload.class, NewTransaction.class).close();
  }
}
