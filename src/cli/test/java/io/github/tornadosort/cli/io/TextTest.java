package io.github.tornadosort.cli.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.data.KeyBits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {
    @TempDir
    Path folder;

    private long[] read(KeyType type, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("keys.txt"), text);
        Column keys = KeyFiles.read(file, KeyFormat.TEXT, type);
        return LongStream.range(0, keys.size())
                .map(i -> KeyBits.get(keys.segment(), type, i))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1\n-2\n3\n", "1\n-2\n3", "1\r\n-2\r\n3\r\n", "1\r\n-2\r\n3", " 1 \n\t-2\n+3\n", "01\n-002\n3\n"})
    void linesMayEndInAnyWay(String text) throws IOException {
        assertThat(read(KeyType.INT32, text)).containsExactly(1, -2, 3);
    }

    @Test
    void anEmptyFileHasNoKeys() throws IOException {
        assertThat(read(KeyType.INT32, "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "INT8,-128,127", "UINT8,0,255", "INT16,-32768,32767", "UINT16,0,65535", "INT32,-2147483648,2147483647",
        "UINT32,0,4294967295", "INT64,-9223372036854775808,9223372036854775807"
    })
    void readsTheLimitsOfEachType(KeyType type, long least, long greatest) throws IOException {
        assertThat(read(type, least + "\n" + greatest + "\n")).containsExactly(least, greatest);
    }

    @Test
    void theLimitsOfUnsigned64BitsAreRead() throws IOException {
        assertThat(read(KeyType.UINT64, "0\n18446744073709551615\n")).containsExactly(0, -1);
    }

    @ParameterizedTest
    @CsvSource({
        "INT8,128,expected an int8 (-128 to 127); found 128; which is out of range",
        "INT8,-129,expected an int8 (-128 to 127); found -129; which is out of range",
        "UINT8,256,expected an uint8 (0 to 255); found 256; which is out of range",
        "UINT8,-1,expected an uint8 (0 to 255); found -1; which is out of range",
        "INT32,2147483648,expected an int32 (-2147483648 to 2147483647); found 2147483648; which is out of range",
        "UINT32,4294967296,expected an uint32 (0 to 4294967295); found 4294967296; which is out of range",
        "INT64,9223372036854775808,expected an int64 (-9223372036854775808 to 9223372036854775807);"
                + " found 9223372036854775808; which is out of range",
        "UINT64,18446744073709551616,expected an uint64 (0 to 18446744073709551615); found 18446744073709551616;"
                + " which is out of range",
        "UINT64,-1,expected an uint64 (0 to 18446744073709551615); found -1; which is out of range",
        "INT32,'',expected an int32 (-2147483648 to 2147483647); found ''",
        "INT32,1.0,expected an int32 (-2147483648 to 2147483647); found '1.0'",
        "INT32,0x10,expected an int32 (-2147483648 to 2147483647); found '0x10'",
        "INT32,1 2,expected an int32 (-2147483648 to 2147483647); found '1 2'",
        "FLOAT32,1e39,expected a float32; found 1e39; which is out of range",
        "FLOAT32,one,expected a float32; found 'one'",
        "FLOAT64,-1e309,expected a float64; found -1e309; which is out of range",
        "FLOAT64,'',expected a float64; found ''"
    })
    void rejectsOtherTextAndNamesTheLine(KeyType type, String number, String message) {
        assertThatThrownBy(() -> read(type, "1\n2\n" + number + "\n4\n"))
                .isInstanceOf(KeyFileException.class)
                .hasMessage(folder.resolve("keys.txt") + ": line 3: " + message.replace(";", ","));
    }

    @Test
    void rejectsLongLinesEarly() {
        assertThatThrownBy(() -> read(KeyType.INT32, "1\n" + "7".repeat(5000)))
                .isInstanceOf(KeyFileException.class)
                .hasMessage(folder.resolve("keys.txt") + ": line 2: expected one number, found a line of more than 4096"
                        + " bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "nan,NaN", "NaN,NaN", "-nan,NaN", "inf,Infinity", "-inf,-Infinity", "Infinity,Infinity", "-Infinity,-Infinity",
        "1e3,1000", "-0.0,-0.0", "1.17549435e-38,1.17549435e-38"
    })
    void floatsAreReadAsJavaAndNumPyWriteThem(String text, float value) throws IOException {
        assertThat(read(KeyType.FLOAT32, text)[0]).isEqualTo(Float.floatToIntBits(value) & 0xFFFF_FFFFL);
        assertThat((float) Double.longBitsToDouble(read(KeyType.FLOAT64, text)[0])).isEqualTo(Float.valueOf(value));
    }

    @Test
    void writesOneNumberPerLine() throws IOException {
        Path file = folder.resolve("keys.txt");
        Column keys = KeyFiles.column(-1, 0, Integer.MIN_VALUE);

        KeyFiles.write(file, KeyFormat.TEXT, keys);
        assertThat(file).hasContent("-1\n0\n-2147483648\n");

        KeyFiles.write(file, KeyFormat.TEXT, keys.as(KeyType.UINT32));
        assertThat(file).hasContent("4294967295\n0\n2147483648\n");
    }
}
