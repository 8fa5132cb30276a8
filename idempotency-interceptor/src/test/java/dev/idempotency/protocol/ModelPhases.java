// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.ExternalOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A guarded method of the model that takes steps, as the sample's transfer does: it records the
 * call, charges outside, and settles. Each phase writes one business row, named after life, step
 * and attempt; the outcome carries the results of all three.
 */
final class ModelPhases implements GuardedWork {

  static final String RECORDED = "recorded";
  static final String CHARGED = "charged";
  static final String SETTLED = "settled";

  private static final int CREATED = 201;
  private static final int PAYMENT_REQUIRED = 402;
  private static final int SERVER_ERROR = 500;

  private final ModelWorld world;
  private final ModelWork.Ends ends;

  ModelPhases(ModelWorld world, ModelWork.Ends ends) {
    this.world = world;
    this.ends = ends;
  }

  /** Whether the call outside may be made once only. */
  private boolean chargesOnce() {
    return ends == ModelWork.Ends.CHARGES_ONCE;
  }

  @Override
  public void endsElsewhere(Attempt attempt) {
    throw new AssertionError("under phases nobody else ends a transaction");
  }

  @Override
  public Ending proceed(Attempt attempt) {
    try {
      return new Ending.Returned(run(attempt));
    } catch (ModelThread.Death e) {
      throw e;
    } catch (Exception e) {
      return new Ending.Threw(e, false);
    }
  }

  private String run(Attempt attempt) throws Exception {
    Steps steps = attempt.steps();
    String recorded = text(steps.phase(RECORDED, () -> write(attempt, RECORDED)));
    if (ends == ModelWork.Ends.REFUSES_402) {
      throw new TestWork.StatusException(PAYMENT_REQUIRED);
    }
    ExternalOptions options =
        chargesOnce() ? ExternalOptions.defaults().notRepeatable() : ExternalOptions.defaults();
    String charged = text(steps.external(CHARGED, options, () -> charge(attempt)));
    if (ends == ModelWork.Ends.FAILS) {
      throw new TestWork.StatusException(SERVER_ERROR);
    }
    String settled = text(steps.phase(SETTLED, () -> write(attempt, SETTLED)));
    return String.join(" ", recorded, charged, settled);
  }

  private byte[] write(Attempt attempt, String step) {
    String name = nameOf(attempt, step);
    world.writeStep(attempt.life(), step, name);
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /** The answer may be lost after the effect, and the process may die on either side of it. */
  private byte[] charge(Attempt attempt) {
    ModelNode node = world.scheduler().me().node();
    ModelAction action = node.reach(ModelPoint.of("charge", ModelAction.OF_CALL_OUTSIDE));
    String name = nameOf(attempt, CHARGED);
    if (action != ModelAction.FAIL) {
      world.steps().charged(attempt.life(), name, chargesOnce());
    }
    switch (action) {
      case GO -> {
        return name.getBytes(StandardCharsets.UTF_8);
      }
      case COMMIT_AND_DIE -> {
        node.die();
        throw new ModelThread.Death();
      }
      default -> throw new TestWork.StatusException(SERVER_ERROR);
    }
  }

  private String nameOf(Attempt attempt, String step) {
    return world.names().of(attempt.life()) + "/" + step + "/" + attempt.fence().attempt();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
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
  public Outcome render(Ending ending) {
    return ending instanceof Ending.Returned returned
        ? response(CREATED, String.valueOf(returned.value()))
        : response(statusOf(Objects.requireNonNull(ending.thrown())), "refused");
  }

  private static int statusOf(Throwable failure) {
    return failure instanceof TestWork.StatusException refusal ? refusal.status : SERVER_ERROR;
  }

  private static Outcome response(int status, String body) {
    return Outcome.response(status, List.of(), "text/plain", body.getBytes(StandardCharsets.UTF_8));
  }
}
