// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.type.CollectionType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Writes a set in the order of its elements' JSON: a set's own order may change from process to
 * process, and two sets of the same elements are equal.
 */
final class SortedSets extends JsonSerializer<Set<?>> {

  /** Puts the serializer in place for every kind of set. */
  static final class Modifier extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public JsonSerializer<?> modifyCollectionSerializer(
        SerializationConfig config,
        CollectionType type,
        BeanDescription description,
        JsonSerializer<?> serializer) {
      return Set.class.isAssignableFrom(type.getRawClass()) ? new SortedSets() : serializer;
    }
  }

  @Override
  public void serialize(Set<?> set, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    ObjectMapper mapper = (ObjectMapper) out.getCodec();
    List<String> elements = new ArrayList<>(set.size());
    for (Object element : set) {
      elements.add(mapper.writeValueAsString(element));
    }
    Collections.sort(elements);
    out.writeStartArray();
    for (String element : elements) {
      out.writeRawValue(element);
    }
    out.writeEndArray();
  }

  @Override
  public boolean isEmpty(SerializerProvider provider, Set<?> set) {
    return set.isEmpty();
  }
}
