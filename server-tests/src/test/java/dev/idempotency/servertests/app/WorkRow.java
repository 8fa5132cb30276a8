// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The business row. */
@Entity
@Table(name = "work_row")
public class WorkRow {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(nullable = false)
  private String label;

  @SuppressWarnings("UnusedVariable") // written to the database
  private String bucket;

  protected WorkRow() {}

  public WorkRow(String label, String bucket) {
    this.label = label;
    this.bucket = bucket;
  }

  public Long getId() {
    return id;
  }
}
