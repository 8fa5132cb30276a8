// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.IdempotencyException;
import dev.idempotency.Idempotent;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Value calls whose key is the request's header: methods that return next to nothing. */
@Stateless
@LocalBean
public class ValueBean {

  /** A refusal of the application's own kind. */
  public static final class OwnRefusal extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    OwnRefusal() {
      super("refused by the application", null, null, null);
    }
  }

  @Inject private Desk desk;

  @Idempotent(operation = "value.nothing")
  public void nothing(String label) {
    desk.work(label);
  }

  @Idempotent(operation = "value.null")
  public String none(String label) {
    desk.work(label);
    return null;
  }

  @Idempotent(operation = "value.zero")
  public long zero(String label) {
    desk.work(label);
    return 0;
  }

  @Idempotent(operation = "value.false")
  public Boolean no(String label) {
    desk.work(label);
    return false;
  }

  @Idempotent(operation = "value.empty")
  public String empty(String label) {
    desk.work(label);
    return "";
  }

  @Idempotent(operation = "value.optional")
  public Optional<String> optional(String label) {
    desk.work(label);
    return Optional.empty();
  }

  @Idempotent(operation = "value.list")
  public List<String> list(String label) {
    desk.work(label);
    return List.of();
  }

  @Idempotent(operation = "value.refusing")
  public String refusing(String label) throws Failure.Checked {
    desk.work(label);
    throw new Failure.Checked();
  }

  @Idempotent(operation = "value.own-refusal")
  public String ownRefusal(String label) {
    desk.work(label);
    throw new OwnRefusal();
  }
}
