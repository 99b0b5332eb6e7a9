package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {
    @ParameterizedTest
    @CsvSource({"0,0 bytes,0 bytes", "1023,1023 bytes,1023 bytes", "1024,1.0 KiB,1.0 KiB", "1025,1.1 KiB,1.0 KiB",
        "1048575,1024.0 KiB,1023.9 KiB", "20971520,20.0 MiB,20.0 MiB", "9223372036854775807,8.0 EiB,7.9 EiB"})
    void hasAUnitThatShowsIt(long bytes, String needed, String available) {
        assertThat(Amount.needed(bytes)).isEqualTo(needed);
        assertThat(Amount.available(bytes)).isEqualTo(available);
    }
}
