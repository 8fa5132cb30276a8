// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.Idempotent;
import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.PurgeSettings;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AfterTypeDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessSessionBean;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.interceptor.Interceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Finds the guarded methods of a deployment and refuses it where one of them cannot be honoured.
 * All problems are told at once, except that those which would make the container itself refuse the
 * bean are told before it does.
 */
public class IdempotencyExtension implements Extension {

  private final Problems earlyProblems = new Problems();
  private final List<AnnotatedType<?>> annotated = new ArrayList<>();
  private final List<BeanClass> beanClasses = new ArrayList<>();
  private @Nullable Deployment deployment;
  private @Nullable NodeSettings node;
  private @Nullable PurgeSettings purge;

  /** Creates the extension; the container does. */
  public IdempotencyExtension() {}

  void see(
      @Observes @WithAnnotations(Idempotent.class) ProcessAnnotatedType<?> event,
      BeanManager beans) {
    AnnotatedType<?> type = event.getAnnotatedType();
    if (!isInterceptor(type)) {
      annotated.add(type);
      Bindings bindings = new Bindings(beans);
      MethodRules rules = new MethodRules(bindings, earlyProblems);
      new Candidates(bindings).of(BeanClass.of(type)).forEach(rules::checkModifiers);
    }
  }

  void endTypes(@Observes AfterTypeDiscovery event) {
    if (!earlyProblems.isEmpty()) {
      throw new DefinitionException(earlyProblems.message());
    }
  }

  void addBean(@Observes ProcessManagedBean<?> event) {
    AnnotatedType<?> type = event.getAnnotatedBeanClass();
    if (!isInterceptor(type)) {
      beanClasses.add(
          event instanceof ProcessSessionBean ? new BeanClass(type, true) : BeanClass.of(type));
    }
  }

  /** An interceptor carries the binding that it is for. */
  private static boolean isInterceptor(AnnotatedType<?> type) {
    return type.isAnnotationPresent(Interceptor.class);
  }

  void validate(@Observes AfterDeploymentValidation event, BeanManager beans) {
    Config config = ConfigProvider.getConfig();
    Problems problems = new Problems();
    Bindings bindings = new Bindings(beans);
    DeploymentWarnings warnings = new DeploymentWarnings(bindings, annotated);
    Deployment found = new Deployment(beans, config);
    MethodRules rules = new MethodRules(bindings, problems);
    for (BeanClass bean : beanClasses) {
      List<Candidate> guarded = found.add(bean, problems);
      bean.methodsBeside(guarded).forEach(method -> rules.checkUnguarded(bean, method));
      warnings.see(bean, guarded);
    }
    node = NodeSettingsReader.read(config, problems);
    purge = NodeSettingsReader.readPurge(config, problems);
    new ConfiguredNames(found.operationNames(), !WebRules.mayHideResourceClasses(), problems)
        .check(config);
    new ReplacementRule(problems).check(beans);
    if (!problems.isEmpty()) {
      event.addDeploymentProblem(new DeploymentException(problems.message()));
    }
    deployment = found;
    warnings.tell();
  }

  Deployment deployment() {
    return Objects.requireNonNull(deployment, "the deployment has not been validated yet");
  }

  PurgeSettings purge() {
    return Objects.requireNonNull(purge, "the deployment has not been validated yet");
  }

  NodeSettings node() {
    return Objects.requireNonNull(node, "the deployment has not been validated yet");
  }
}
