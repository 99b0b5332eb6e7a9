package io.github.tornadosort.internal.memory;

import java.lang.foreign.ValueLayout;

/** Layouts with which the host reads keys and values: native byte order, at any alignment. */
public final class Layouts {
    /** 16 bits, unaligned. */
    public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    /** 32 bits, unaligned. */
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    /** 64 bits, unaligned. */
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Layouts() {}
}
