// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

/** A mapper that only holds the place of an answer; what an application would map is behind it. */
interface StandIn {}
