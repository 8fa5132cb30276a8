// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import dev.idempotency.servertests.contract.app.Want;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** One request, written line by line. Each change gives another request. */
final class Exchange {

  private static final String KEY = "Idempotency-Key";
  private static final String HOST = "Host";
  private static final int SHOWN = 200;

  private final Wire wire;
  private final String method;
  private final String target;
  private final List<Reply.Line> headers;
  private final byte[] body;

  private Exchange(Wire wire, String method, String target, List<Reply.Line> headers, byte[] body) {
    this.wire = wire;
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = body;
  }

  static Exchange of(Wire wire, String method, String target) {
    return new Exchange(wire, method, target, List.of(), new byte[0]);
  }

  Exchange to(String otherMethod, String otherTarget) {
    return new Exchange(wire, otherMethod, otherTarget, headers, body);
  }

  /** Adds a header line, beside those of the same name. */
  Exchange and(String name, String value) {
    List<Reply.Line> more = new ArrayList<>(headers);
    more.add(new Reply.Line(name, value));
    return new Exchange(wire, method, target, List.copyOf(more), body);
  }

  Exchange without(String name) {
    List<Reply.Line> fewer = new ArrayList<>(headers);
    fewer.removeIf(line -> line.name().equalsIgnoreCase(name));
    return new Exchange(wire, method, target, List.copyOf(fewer), body);
  }

  /** Replaces a header line. */
  Exchange with(String name, String value) {
    return without(name).and(name, value);
  }

  Exchange as(String user) {
    byte[] login = (user + ":" + user + "-secret").getBytes(StandardCharsets.UTF_8);
    return with("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
  }

  Exchange anonymous() {
    return without("Authorization");
  }

  Exchange key(String value) {
    return with(KEY, value);
  }

  Exchange withoutKey() {
    return without(KEY);
  }

  Exchange want(Want want) {
    return with("Want", want.name());
  }

  Exchange type(String value) {
    return with("Content-Type", value);
  }

  Exchange json(String text) {
    return type("application/json").body(text);
  }

  Exchange body(String text) {
    return body(text, StandardCharsets.UTF_8);
  }

  Exchange body(String text, Charset charset) {
    return body(text.getBytes(charset));
  }

  Exchange body(byte[] bytes) {
    return new Exchange(wire, method, target, headers, bytes);
  }

  Reply send() throws IOException {
    return wire.exchange(whole());
  }

  /** Sends, and breaks the connection at a moment before the answer. */
  void sendAndHangUp(Wire.Moment moment) throws IOException {
    wire.exchangeAndHangUp(whole(), moment);
  }

  private byte[] whole() {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head("Content-Length: " + body.length));
    request.writeBytes(body);
    return request.toByteArray();
  }

  /** Sends the body in chunks of a size. */
  Reply sendInChunks(int size) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head("Transfer-Encoding: chunked"));
    for (int from = 0; from < body.length; from += size) {
      int length = Math.min(size, body.length - from);
      request.writeBytes(latin(Integer.toHexString(length) + "\r\n"));
      request.write(body, from, length);
      request.writeBytes(latin("\r\n"));
    }
    request.writeBytes(latin("0\r\n\r\n"));
    return wire.exchange(request.toByteArray());
  }

  /** Sends a body that is made while it is sent, of a declared length. */
  Reply sendStream(long length, Wire.Sender content) throws IOException {
    return wire.stream(
        out -> {
          out.write(head("Content-Length: " + length));
          content.send(out);
          out.flush();
        });
  }

  /** Declares a length, or a chunk of it, and waits for the answer with only a part sent. */
  Reply sendPart(long declared, boolean chunked) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    if (chunked) {
      request.writeBytes(head("Transfer-Encoding: chunked"));
      request.writeBytes(latin(Long.toHexString(declared) + "\r\n"));
    } else {
      request.writeBytes(head("Content-Length: " + declared));
    }
    request.writeBytes(body);
    return wire.exchange(request.toByteArray());
  }

  /** Sends a body that is made while it is sent and frames itself in chunks. */
  Reply sendChunkStream(Wire.Sender chunks) throws IOException {
    return wire.stream(
        out -> {
          out.write(head("Transfer-Encoding: chunked"));
          chunks.send(out);
          out.flush();
        });
  }

  /**
   * Sends a body with its own framing and then nothing more.
   *
   * @return null where the server closed the connection without an answer
   */
  Reply sendFramedAs(String coding, String framed) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head("Transfer-Encoding: " + coding));
    request.writeBytes(latin(framed));
    return wire.exchangeAndEnd(request.toByteArray());
  }

  /**
   * Declares a length and sends less.
   *
   * @return null where the server closed the connection without an answer
   */
  Reply sendCutOff(int declared) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head("Content-Length: " + declared));
    request.writeBytes(body);
    return wire.exchangeAndEnd(request.toByteArray());
  }

  /** The head with the framing of the body, as ISO-8859-1: a char is a byte. */
  private byte[] head(String framing) {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    if (headers.stream().noneMatch(line -> line.name().equals(HOST))) {
      head.append("Host: ").append(wire.authority()).append("\r\n");
    }
    headers.forEach(
        line -> head.append(line.name()).append(": ").append(line.value()).append("\r\n"));
    return latin(head.append(framing).append("\r\nConnection: close\r\n\r\n").toString());
  }

  /** The beginning of a body, for a message. */
  static String shown(byte[] body) {
    return new String(body, 0, Math.min(body.length, SHOWN), StandardCharsets.ISO_8859_1);
  }

  static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
