// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the microseconds of a {@code timestamptz} under every provider, in UTC. EclipseLink 4 reads
 * an {@code OffsetDateTime} to the millisecond only, and an {@code Instant} not at all; whoever
 * pages through records by time would see some twice or never.
 */
@Converter
public class MicrosecondTime
    implements AttributeConverter<@Nullable OffsetDateTime, @Nullable Timestamp> {

  /** For the persistence provider. */
  public MicrosecondTime() {}

  @Override
  public @Nullable Timestamp convertToDatabaseColumn(@Nullable OffsetDateTime time) {
    return time == null ? null : Timestamp.from(time.toInstant());
  }

  @Override
  public @Nullable OffsetDateTime convertToEntityAttribute(@Nullable Timestamp column) {
    return column == null ? null : column.toInstant().atOffset(ZoneOffset.UTC);
  }
}
