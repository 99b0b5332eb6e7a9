package io.github.tornadosort.cli.options;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses counts such as {@code 1000000}, {@code 1e6}, {@code 2^24} or {@code 16M} (K, M and G are 2^10, 2^20 and 2^30). */
public final class Count implements ITypeConverter<Long> {
    private static final Pattern DECIMAL = Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,18})?(?:[eE][0-9]{1,2})?)([KMGkmg]?)");
    private static final Pattern POWER = Pattern.compile("([0-9]{1,9})\\^([0-9]{1,2})");

    @Override
    public Long convert(String text) {
        Matcher power = POWER.matcher(text);
        Matcher decimal = DECIMAL.matcher(text);
        try {
            if (power.matches()) {
                return new BigInteger(power.group(1)).pow(Integer.parseInt(power.group(2))).longValueExact();
            }
            if (decimal.matches()) {
                String unit = decimal.group(2).toUpperCase(Locale.ROOT);
                int shift = unit.isEmpty() ? 0 : 10 * (1 + "KMG".indexOf(unit));
                return new BigDecimal(decimal.group(1)).multiply(BigDecimal.valueOf(1L << shift)).longValueExact();
            }
        } catch (ArithmeticException e) {
            // No whole number of 64 bits.
        }
        throw new TypeConversionException(
                "expected a count such as 1000000, 1e6, 2^24 or 16M (K, M, G: 2^10, 2^20, 2^30), found '" + text + "'");
    }
}
