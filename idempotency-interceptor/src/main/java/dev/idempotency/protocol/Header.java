// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/**
 * One header line of a stored response, as written.
 *
 * @param name the field name as the application wrote it
 * @param value the field value as the application wrote it
 */
public record Header(String name, String value) {}
