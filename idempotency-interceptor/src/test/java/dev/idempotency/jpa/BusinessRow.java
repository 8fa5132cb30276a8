// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** What an application writes in its transaction. */
@Entity
@Table(name = "business_row")
public class BusinessRow {

  @Id
  @Column(name = "id")
  private String id;

  @Column(name = "reference", unique = true)
  private String reference;

  protected BusinessRow() {}

  BusinessRow(String id, String reference) {
    this.id = id;
    this.reference = reference;
  }

  String getId() {
    return id;
  }

  String getReference() {
    return reference;
  }
}
