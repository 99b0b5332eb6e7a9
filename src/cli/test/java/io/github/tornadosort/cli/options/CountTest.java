package io.github.tornadosort.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Tests the notations of counts. */
class CountTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0", "1000000, 1000000", "1e6, 1000000", "2.5E1, 25", "2^24, 16777216", "10^18, 1000000000000000000", "3K, 3072",
        "16M, 16777216", "1.5M, 1572864", "2g, 2147483648", "9223372036854775807, 9223372036854775807"
    })
    void readsEachNotation(String text, long count) {
        assertThat(new Count().convert(text)).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "1e", "2^63", "9223372036854775808", "8589934592G", "1T", "K", "^2", "0x10"})
    void rejectsOtherText(String text) {
        assertThatThrownBy(() -> new Count().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("expected a count such as 1000000, 1e6, 2^24 or 16M (K, M, G: 2^10, 2^20, 2^30), found '" + text
                        + "'");
    }
}
