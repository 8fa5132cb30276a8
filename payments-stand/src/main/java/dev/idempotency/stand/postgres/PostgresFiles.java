// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import java.nio.file.Path;

/**
 * The files of one server.
 *
 * @param binaries where PostgreSQL is unpacked, shared between servers
 * @param data the database, created at the first start and kept
 * @param log where the server's output is appended
 */
public record PostgresFiles(Path binaries, Path data, Path log) {}
