package io.github.tornadosort.bench;

/** Parses and formats numbers of keys in suites: {@code 65536} or {@code 2^16}. */
final class Sizes {
    private Sizes() {}

    /** @throws IllegalArgumentException if the text is not a number in this format */
    static int parse(String text) {
        try {
            return text.startsWith("2^")
                    ? Math.toIntExact(1L << Integer.parseInt(text.substring(2)))
                    : Integer.parseInt(text);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("expected a size such as 65536 or 2^16, found '" + text + "'", e);
        }
    }

    static String text(long n) {
        return n > 1 && Long.bitCount(n) == 1 ? "2^" + Long.numberOfTrailingZeros(n) : Long.toString(n);
    }
}
