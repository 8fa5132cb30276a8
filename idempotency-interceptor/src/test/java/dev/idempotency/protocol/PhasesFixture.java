// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.ExternalOptions;
import dev.idempotency.Protocol;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guarded methods that take steps, written as an application would write them. */
abstract class PhasesFixture extends ProtocolFixture {

  /** A method of an application, in terms of its steps. */
  @FunctionalInterface
  interface Method {
    String run(Steps steps) throws Exception;
  }

  /** What happened outside, in order. */
  final List<String> outside = new ArrayList<>();

  Call phased() {
    return under(Protocol.PHASES, call());
  }

  Answer run(Method method) {
    return node.execute(phased(), new Work(method));
  }

  Answer runOnOtherNode(Method method) {
    return otherNode.execute(phased(), new Work(method));
  }

  /** A phase that inserts one row. */
  String phase(Steps steps, String name) throws Exception {
    return text(
        steps.phase(
            name,
            () -> {
              container.write(() -> rows.add(name));
              return bytes("result of " + name);
            }));
  }

  /** A call to the outside that is counted. */
  String external(Steps steps, String name) throws Exception {
    return external(steps, name, ExternalOptions.defaults());
  }

  String external(Steps steps, String name, ExternalOptions options) throws Exception {
    return external(steps, name, options, () -> {});
  }

  String external(Steps steps, String name, ExternalOptions options, Runnable more)
      throws Exception {
    return text(
        steps.external(
            name,
            options,
            () -> {
              outside.add(name);
              more.run();
              return bytes("answer to " + name);
            }));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  List<String> recordedSteps() {
    return inNew(() -> database.steps().recorded(record().fence())).stream()
        .map(step -> step.place().name() + " " + step.state())
        .toList();
  }

  private static final class Work implements GuardedWork {

    private final Method method;

    Work(Method method) {
      this.method = method;
    }

    @Override
    public void endsElsewhere(Attempt attempt) {
      throw new AssertionError("under phases nobody else ends a transaction");
    }

    @Override
    public Ending proceed(Attempt attempt) {
      try {
        return new Ending.Returned(method.run(attempt.steps()));
      } catch (Exception e) {
        return new Ending.Threw(e, !(e instanceof RuntimeException));
      }
    }

    @Override
    public boolean bodyBegan() {
      return true;
    }

    @Override
    public boolean rollsBack(Throwable failure) {
      return failure instanceof RuntimeException;
    }

    @Override
    public @Nullable Outcome render(Ending ending) {
      return ending instanceof Ending.Returned returned
          ? Outcome.value(bytes(String.valueOf(returned.value())))
          : Outcome.failure(
              0,
              new Outcome.Failure(
                  String.valueOf(ending.thrown()), String.valueOf(ending.thrown().getMessage())));
    }
  }
}
