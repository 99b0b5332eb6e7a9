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
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,19}(\\.[0-9]{1,18})?([eE][0-9]{1,2})?");
    private static final Pattern POWER = Pattern.compile("([0-9]{1,9})\\^([0-9]{1,2})");
    private static final Pattern BINARY = Pattern.compile("([0-9]{1,19})([KMG])");

    @Override
    public Long convert(String text) {
        try {
            return value(text).longValueExact();
        } catch (ArithmeticException e) {
            throw error(text);
        }
    }

    private static BigDecimal value(String text) {
        Matcher power = POWER.matcher(text);
        if (power.matches()) {
            return new BigDecimal(new BigInteger(power.group(1)).pow(Integer.parseInt(power.group(2))));
        }
        Matcher binary = BINARY.matcher(text.toUpperCase(Locale.ROOT));
        if (binary.matches()) {
            int shift = 10 * (1 + "KMG".indexOf(binary.group(2)));
            return new BigDecimal(new BigInteger(binary.group(1)).shiftLeft(shift));
        }
        if (DECIMAL.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        throw error(text);
    }

    private static TypeConversionException error(String text) {
        return new TypeConversionException(
                "expected a count such as 1000000, 1e6, 2^24 or 16M (K, M, G: 2^10, 2^20, 2^30), found '" + text + "'");
    }
}
