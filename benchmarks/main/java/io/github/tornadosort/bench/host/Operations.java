package io.github.tornadosort.bench.host;

/** Splits operations such as {@code segments-20} into a name and a number. */
final class Operations {
    private static final String NUMBER = "-([0-9]+)$";

    private Operations() {}

    /** Returns the operation without its number. */
    static String name(String operation) {
        return operation.replaceFirst(NUMBER, "");
    }

    /** Returns the number at the end of the operation, or 0 if it has none. */
    static int number(String operation) {
        String name = name(operation);
        return name.equals(operation) ? 0 : Integer.parseInt(operation.substring(name.length() + 1));
    }
}
