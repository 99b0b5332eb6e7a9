package io.github.tornadosort.internal.kernel;

/**
 * The operators of scans and of reductions by key: a sum, or the largest of signed words. Kernels take the operator as a
 * parameter, which compilers know, so that nothing is decided on a device.
 */
final class StageOperator {
    private StageOperator() {}

    /** {@return the word of an element: a number to add, or one that has the order of the elements} */
    static int word(int element, int sums, int kind, int inverted) {
        return sums != 0 ? element : SignedWords.of(element, kind, inverted != 0 ? -1 : 0);
    }

    static long word(long element, int sums, int kind, int inverted) {
        return sums != 0 ? element : SignedWords.of(element, kind, inverted != 0 ? -1L : 0L);
    }

    static float word(float element, int sums, int kind, int inverted) {
        return element;
    }

    static double word(double element, int sums, int kind, int inverted) {
        return element;
    }

    /** {@return the element of a word} */
    static int element(int word, int sums, int kind, int inverted) {
        return sums != 0 ? word : SignedWords.key(word, kind, inverted != 0 ? -1 : 0);
    }

    static long element(long word, int sums, int kind, int inverted) {
        return sums != 0 ? word : SignedWords.key(word, kind, inverted != 0 ? -1L : 0L);
    }

    static float element(float word, int sums, int kind, int inverted) {
        return word;
    }

    static double element(double word, int sums, int kind, int inverted) {
        return word;
    }

    static int of(int a, int b, int sums) {
        return sums != 0 ? a + b : Math.max(a, b);
    }

    static long of(long a, long b, int sums) {
        return sums != 0 ? a + b : Math.max(a, b);
    }

    static float of(float a, float b, int sums) {
        return a + b;
    }

    static double of(double a, double b, int sums) {
        return a + b;
    }

    /** {@return the word that changes nothing; {@code any} is a number that compilers do not know} */
    static int none32(int sums, int any) {
        return sums != 0 ? 0 : SignedWords.lowest32(any);
    }

    static long none64(int sums, int any) {
        return sums != 0 ? 0 : SignedWords.lowest64(any);
    }
}
