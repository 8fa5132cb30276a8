// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.AnonymousCallers;
import dev.idempotency.Idempotent;
import dev.idempotency.KeyRequirement;
import dev.idempotency.ResultStorage;
import dev.idempotency.WhenBusy;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.LeaseTerms;
import dev.idempotency.protocol.Operation;
import dev.idempotency.protocol.Retention;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** Resolves and checks the settings of one guarded operation. */
final class OperationSettings {

  /** Keys that live longer must not be lost by renaming a class or a method. */
  private static final Duration LONGEST_UNNAMED_RETENTION = Duration.ofDays(7);

  private final Config config;
  private final Problems problems;

  OperationSettings(Config config, Problems problems) {
    this.config = config;
    this.problems = problems;
  }

  /**
   * Resolves.
   *
   * @param where class and method, for messages
   */
  GuardedOperation of(String name, Idempotent annotation, String where) {
    SettingReader reader = SettingReader.of(config, problems, where, name);
    Retention retention =
        reader.read(Setting.RETENTION, annotation.retention(), SettingParsers::retention);
    checkRetryWindow(reader, annotation, retention, where);
    checkName(annotation, retention, where);
    Operation operation =
        new Operation(
            name,
            annotation.protocol(),
            lease(reader, annotation),
            retention,
            reader.read(Setting.RETRY_AFTER_MAX, SettingParsers::wait),
            waitBound(reader, annotation),
            new PolicySettings(reader, problems, where).of(annotation));
    return new GuardedOperation(
        operation,
        reader.read(Setting.KEY_REQUIRED, keyRequired(annotation), SettingParsers::yesOrNo),
        reader.read(Setting.ANONYMOUS, anonymous(annotation), SettingParsers::anonymous),
        reader.read(Setting.STORE_RESULT, storesResult(annotation), SettingParsers::yesOrNo),
        reader.read(
            Setting.EXCLUDED_MEMBERS,
            String.join(",", annotation.excludedMembers()),
            SettingParsers::pointers),
        requestRules(reader));
  }

  private static LeaseTerms lease(SettingReader reader, Idempotent annotation) {
    Duration staleAfter =
        reader.read(Setting.STALE_AFTER, annotation.staleAfter(), SettingParsers::lease);
    Duration longestRun =
        reader.read(
            Setting.LONGEST_RUN,
            annotation.longestRun(),
            (setting, given) -> SettingParsers.longestRun(setting, given, staleAfter));
    return new LeaseTerms(staleAfter, longestRun);
  }

  private static GuardedOperation.RequestRules requestRules(SettingReader reader) {
    return new GuardedOperation.RequestRules(
        reader.read(Setting.KEY_HEADER, SettingParsers::headerName),
        reader.read(Setting.BODY_LIMIT, SettingParsers::bodyLimit),
        reader.read(Setting.STORED_BODY_LIMIT, SettingParsers::storedBodyLimit),
        reader.read(Setting.STORED_HEADERS, SettingParsers::storedHeaders));
  }

  private static Duration waitBound(SettingReader reader, Idempotent annotation) {
    String given = annotation.whenBusy() == WhenBusy.CONFIGURED ? "" : annotation.whenBusy().name();
    boolean waits = reader.read(Setting.WHEN_BUSY, given, SettingParsers::waits);
    Duration bound =
        reader.read(Setting.WAIT_BOUND, annotation.waitBound(), SettingParsers::waitBound);
    return waits ? bound : Duration.ZERO;
  }

  private static String keyRequired(Idempotent annotation) {
    return annotation.key() == KeyRequirement.CONFIGURED
        ? ""
        : String.valueOf(annotation.key() == KeyRequirement.REQUIRED);
  }

  private static String anonymous(Idempotent annotation) {
    return annotation.anonymous() == AnonymousCallers.CONFIGURED
        ? ""
        : annotation.anonymous().name();
  }

  private static String storesResult(Idempotent annotation) {
    return annotation.storeResult() == ResultStorage.CONFIGURED
        ? ""
        : String.valueOf(annotation.storeResult() == ResultStorage.STORED);
  }

  private void checkRetryWindow(
      SettingReader reader, Idempotent annotation, Retention retention, String where) {
    reader
        .read(Setting.RETRY_WINDOW, annotation.retryWindow(), SettingParsers::optionalWindow)
        .filter(
            window -> retention.duration().filter(kept -> kept.compareTo(window) < 0).isPresent())
        .ifPresent(
            window ->
                problems.add(
                    where,
                    ("its retention %s is shorter than its retry-window %s, so a late retry would"
                            + " run again; raise the retention to at least %s")
                        .formatted(retention, window, window)));
  }

  private void checkName(Idempotent annotation, Retention retention, String where) {
    boolean outlivesRenames =
        retention
            .duration()
            .map(kept -> kept.compareTo(LONGEST_UNNAMED_RETENTION) > 0)
            .orElse(true);
    if (outlivesRenames && annotation.operation().isEmpty()) {
      problems.add(
          where,
          ("its retention %s is longer than 7 days, but its operation has no name of its own, so a"
                  + " renamed class or method would forget all keys; give @Idempotent(operation ="
                  + " …)")
              .formatted(retention));
    }
  }
}
