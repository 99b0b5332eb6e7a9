package io.github.tornadosort.files.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {
    private static byte[] encoded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] target = new byte[text.length() + 8];
        return Arrays.copyOf(target, new DecimalText().encode(bytes, 0, bytes.length, target, 0));
    }

    private static void assertOrder(String one, String other, int order) {
        assertThat(Integer.signum(Arrays.compareUnsigned(encoded(one), encoded(other))))
                .as("%s and %s", one, other).isEqualTo(order);
    }

    private static String digits(Random random, int most) {
        StringBuilder digits = new StringBuilder();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            digits.append((char) ('0' + random.nextInt(2) * random.nextInt(10)));
        }
        return digits.toString();
    }

    private static String number(Random random) {
        String whole = digits(random, 4);
        String fraction = digits(random, 4);
        String sign = List.of("", "", "+", "-", "-").get(random.nextInt(5));
        String number = whole.isEmpty() && fraction.isEmpty()
                ? "1"
                : fraction.isEmpty() && random.nextBoolean() ? whole : whole + "." + fraction;
        return sign + number + (random.nextBoolean() ? "" : "E" + (random.nextInt(220) - 110) / (1 + random.nextInt(40)));
    }

    @Test
    void bytesHaveTheOrderOfTheNumbers() {
        Random random = new Random(5);
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            numbers.add(number(random));
        }
        for (String one : numbers) {
            for (String other : numbers) {
                BigDecimal value = new BigDecimal(one);
                if (value.signum() != 0) {
                    assertOrder(one, other, value.compareTo(new BigDecimal(other)));
                }
            }
        }
    }

    @Test
    void specialNumbersAreAtTheEnds() {
        List<String> ascending =
                List.of("-inf", "-1e999999999", "-1", "-1e-999999999", "-0", "0", "1e-999999999", "1", "1e999999999",
                        "Infinity",
                        "NaN");
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                assertOrder(ascending.get(i), ascending.get(j), Integer.compare(i, j));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1,+1.0e0", "1.50, 1.5", "0,.0", "-0,-0.00e5", "0100, 1E+2", "-inf,-Infinity", "nan,-NaN", "' 4\t',4",
        "9007199254740993,9007199254740993.0", "1e51,10e50", "1e50,10e49", "5.,5", "1e-051,.1e-50"
    })
    void differentTextsMayBeTheSameNumber(String one, String other) {
        assertOrder(one, other, 0);
    }

    /** So other keys may follow. */
    @Test
    void noNumberBeginsLikeAnother() {
        Random random = new Random(6);
        for (int i = 0; i < 20_000; i++) {
            byte[] one = encoded(number(random));
            byte[] other = encoded(number(random));
            int same = Arrays.mismatch(one, other);
            assertThat(same < 0 || same < Math.min(one.length, other.length)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", ".", "-", "+.", "x", "1x", "1..2", "1.2.3", "e5", "1e", "1e+", "1e1.5", "1e1x", "0x10", "1d", "2f", "--1",
        "1 2",
        "1e1000000000", "na", "infinit", "\u0663"})
    void otherTextsAreRefused(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(FieldType.DECIMAL.accepts(bytes, 0, bytes.length)).isFalse();
        assertThatThrownBy(() -> encoded(text))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("expected a decimal, found '");
    }
}
