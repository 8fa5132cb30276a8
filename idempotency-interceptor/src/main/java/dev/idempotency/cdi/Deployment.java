// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.Retention;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The guarded methods, by the class of their bean, and the names of their operations. Filled while
 * the application is deployed; a class that the server makes to objects without telling CDI, as
 * some do with resource classes without a scope, is added when it is called first. Thread-safe.
 */
final class Deployment {

  private final BeanManager beans;
  private final Config config;
  private final Map<Class<?>, Map<MethodSignature, GuardedMethod>> byClass = new HashMap<>();

  /** Who has an operation's name. */
  private final Map<String, String> names = new TreeMap<>();

  private final Map<String, Retention> retentions = new HashMap<>();

  Deployment(BeanManager beans, Config config) {
    this.beans = beans;
    this.config = config;
  }

  /** Adds a bean's guarded methods and reports what cannot be honoured. */
  synchronized List<Candidate> add(BeanClass bean, Problems problems) {
    Bindings bindings = new Bindings(beans);
    List<Candidate> candidates = new Candidates(bindings).of(bean);
    GuardedMethods methods = new GuardedMethods(bindings, config, problems);
    Map<MethodSignature, GuardedMethod> table = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      methods
          .of(candidate)
          .ifPresent(method -> table.put(MethodSignature.of(candidate.javaMethod()), method));
    }
    table.values().forEach(method -> claimName(method, problems));
    addBridges(bean, table);
    byClass.put(bean.javaClass(), table);
    return candidates;
  }

  private static void addBridges(BeanClass bean, Map<MethodSignature, GuardedMethod> table) {
    for (Map.Entry<MethodSignature, MethodSignature> bridge :
        Bridges.of(bean.javaClass()).entrySet()) {
      GuardedMethod target = table.get(bridge.getValue());
      if (target != null) {
        table.putIfAbsent(bridge.getKey(), target);
      }
    }
  }

  private void claimName(GuardedMethod method, Problems problems) {
    retentions.put(method.operationName(), method.operation().operation().retention());
    String other = names.putIfAbsent(method.operationName(), method.where());
    if (other != null && !other.equals(method.where())) {
      problems.add(
          method.where(),
          ("its operation %s is that of %s too, so their keys would collide; give one of them"
                  + " another @Idempotent(operation = …)")
              .formatted(method.operationName(), other));
    }
  }

  /** How long an operation keeps its outcomes; empty where there is no such operation. */
  synchronized Optional<Retention> retention(String operation) {
    return Optional.ofNullable(retentions.get(operation));
  }

  /** How long each operation keeps its outcomes. */
  synchronized Map<String, Retention> retentions() {
    return Map.copyOf(retentions);
  }

  synchronized Collection<String> operationNames() {
    return List.copyOf(names.keySet());
  }

  /**
   * Finds a guarded method.
   *
   * @param beanClass the class of the object that is called, which may be generated, or an
   *     interface by which it is called
   * @throws IllegalStateException if the class was not deployed and cannot be honoured
   */
  synchronized Optional<GuardedMethod> find(Class<?> beanClass, Method method) {
    MethodSignature signature = MethodSignature.of(method);
    if (beanClass.isInterface()) {
      return ofImplementation(beanClass, signature);
    }
    for (Class<?> c = beanClass; c != null; c = c.getSuperclass()) {
      Map<MethodSignature, GuardedMethod> table = byClass.get(c);
      if (table != null) {
        return Optional.ofNullable(table.get(signature));
      }
    }
    addLate(written(beanClass));
    return find(beanClass, method);
  }

  /** Empty where several beans implement the interface, as nobody can tell which is meant. */
  private Optional<GuardedMethod> ofImplementation(Class<?> type, MethodSignature signature) {
    List<GuardedMethod> found =
        byClass.entrySet().stream()
            .filter(entry -> type.isAssignableFrom(entry.getKey()))
            .flatMap(entry -> Stream.ofNullable(entry.getValue().get(signature)))
            .toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private void addLate(Class<?> beanClass) {
    Problems problems = new Problems();
    try {
      add(BeanClass.of(beans.createAnnotatedType(beanClass)), problems);
    } catch (LinkageError e) {
      Log.warn(beanClass.getName() + " names classes that are not there; it is not guarded", e);
      byClass.put(beanClass, Map.of());
    }
    if (!problems.isEmpty()) {
      byClass.remove(beanClass);
      throw new IllegalStateException(problems.message());
    }
  }

  /** The class that a person wrote, of which containers generate subclasses. */
  private static Class<?> written(Class<?> beanClass) {
    Class<?> c = beanClass;
    while ((c.isSynthetic() || c.getName().contains("$$")) && c.getSuperclass() != Object.class) {
      c = c.getSuperclass();
    }
    return c;
  }
}
