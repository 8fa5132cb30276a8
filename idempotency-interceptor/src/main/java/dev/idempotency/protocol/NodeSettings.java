// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/**
 * Settings of this node, the same for every operation.
 *
 * @param name how the node is called in records; for people, never used to decide
 * @param joinedClaims how many transactions of the protocol's own may be under way at once inside
 *     active ones, each beside a connection that its caller may hold; less than the pool's size
 */
public record NodeSettings(String name, int joinedClaims) {}
