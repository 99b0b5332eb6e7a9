package io.github.tornadosort.cli.options;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses a size of memory as GNU sort does: {@code 512} and {@code 512K} are KiB, {@code 100b} bytes, {@code 2G} GiB, and
 * {@code 50%} a part of the machine's memory. A sort gets at least 256 KiB, enough for lines of up to 8 KiB.
 */
public final class BufferSize implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15})([%bkmgtp]?)", Pattern.CASE_INSENSITIVE);
    private static final long LEAST = 1 << 18;

    @Override
    public Long convert(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new TypeConversionException(
                    "expected a size such as 512M, 2G, 100b or 50% (KiB without a unit), found '" + text + "'");
        }
        double number = Long.parseLong(parts.group(1));
        String unit = parts.group(2).toLowerCase(Locale.ROOT);
        double bytes = unit.equals("%")
                ? number / 100 * memory()
                : Math.scalb(number, 10 * (unit.isEmpty() ? 1 : "bkmgtp".indexOf(unit)));
        return Math.max(LEAST, (long) bytes);
    }

    /** Returns the machine's memory. To ask for it takes 30 ms. */
    private static long memory() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }
}
