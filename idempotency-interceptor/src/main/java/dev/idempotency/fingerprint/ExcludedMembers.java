// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON document that don't count when requests are compared, named by JSON
 * pointers (RFC 6901). An excluded member or array element is left out as though it had not been
 * sent, with all that it holds; it must be well formed all the same. A pointer that matches nothing
 * does nothing.
 *
 * <p>Prepared once per operation. Immutable and safe for concurrent use.
 */
public final class ExcludedMembers {

  private static final ExcludedMembers NONE = new ExcludedMembers(null);

  private final @Nullable Step root;

  private ExcludedMembers(@Nullable Step root) {
    this.root = root;
  }

  /**
   * Returns the exclusion of nothing.
   *
   * @return excluded members, none
   */
  public static ExcludedMembers none() {
    return NONE;
  }

  /**
   * Prepares pointers for matching.
   *
   * @param pointers JSON pointers in their plain form, such as {@code /items/0/sent~1at}; not the
   *     {@code #} form, and not the empty pointer, which is the whole document
   * @return the excluded members
   * @throws IllegalArgumentException if one is no JSON pointer or names the whole document; the
   *     message names it
   */
  public static ExcludedMembers of(Collection<String> pointers) {
    if (pointers.isEmpty()) {
      return NONE;
    }
    Step root = new Step("", new byte[0]);
    for (String pointer : pointers) {
      Step step = root;
      for (String token : JsonPointer.tokens(pointer)) {
        step = step.childFor(token);
      }
      step.excluded = true;
    }
    return new ExcludedMembers(root);
  }

  /** Returns the step that stands for the whole document, or null where nothing is excluded. */
  @Nullable Step root() {
    return root;
  }

  /** A place in the document on the way to an excluded member, or the excluded member itself. */
  static final class Step {

    private static final int NO_INDEX = -1;

    private final byte[] name;
    private final int index;
    private final List<Step> children = new ArrayList<>();
    private boolean excluded;

    private Step(String token, byte[] name) {
      this.name = name;
      this.index = JsonPointer.arrayIndex(token).orElse(NO_INDEX);
    }

    private Step childFor(String token) {
      byte[] childName = JsonPointer.utf8(token);
      Step child = child(childName, 0, childName.length);
      if (child == null) {
        child = new Step(token, childName);
        children.add(child);
      }
      return child;
    }

    boolean excluded() {
      return excluded;
    }

    @Nullable Step child(byte[] bytes, int from, int to) {
      for (Step child : children) {
        if (Arrays.equals(child.name, 0, child.name.length, bytes, from, to)) {
          return child;
        }
      }
      return null;
    }

    @Nullable Step child(int arrayIndex) {
      for (Step child : children) {
        if (child.index == arrayIndex) {
          return child;
        }
      }
      return null;
    }
  }
}
