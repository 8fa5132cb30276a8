// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

/** A guarded value call, whatever kind of bean has it. */
public interface GuardedBean {
  String work(String key, String label, Behaviour behaviour) throws DeclinedException;
}
