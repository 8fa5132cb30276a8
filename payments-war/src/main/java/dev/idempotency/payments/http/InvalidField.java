// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

/**
 * One field that a request got wrong.
 *
 * @param field the member of the body or the parameter, as the client spells it
 * @param detail what is expected, without the value that was sent
 */
record InvalidField(String field, String detail) {}
