package io.github.tornadosort.bench.host;

/** The parameters of operations, such as the number in {@code segments-20}. */
public final class Operations {
    private static final String NUMBER = "-([0-9]+)$";

    private Operations() {}

    /** Returns the operation without its number. */
    public static String name(String operation) {
        return operation.replaceFirst(NUMBER, "");
    }

    /** Returns the number at the end of the operation, or 0 if it has none. */
    public static int number(String operation) {
        String name = name(operation);
        return name.equals(operation) ? 0 : Integer.parseInt(operation.substring(name.length() + 1));
    }

    /** Returns the offsets of segments of one length that n keys are divided into; the last one may be shorter. */
    static int[] offsets(int n, int length) {
        int[] offsets = new int[Math.ceilDiv(n, length) + 1];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = (int) Math.min(n, (long) i * length);
        }
        return offsets;
    }
}
