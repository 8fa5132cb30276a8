// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.fingerprint.CallArguments;
import dev.idempotency.fingerprint.ExcludedMembers;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.IncomingRequest;
import dev.idempotency.protocol.Outcome;
import jakarta.enterprise.context.RequestScoped;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stands for the adapter to JAX-RS: one request, for the resource method that a test names. */
@RequestScoped
class FakeRequest implements IncomingRequest {

  private final Map<String, String> keys = new HashMap<>();
  private String resourceMethod = "";
  private String body = "1";
  private boolean taken;
  private Answer answer;
  private final Set<String> takenKeys = new HashSet<>();
  private final List<Attempt> unsettled = new ArrayList<>();

  void send(String requestKey, String dispatchedTo, String content) {
    header("Idempotency-Key", requestKey);
    resourceMethod = dispatchedTo;
    body = content;
  }

  void header(String name, String key) {
    keys.put(name, key);
  }

  Answer answer() {
    return answer;
  }

  List<Attempt> unsettled() {
    return unsettled;
  }

  @Override
  public boolean takeResponseCall(Class<?> beanClass, Method method) {
    if (taken || !method.getName().equals(resourceMethod)) {
      return false;
    }
    taken = true;
    return true;
  }

  @Override
  public Optional<String> key(String headerName) {
    return Optional.ofNullable(keys.get(headerName));
  }

  @Override
  public boolean takeKey(String operation) {
    return takenKeys.add(operation);
  }

  @Override
  public void releaseKey(String operation) {
    takenKeys.remove(operation);
  }

  @Override
  public Fingerprints fingerprints() {
    byte[] json = ("[" + body + "]").getBytes(StandardCharsets.UTF_8);
    Fingerprint fingerprint =
        new CallArguments(json, ExcludedMembers.none()).fingerprint(Fingerprint.CURRENT_VERSION);
    return new Fingerprints() {
      @Override
      public Fingerprint current() {
        return fingerprint;
      }

      @Override
      public Optional<Fingerprint> under(int version) {
        return Optional.of(fingerprint);
      }
    };
  }

  @Override
  public boolean transactionWasActive() {
    return true;
  }

  @Override
  public Outcome render(Ending ending) {
    int status = ending instanceof Ending.Returned ? 201 : 500;
    return Outcome.response(status, List.of(), null, null);
  }

  @Override
  public void answerWith(Answer given) {
    answer = given;
  }

  @Override
  public void settleBeforeAnswer(Attempt attempt) {
    unsettled.add(attempt);
  }
}
