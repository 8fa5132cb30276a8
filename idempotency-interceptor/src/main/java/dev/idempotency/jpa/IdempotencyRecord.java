// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.RecordState;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The record as an entity, for reading by operators. The protocol itself reads and writes by native
 * SQL, so an instance may be stale as soon as it is read; refresh it where that matters. Nothing of
 * it can be changed.
 */
@Entity
@Table(name = "idempotency_record")
@Access(AccessType.FIELD)
@Cacheable(false)
public class IdempotencyRecord {

  @Id
  @Column(name = "id", nullable = false, updatable = false)
  private UUID id;

  @Column(name = "operation", nullable = false, updatable = false)
  private String operation;

  @Column(name = "scope", nullable = false, insertable = false, updatable = false)
  private String scope;

  @Enumerated(EnumType.STRING)
  @Column(name = "status", nullable = false, insertable = false, updatable = false)
  private RecordState state;

  @Column(name = "retryable", nullable = false, insertable = false, updatable = false)
  private boolean retryable;

  @Column(name = "attempt", nullable = false, insertable = false, updatable = false)
  private long attempt;

  @Column(name = "owner_node", nullable = false, insertable = false, updatable = false)
  private String ownerNode;

  @Column(name = "recovery_point", insertable = false, updatable = false)
  private @Nullable String recoveryPoint;

  @Convert(converter = MicrosecondTime.class)
  @Column(name = "first_seen", nullable = false, insertable = false, updatable = false)
  private OffsetDateTime firstSeen;

  @Convert(converter = MicrosecondTime.class)
  @Column(name = "started", nullable = false, insertable = false, updatable = false)
  private OffsetDateTime started;

  @Convert(converter = MicrosecondTime.class)
  @Column(name = "claimed", nullable = false, insertable = false, updatable = false)
  private OffsetDateTime claimed;

  @Convert(converter = MicrosecondTime.class)
  @Column(name = "lease_until", nullable = false, insertable = false, updatable = false)
  private OffsetDateTime leaseUntil;

  @Convert(converter = MicrosecondTime.class)
  @Column(name = "finished", insertable = false, updatable = false)
  private @Nullable OffsetDateTime finished;

  @Convert(converter = MicrosecondTime.class)
  @Column(name = "expires", insertable = false, updatable = false)
  private @Nullable OffsetDateTime expires;

  @Enumerated(EnumType.STRING)
  @Column(name = "outcome_kind", insertable = false, updatable = false)
  private @Nullable OutcomeKind outcomeKind;

  @Column(name = "response_status", insertable = false, updatable = false)
  private @Nullable Integer responseStatus;

  @Column(name = "failure_type", insertable = false, updatable = false)
  private @Nullable String failureType;

  @Column(name = "failure_message", insertable = false, updatable = false)
  private @Nullable String failureMessage;

  /** For the persistence provider. */
  @SuppressWarnings("NullAway.Init")
  protected IdempotencyRecord() {}

  /**
   * Returns the primary key.
   *
   * @return the primary key
   */
  public UUID getId() {
    return id;
  }

  /**
   * Returns the operation's name.
   *
   * @return the operation's name
   */
  public String getOperation() {
    return operation;
  }

  /**
   * Returns whose key it is; empty for nobody's.
   *
   * @return whose key it is; empty for nobody's
   */
  public String getScope() {
    return scope;
  }

  /**
   * Returns the state.
   *
   * @return the state
   */
  public RecordState getState() {
    return state;
  }

  /**
   * Returns whether a failed record may be claimed again.
   *
   * @return whether a failed record may be claimed again
   */
  public boolean isRetryable() {
    return retryable;
  }

  /**
   * Returns the fencing number.
   *
   * @return the fencing number
   */
  public long getAttempt() {
    return attempt;
  }

  /**
   * Returns the node of the last claim.
   *
   * @return the node of the last claim
   */
  public String getOwnerNode() {
    return ownerNode;
  }

  /**
   * Returns the last step that committed.
   *
   * @return the last step that committed; null where there is none
   */
  public @Nullable String getRecoveryPoint() {
    return recoveryPoint;
  }

  /**
   * Returns when the row was inserted.
   *
   * @return when the row was inserted
   */
  public OffsetDateTime getFirstSeen() {
    return firstSeen;
  }

  /**
   * Returns when the current life began.
   *
   * @return when the current life began
   */
  public OffsetDateTime getStarted() {
    return started;
  }

  /**
   * Returns when the current attempt was claimed.
   *
   * @return when the current attempt was claimed
   */
  public OffsetDateTime getClaimed() {
    return claimed;
  }

  /**
   * Returns until when the claim is respected without a sign of life. A call that runs for long
   * keeps a later one in {@code idempotency_lease}; the view {@code idempotency_record_readable}
   * shows the one that counts.
   *
   * @return until when the claim is respected without a sign of life
   */
  public OffsetDateTime getLeaseUntil() {
    return leaseUntil;
  }

  /**
   * Returns when the outcome or the failure was stored.
   *
   * @return when the outcome or the failure was stored; null where there is none
   */
  public @Nullable OffsetDateTime getFinished() {
    return finished;
  }

  /**
   * Returns when the record may be replaced.
   *
   * @return when the record may be replaced; null where there is none
   */
  public @Nullable OffsetDateTime getExpires() {
    return expires;
  }

  /**
   * Returns what the record holds.
   *
   * @return what the record holds; null where there is none
   */
  public @Nullable OutcomeKind getOutcomeKind() {
    return outcomeKind;
  }

  /**
   * Returns the HTTP status.
   *
   * @return the HTTP status; null where there is none
   */
  public @Nullable Integer getResponseStatus() {
    return responseStatus;
  }

  /**
   * Returns the class of the exception that ended the call.
   *
   * @return the class of the exception that ended the call; null where there is none
   */
  public @Nullable String getFailureType() {
    return failureType;
  }

  /**
   * Returns the message of that exception, bounded.
   *
   * @return the message of that exception, bounded; null where there is none
   */
  public @Nullable String getFailureMessage() {
    return failureMessage;
  }
}
