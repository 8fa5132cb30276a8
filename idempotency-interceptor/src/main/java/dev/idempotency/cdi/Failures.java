// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.IdempotencyException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Outcome;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores the exceptions of value calls and gives them back (P27). */
final class Failures {

  private static final List<Class<?>> MESSAGE = List.of(String.class);
  private static final List<Class<?>> MESSAGE_AND_CAUSE = List.of(String.class, Throwable.class);

  private Failures() {}

  /**
   * Whether the class is part of the method's contract: checked, or an application exception. The
   * library's own are not, although they are application exceptions to the container: what refused
   * an inner call says nothing final about the outer one.
   */
  static boolean isDeclared(Throwable failure) {
    return !(failure instanceof IdempotencyException)
        && (RollbackRule.isChecked(failure) || EjbRules.isApplicationException(failure.getClass()));
  }

  static Outcome outcome(Throwable failure) {
    return Outcome.failure(
        WebRules.status(failure),
        new Outcome.Failure(failure.getClass().getName(), failure.getMessage()));
  }

  /** The exception to throw for a stored one: of its own class where that is listed. */
  static Throwable replayed(
      Set<Class<? extends Throwable>> rebuild, Answer.Replay replay, Outcome.Failure failure) {
    ReplayedFailureException general =
        new ReplayedFailureException(
            replay.id().value(), failure.type(), failure.message(), replay.outcome().status());
    return rebuild.stream()
        .filter(type -> type.getName().equals(failure.type()))
        .findFirst()
        .map(type -> rebuilt(type, failure.message(), general))
        .orElse(general);
  }

  private static Throwable rebuilt(
      Class<? extends Throwable> type,
      @Nullable String message,
      ReplayedFailureException otherwise) {
    try {
      Constructor<?> constructor = constructor(type).orElseThrow();
      constructor.setAccessible(true);
      Object made =
          constructor.getParameterCount() == 1
              ? constructor.newInstance(message)
              : constructor.newInstance(message, null);
      return type.cast(made);
    } catch (ReflectiveOperationException | RuntimeException e) {
      otherwise.addSuppressed(e);
      return otherwise;
    }
  }

  /** Whether an exception of the class can be made from its message. */
  static boolean canRebuild(Class<? extends Throwable> type) {
    return !Modifier.isAbstract(type.getModifiers()) && constructor(type).isPresent();
  }

  private static Optional<Constructor<?>> constructor(Class<? extends Throwable> type) {
    return Stream.of(MESSAGE, MESSAGE_AND_CAUSE)
        .flatMap(
            parameters ->
                Arrays.stream(type.getDeclaredConstructors())
                    .filter(c -> Arrays.asList(c.getParameterTypes()).equals(parameters)))
        .findFirst();
  }
}
