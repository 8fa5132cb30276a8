// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.payload;

import jakarta.validation.Constraint;
import jakarta.validation.OverridesAttribute;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A name or number that is not blank and not longer than its bound. Control characters and lone
 * surrogates are refused: PostgreSQL stores neither NUL nor half a character.
 */
@NotBlank
@Size
@Pattern(regexp = "[^\\p{Cc}\\p{Cs}]*")
@ReportAsSingleViolation
@Constraint(validatedBy = {})
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Text {

  /** The longest accepted value, in UTF-16 code units. */
  @OverridesAttribute(constraint = Size.class, name = "max")
  int max();

  /** One message for all that can be wrong, so that a field is named once. */
  String message() default "must be text of 1 to {max} characters";

  /** Unused; demanded by Jakarta Validation. */
  Class<?>[] groups() default {};

  /** Unused; demanded by Jakarta Validation. */
  Class<? extends Payload>[] payload() default {};
}
