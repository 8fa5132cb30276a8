// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.Arrays;

/**
 * A parsed JSON document as a flat list of nodes in document order, in place of a tree of objects:
 * a member's name is the node before its value, and a container's node is followed by what it
 * holds. Texts and numbers stay where they are in the source; only a text with escapes is copied.
 * The members of each object are sorted when it ends.
 */
final class JsonTape {

  /** What a node is. */
  enum Kind {
    NULL,
    TRUE,
    FALSE,
    NUMBER,
    /** A text that stands in the source as it is. */
    TEXT,
    /** A text that was written with escapes. */
    UNESCAPED_TEXT,
    ARRAY,
    OBJECT
  }

  private static final int BYTES_PER_NODE_GUESSED = 8;
  private static final int LEAST_CAPACITY = 16;
  private static final int GREATEST_FIRST_CAPACITY = 1024;

  private final byte[] source;
  private final Bytes unescaped = new Bytes();
  private Kind[] kinds;
  private int[] from;
  private int[] to;
  private int size;
  // For each object that has ended: the number of its members, then their name nodes, sorted.
  private int[] members;
  private int membersUsed;
  private final IndexSort.Order byName = this::compareTexts;

  JsonTape(byte[] source, int length) {
    this.source = source;
    int guess = Math.min(length / BYTES_PER_NODE_GUESSED, GREATEST_FIRST_CAPACITY);
    int capacity = Math.max(guess, LEAST_CAPACITY);
    this.kinds = new Kind[capacity];
    this.from = new int[capacity];
    this.to = new int[capacity];
    this.members = new int[capacity];
  }

  /** Adds a node whose spelling is a range of the source, or of the unescaped bytes. */
  int add(Kind kind, int first, int end) {
    if (size == Limits.JSON_VALUES) {
      throw ContentRefusedException.tooLarge(
          "The JSON document", Limits.JSON_VALUES, "values and member names");
    }
    if (size == kinds.length) {
      grow();
    }
    kinds[size] = kind;
    from[size] = first;
    to[size] = end;
    return size++;
  }

  private void grow() {
    int capacity = Math.min(size * 2, Limits.JSON_VALUES);
    kinds = Arrays.copyOf(kinds, capacity);
    from = Arrays.copyOf(from, capacity);
    to = Arrays.copyOf(to, capacity);
  }

  /** Ends an array: whatever was added since belongs to it. */
  void endArray(int array) {
    to[array] = size;
  }

  /**
   * Ends an object: whatever was added since belongs to it.
   *
   * @return false if two of its members have the same name
   */
  boolean endObject(int object) {
    int count = addMember(0);
    for (int name = object + 1; name < size; name = next(name + 1)) {
      addMember(name);
    }
    int first = count + 1;
    members[count] = membersUsed - first;
    from[object] = count;
    to[object] = size;
    IndexSort.sort(members, first, membersUsed, byName);
    for (int i = first + 1; i < membersUsed; i++) {
      if (compareTexts(members[i - 1], members[i]) == 0) {
        return false;
      }
    }
    return true;
  }

  private int addMember(int value) {
    if (membersUsed == members.length) {
      members = Arrays.copyOf(members, membersUsed * 2);
    }
    members[membersUsed] = value;
    return membersUsed++;
  }

  private int compareTexts(int a, int b) {
    return CodeUnitOrder.compare(bytes(a), from[a], to[a], bytes(b), from[b], to[b]);
  }

  /** Returns where texts with escapes are unescaped to. */
  Bytes unescaped() {
    return unescaped;
  }

  Kind kind(int node) {
    return kinds[node];
  }

  /** Returns the array that holds a text's or a number's spelling. */
  byte[] bytes(int node) {
    return kinds[node] == Kind.UNESCAPED_TEXT ? unescaped.array() : source;
  }

  int from(int node) {
    return from[node];
  }

  int to(int node) {
    return to[node];
  }

  /** Returns the node after this one and all that it holds. */
  int next(int node) {
    boolean container = kinds[node] == Kind.ARRAY || kinds[node] == Kind.OBJECT;
    return container ? to[node] : node + 1;
  }

  int memberCount(int object) {
    return members[from[object]];
  }

  /** Returns the name of the object's member at this position of the sorted order. */
  int memberName(int object, int position) {
    return members[from[object] + 1 + position];
  }
}
