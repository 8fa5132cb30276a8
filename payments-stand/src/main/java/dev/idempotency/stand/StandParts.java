// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.gateway.Gateway;
import dev.idempotency.stand.node.Database;
import dev.idempotency.stand.node.Node;
import dev.idempotency.stand.postgres.Postgres;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.MutableConsole;
import dev.idempotency.stand.redis.Redis;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a stand is made of, none of it started. */
record StandParts(
    Keeper keeper,
    MutableConsole console,
    Database database,
    @Nullable Postgres postgres,
    Redis redis,
    Gateway gateway,
    List<Node> nodes,
    Runnable afterClose) {}
