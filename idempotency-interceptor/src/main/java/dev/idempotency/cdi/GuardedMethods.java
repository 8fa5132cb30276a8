// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.databind.JavaType;
import dev.idempotency.protocol.GuardedOperation;
import jakarta.transaction.Transactional;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/** Works out what a call of a guarded method needs, and refuses what cannot be honoured. */
final class GuardedMethods {

  private final Bindings bindings;
  private final Config config;
  private final Problems problems;

  GuardedMethods(Bindings bindings, Config config, Problems problems) {
    this.bindings = bindings;
    this.config = config;
    this.problems = problems;
  }

  /** Returns the method, or empty where its operation's name is not legal. */
  Optional<GuardedMethod> of(Candidate candidate) {
    new MethodRules(bindings, problems).check(candidate);
    new ValueRules(problems).check(candidate);
    checkRebuild(candidate);
    ArgumentPlan arguments = new ArgumentRules(problems).plan(candidate);
    Optional<GuardedOperation> operation = operation(candidate);
    operation.ifPresent(found -> new MarkRules(config, problems).check(candidate, found));
    return operation.map(found -> guardedMethod(candidate, found, arguments));
  }

  private Optional<GuardedOperation> operation(Candidate candidate) {
    String given = candidate.binding().operation();
    String name =
        given.isEmpty()
            ? OperationNames.of(candidate.javaClass(), candidate.javaMethod().getName())
            : given;
    if (OperationNames.isLegal(name)) {
      return Optional.of(
          new OperationSettings(config, problems).of(name, candidate.binding(), candidate.where()));
    }
    problems.add(
        candidate.where(),
        ("the name of its operation is '%s', but must be dotted lower case: letters, digits and"
                + " hyphens, at most 100 characters, such as transfers.create; correct"
                + " @Idempotent(operation = …)")
            .formatted(name));
    return Optional.empty();
  }

  private GuardedMethod guardedMethod(
      Candidate candidate, GuardedOperation operation, ArgumentPlan arguments) {
    JavaType result = Json.resultType(candidate.javaClass(), candidate.javaMethod());
    Optional<Transactional> transactional =
        candidate.bean().enterpriseBean()
            ? Optional.empty()
            : bindings.of(candidate.bean().type(), candidate.method(), Transactional.class);
    return new GuardedMethod(
        candidate.where(),
        operation,
        arguments,
        result,
        RollbackRule.of(transactional),
        Set.of(candidate.binding().rebuild()),
        candidate.bean().enterpriseBean() && EjbRules.beginsTransaction(candidate.javaMethod()));
  }

  private void checkRebuild(Candidate candidate) {
    for (Class<? extends Throwable> type : candidate.binding().rebuild()) {
      if (!Failures.canRebuild(type)) {
        problems.add(
            candidate.where(),
            ("rebuild names %s, which has no constructor that takes a message; add one, or leave it"
                    + " out and catch ReplayedFailureException")
                .formatted(type.getName()));
      }
    }
  }
}
