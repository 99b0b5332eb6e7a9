package io.github.tornadosort.cli.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the values of the key fields of rows, as the JDK reads numbers and not as the sorts do. */
final class FieldValues {
    private final MemorySegment text;
    private final FieldCursor fields;
    private final List<KeyColumn> keys;

    FieldValues(MemorySegment text, FieldCursor fields, List<KeyColumn> keys) {
        this.text = text;
        this.fields = fields;
        this.keys = keys;
    }

    /** Returns the values of the key fields of a row: texts, numbers, and null for empty fields. */
    List<Comparable<Object>> of(long row) throws TableException {
        List<String> all = new ArrayList<>();
        fields.moveTo(row);
        do {
            fields.next();
            // Every byte is a character, so texts are ordered by their bytes.
            byte[] bytes = text.asSlice(fields.from(), fields.to() - fields.from()).toArray(JAVA_BYTE);
            String field = new String(bytes, StandardCharsets.ISO_8859_1);
            all.add(fields.isEscaped() ? field.replace("\"\"", "\"") : field);
        } while (!fields.isLast());
        List<Comparable<Object>> values = new ArrayList<>();
        for (KeyColumn key : keys) {
            values.add(value(all.get(key.index()), key.type()));
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private static Comparable<Object> value(String field, FieldType type) {
        return field.isEmpty() ? null : (Comparable<Object>) (type.isText() ? field : number(field.strip(), type.number()));
    }

    private static Comparable<?> number(String text, KeyType type) {
        if (!type.isFloat()) {
            return new BigInteger(text);
        }
        String number = switch (text.toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "")) {
            case "nan" -> "NaN";
            case "inf", "infinity" -> text.startsWith("-") ? "-Infinity" : "Infinity";
            default -> text;
        };
        return type == KeyType.FLOAT64 ? (Comparable<?>) Double.valueOf(number) : Float.valueOf(number);
    }
}
