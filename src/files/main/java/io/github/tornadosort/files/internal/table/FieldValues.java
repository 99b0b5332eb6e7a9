package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.KeyType;
import java.math.BigDecimal;
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
        if (field.isEmpty()) {
            return null;
        }
        Comparable<?> value = type.isText()
                ? field
                : type.isDecimal() ? Decimal.of(field.strip()) : number(field.strip(), type.number());
        return (Comparable<Object>) value;
    }

    private static Comparable<?> number(String text, KeyType type) {
        if (!type.isFloat()) {
            return new BigInteger(text);
        }
        String number = javaNumber(text);
        return type == KeyType.FLOAT64 ? (Comparable<?>) Double.valueOf(number) : Float.valueOf(number);
    }

    private static String javaNumber(String text) {
        return switch (text.toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "")) {
            case "nan" -> "NaN";
            case "inf", "infinity" -> text.startsWith("-") ? "-Infinity" : "Infinity";
            default -> text;
        };
    }

    /**
     * A decimal number.
     *
     * @param sign -1 or 1, or the number if it is 0, infinite or NaN
     * @param value the number, or 0 if it is infinite or NaN
     */
    private record Decimal(double sign, BigDecimal value) implements Comparable<Decimal> {
        private static Decimal of(String text) {
            String number = javaNumber(text);
            if (number.endsWith("N") || number.endsWith("y")) {
                return new Decimal(Double.parseDouble(number), BigDecimal.ZERO);
            }
            BigDecimal value = new BigDecimal(number);
            double zero = text.startsWith("-") ? -0.0 : 0.0;
            return new Decimal(value.signum() == 0 ? zero : value.signum(), value);
        }

        @Override
        public int compareTo(Decimal other) {
            int comparison = Double.compare(sign, other.sign);
            return comparison == 0 ? value.compareTo(other.value) : comparison;
        }
    }
}
