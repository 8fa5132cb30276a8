// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.NameBinding;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Compresses the answer where the client takes it. */
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Zipped {}
