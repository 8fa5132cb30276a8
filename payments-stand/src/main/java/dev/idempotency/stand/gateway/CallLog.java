// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every call in the order of arrival, also while it is held. Thread-safe. */
final class CallLog {

  private final List<Entry> entries = new ArrayList<>();

  synchronized Entry arrived(@Nullable String key, String path) {
    Entry entry = new Entry(new Call(key, path, Instant.now().toString(), null));
    entries.add(entry);
    return entry;
  }

  synchronized List<Call> calls() {
    return entries.stream().map(entry -> entry.call).toList();
  }

  synchronized void forget() {
    entries.clear();
  }

  /** One call, until it is answered. */
  static final class Entry {

    private volatile Call call;

    private Entry(Call call) {
      this.call = call;
    }

    void answered(int status) {
      call = new Call(call.key(), call.path(), call.at(), status);
    }
  }
}
