package io.github.tornadosort.cli.table;

import io.github.tornadosort.KeyType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the values of the key fields of rows, as the JDK reads numbers and not as the sorts do. */
final class FieldValues {
    private final FieldCursor fields;
    private final List<KeyColumn> keys;

    FieldValues(FieldCursor fields, List<KeyColumn> keys) {
        this.fields = fields;
        this.keys = keys;
    }

    /** Returns the values of the key fields of a row: texts, numbers, and null for empty fields. */
    List<Comparable<Object>> of(long row) throws TableException {
        // Every byte is a character, so texts are ordered by their bytes.
        List<String> all = fields.contents(row, StandardCharsets.ISO_8859_1);
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
