package io.github.tornadosort.files.internal.io;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers of bytes in messages, in the largest unit of which there is at least one. */
public final class Amount {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final int SHIFT = 10;

    private Amount() {}

    /** Describes bytes that are needed. The amount that is shown is enough. */
    public static String needed(long bytes) {
        return of(bytes, RoundingMode.CEILING);
    }

    /** Describes bytes that there are. There is no less than the amount that is shown. */
    public static String available(long bytes) {
        return of(bytes, RoundingMode.FLOOR);
    }

    private static String of(long bytes, RoundingMode rounding) {
        int unit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes | 1)) / SHIFT;
        BigDecimal inUnit = BigDecimal.valueOf(bytes).divide(BigDecimal.valueOf(1L << SHIFT * unit));
        return inUnit.setScale(unit == 0 ? 0 : 1, rounding) + " " + UNITS[unit];
    }
}
