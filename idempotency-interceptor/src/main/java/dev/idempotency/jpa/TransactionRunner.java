// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

/**
 * Runs work in a transaction that the server begins and ends. What the server throws while doing so
 * comes out as it is.
 */
interface TransactionRunner {

  /** Runs work in a transaction of its own; the caller's is suspended meanwhile. */
  void inNew(Runnable work) throws Exception;

  /** Runs work in the caller's transaction, or in one of its own where there is none. */
  void inRequired(Runnable work) throws Exception;

  /** Runs work without a transaction; the caller's is suspended meanwhile. */
  void outside(Runnable work) throws Exception;
}
