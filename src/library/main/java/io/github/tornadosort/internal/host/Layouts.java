package io.github.tornadosort.internal.host;

import java.lang.foreign.ValueLayout;

/** How the host reads keys and values: in this machine's byte order, wherever they lie. */
public final class Layouts {
    /** 16 bits. */
    public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    /** 32 bits. */
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    /** 64 bits. */
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Layouts() {}
}
