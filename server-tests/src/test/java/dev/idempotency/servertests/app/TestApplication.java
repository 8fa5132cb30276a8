// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Serves the guarded resources under {@code api}. */
@ApplicationPath("api")
public class TestApplication extends Application {}
