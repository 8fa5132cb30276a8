// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

/** The behaviour in force, and the calls that it holds. Thread-safe. */
final class Stage {

  private Behaviour inForce = Behaviour.NORMAL;
  private int taken;
  private long version;

  /** Puts a behaviour in force and lets the held calls go on as it says. */
  synchronized void set(Behaviour behaviour) {
    inForce = behaviour;
    taken = 0;
    version++;
    notifyAll();
  }

  /** How this call is to be treated; returns when it is held no longer. */
  synchronized Behaviour forCall() throws InterruptedException {
    Behaviour mine = take();
    while (mine.holds()) {
      long held = version;
      while (version == held) {
        wait();
      }
      mine = take();
    }
    return mine;
  }

  private Behaviour take() {
    Integer times = inForce.times();
    if (times != null && taken >= times) {
      return Behaviour.NORMAL;
    }
    taken++;
    return inForce;
  }
}
