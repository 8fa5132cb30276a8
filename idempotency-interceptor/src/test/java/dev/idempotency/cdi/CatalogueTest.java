// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.OperationCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The adapters find an operation by the class that runs and the method that they were given. */
class CatalogueTest {

  interface Handler<T> {
    String handle(String key, T value);
  }

  static class Parent implements Handler<Integer> {
    @Override
    @Idempotent
    public String handle(@IdempotencyKey String key, Integer value) {
      return "";
    }

    public String unguarded(String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class Bean extends Parent {}

  @ApplicationScoped
  @Idempotent
  @Path("orders")
  static class Resource {
    @GET
    public String read() {
      return "";
    }

    @POST
    public String create() {
      return "";
    }

    @Override
    public String toString() {
      return "";
    }
  }

  /** As a container generates it. */
  static class Bean$$Generated extends Bean {}

  /** Made by a JAX-RS implementation without a scope, so that CDI is never told of it. */
  @Path("late")
  static class Late {
    @POST
    @Idempotent
    public String create() {
      return "";
    }
  }

  @Path("bad")
  static class LateAndBad {
    @POST
    @Idempotent(staleAfter = "soon")
    public String create() {
      return "";
    }
  }

  private final TestContainer container = TestContainer.of(Bean.class, Resource.class);
  private final OperationCatalogue catalogue = container.get(OperationCatalogue.class);

  @AfterEach
  void close() {
    container.close();
  }

  private Optional<String> find(Class<?> beanClass, Class<?> declaring, String name, Class<?>... p)
      throws NoSuchMethodException {
    Method method = declaring.getDeclaredMethod(name, p);
    return catalogue.find(beanClass, method).map(GuardedOperation::operation).map(o -> o.name());
  }

  @Test
  void byTheMethodOfTheClassOfItsParentOfItsInterfaceAndByTheBridge() throws Exception {
    Class<?>[] own = {String.class, Integer.class};
    Class<?>[] erased = {String.class, Object.class};
    assertThat(find(Bean.class, Parent.class, "handle", own)).contains("bean.handle");
    assertThat(find(Bean.class, Parent.class, "handle", erased)).contains("bean.handle");
    assertThat(find(Bean.class, Handler.class, "handle", erased)).contains("bean.handle");
  }

  @Test
  void byTheInterfaceAloneWhereOneBeanImplementsIt() throws Exception {
    assertThat(find(Handler.class, Handler.class, "handle", String.class, Object.class))
        .contains("bean.handle");
    assertThat(find(Runnable.class, Runnable.class, "run")).isEmpty();
  }

  @Test
  void byAClassThatTheContainerGenerated() throws Exception {
    assertThat(find(Bean$$Generated.class, Parent.class, "handle", String.class, Integer.class))
        .contains("bean.handle");
    assertThat(
            find(
                container.get(Bean.class).getClass(),
                Parent.class,
                "handle",
                String.class,
                Integer.class))
        .contains("bean.handle");
  }

  @Test
  void notWhereNothingGuardsTheMethod() throws Exception {
    assertThat(find(Bean.class, Parent.class, "unguarded", String.class)).isEmpty();
    assertThat(find(String.class, String.class, "length")).isEmpty();
  }

  @Test
  void aGuardedClassGuardsWhatIsUnsafeAndNothingElse() throws Exception {
    assertThat(find(Resource.class, Resource.class, "create")).contains("resource.create");
    assertThat(find(Resource.class, Resource.class, "read")).isEmpty();
    assertThat(find(Resource.class, Resource.class, "toString")).isEmpty();
  }

  @Test
  void aClassThatCdiWasNotToldOfIsFoundWhenItIsFirstCalled() throws Exception {
    assertThat(find(Late.class, Late.class, "create")).contains("late.create");
    assertThat(find(Late.class, Late.class, "create")).contains("late.create");
    for (int i = 0; i < 2; i++) {
      assertThatIllegalStateException()
          .isThrownBy(() -> find(LateAndBad.class, LateAndBad.class, "create"))
          .withMessageContaining("stale-after must be")
          .withMessageContaining("problems found: 1");
    }
  }
}
