package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
        "UINT8,256,expected a uint8 (0 to 255); found 256; which is out of range",
        "UINT8,-1,expected a uint8 (0 to 255); found -1; which is out of range",
        "INT32,2147483648,expected an int32 (-2147483648 to 2147483647); found 2147483648; which is out of range",
        "UINT32,4294967296,expected a uint32 (0 to 4294967295); found 4294967296; which is out of range",
        "INT64,9223372036854775808,expected an int64 (-9223372036854775808 to 9223372036854775807);"
                + " found 9223372036854775808; which is out of range",
        "UINT64,18446744073709551616,expected a uint64 (0 to 18446744073709551615); found 18446744073709551616;"
                + " which is out of range",
        "UINT64,-1,expected a uint64 (0 to 18446744073709551615); found -1; which is out of range",
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
                .isInstanceOf(FileSortException.class)
                .hasMessage(folder.resolve("keys.txt") + ": line 3: " + message.replace(";", ","));
    }

    @Test
    void rejectsLongLinesEarly() {
        assertThatThrownBy(() -> read(KeyType.INT32, "1\n" + "7".repeat(5000)))
                .isInstanceOf(FileSortException.class)
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

    /** Numbers of different lengths, so that lines end at any distance from the borders of blocks. */
    private static long number(long i) {
        return i * i * 7919 >>> i % 40;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100_003, 1_000_000})
    void blocksAreReadInPiecesOfAnyLength(int piece) throws IOException {
        int n = piece == 1 ? 300_000 : 1_000_000;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append(number(i)).append(i % 3 == 0 ? "\r\n" : "\n");
        }
        Path file = Files.writeString(folder.resolve("keys.txt"), text);
        assertThat(Files.size(file)).isGreaterThan(TextReader.BLOCK);
        AtomicLong told = new AtomicLong();

        try (KeyReader reader = KeyFormats.open(KeyFormat.TEXT, file, KeyType.INT64, folder, ProgressListener.NONE);
                Arena arena = Arena.ofShared()) {
            assertThat(reader.count()).isEqualTo(n);
            MemorySegment keys = arena.allocate(8L * n);
            for (long from = 0; from < n; from += from < 2_000 ? piece : 300_000) {
                long to = Math.min(n, from + (from < 2_000 ? piece : 300_000));
                reader.read(keys.asSlice(8 * from, 8 * (to - from)), told::addAndGet);
            }
            for (int i = 0; i < n; i++) {
                assertThat(keys.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(number(i));
            }
        }
        assertThat(told).hasValue(8L * n);
    }

    @Test
    void theFirstOfSeveralErrorsIsReported() throws IOException {
        String[] lines = new String[1_500_000];
        Arrays.fill(lines, "1234");
        for (int i = 400_000; i < lines.length; i += 1_000) {
            lines[i] = "wrong";
        }
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> read(KeyType.INT32, String.join("\n", lines)))
                    .hasMessageContaining("line 400001: expected an int32 ");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {TextReader.BLOCK - 4098, TextReader.BLOCK - 4097, TextReader.BLOCK - 1, TextReader.BLOCK})
    void aLongLineIsRejectedAtTheBorderOfABlock(int start) {
        String lines = start % 2 == 0 ? "1\n".repeat(start / 2) : "11\n" + "1\n".repeat((start - 3) / 2);
        int line = start / 2 + 1;

        assertThatThrownBy(() -> read(KeyType.INT32, lines + "7".repeat(4097) + "\n2\n"))
                .hasMessage(
                        folder.resolve("keys.txt") + ": line " + line + ": expected one number, found a line of more than"
                                + " 4096 bytes");
    }

    @Test
    void theLongestLineMayStartInTheBlockBefore() throws IOException {
        int n = TextReader.BLOCK / 2 - 2;

        long[] keys = read(KeyType.INT32, "1\n".repeat(n) + " ".repeat(4095) + "7\n2\n");

        assertThat(keys).hasSize(n + 2).endsWith(7, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "UINT32,-0,0", "UINT32,+7,7", "INT64,-999999999999999999,-999999999999999999", "INT64,000000000000000000012,12",
        "UINT64,9999999999999999999,-8446744073709551617", "UINT64,00000000000000000007,7", "INT8,-128,-128",
        "INT64,1000000000000000000,1000000000000000000", "UINT64,9223372036854775808,-9223372036854775808", "UINT8,-0,0"
    })
    void integersMayBeWrittenInAnyWay(KeyType type, String text, long bits) throws IOException {
        assertThat(read(type, text + "\r\n" + text)).containsExactly(bits, bits);
    }

    @Test
    void anUnsignedLongHasNoSign() {
        assertThatThrownBy(() -> read(KeyType.UINT64, "-0")).hasMessageContaining("found -0");
    }

    /** Lines that are parsed one by one between lines that are parsed together, and more lines than are parsed together. */
    @Test
    void plainAndOtherLinesMayAlternate() throws IOException {
        String[] lines = new String[5_000];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = i % 7 == 3 ? " +" + i : i % 1500 == 0 ? "0" + i : "-" + i;
        }
        long[] keys = read(KeyType.INT32, String.join("\n", lines));
        assertThat(keys).hasSize(lines.length);
        for (int i = 0; i < keys.length; i++) {
            assertThat(keys[i]).isEqualTo(Long.parseLong(lines[i].strip()));
        }
    }

    /** Numbers of every number of digits, and those around powers of ten, each with every other as a neighbour. */
    @ParameterizedTest
    @EnumSource(names = {"INT8", "UINT8", "INT16", "INT32", "UINT32", "INT64", "UINT64"})
    void numbersOfAnyLengthAreWritten(KeyType type) throws IOException {
        long[] numbers =
                LongStream.iterate(1, power -> power > 0 && power <= 1_000_000_000_000_000_000L, power -> 10 * power)
                        .flatMap(power -> LongStream.of(power - 1, power, power + 1, -power, 7 * power, 1 - power))
                        .toArray();
        Column keys = KeyFiles.column(type, numbers.length + 2);
        for (int i = 0; i < numbers.length; i++) {
            KeyBits.set(keys.segment(), type, i, numbers[i]);
        }
        KeyBits.set(keys.segment(), type, numbers.length, Long.MIN_VALUE >> Long.SIZE - type.bits());
        KeyBits.set(keys.segment(), type, numbers.length + 1, -1);
        Path file = folder.resolve("keys.txt");

        KeyFiles.write(file, KeyFormat.TEXT, keys);

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(numbers.length + 2);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i)).isEqualTo(NumberText.format(type, KeyBits.get(keys.segment(), type, i)));
        }
    }

    @Test
    void theLongestNumbersAreWritten() throws IOException {
        Path file = folder.resolve("keys.txt");
        Column keys = KeyFiles.column(KeyType.FLOAT64, 2 * TextWriter.BATCH);
        keys.segment().fill((byte) 0xFF);
        for (int i = 0; i < keys.size(); i++) {
            keys.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, i, -1.7976931348623157e308);
        }
        KeyFiles.write(file, KeyFormat.TEXT, keys);
        assertThat(Files.size(file)).isEqualTo(24 * keys.size());

        KeyFiles.write(file, KeyFormat.TEXT, new Column(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, -1, 1L << 63),
                KeyType.UINT64));
        assertThat(file).hasContent("18446744073709551615\n9223372036854775808\n");
    }
}
