// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** The business row. */
@Entity
@Table(name = "work_row")
public class WorkRow {

  /** Known before the insert, so that no provider inserts before the flush. */
  @Id private String id = UUID.randomUUID().toString();

  /** The database alone knows that it must not be null. */
  @SuppressWarnings("UnusedVariable") // written to the database
  private String label;

  @SuppressWarnings("UnusedVariable") // written to the database
  private String bucket;

  protected WorkRow() {}

  public WorkRow(String label, String bucket) {
    this.label = label;
    this.bucket = bucket;
  }

  public String getId() {
    return id;
  }
}
