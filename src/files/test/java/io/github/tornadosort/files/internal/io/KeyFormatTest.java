package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFormatTest {
    @TempDir
    Path folder;

    /** A file for properties, because jqwik does not support @TempDir. */
    private static Path propertyFile;

    @BeforeContainer
    static void createPropertyFile() throws IOException {
        propertyFile = Files.createTempFile("keys", "");
    }

    @AfterContainer
    static void deletePropertyFile() throws IOException {
        Files.delete(propertyFile);
    }

    @Property(tries = 300)
    void readsBackWhatWasWritten(
            @ForAll KeyFormat format, @ForAll KeyType type, @ForAll @Size(max = 40) long[] words) throws IOException {
        Column keys = KeyFiles.column(type, words.length);
        for (int i = 0; i < words.length; i++) {
            KeyBits.set(keys.segment(), type, i, words[i]);
        }

        KeyFiles.write(propertyFile, format, keys);
        Column read = KeyFiles.read(propertyFile, format, type);

        assertThat(read.size()).isEqualTo(words.length);
        for (int i = 0; i < words.length; i++) {
            long expected = KeyBits.get(keys.segment(), type, i);
            long found = KeyBits.get(read.segment(), type, i);
            // Text represents all NaNs in the same way.
            assertThat(found).isIn(expected, format == KeyFormat.TEXT ? canonical(type, expected) : expected);
        }
    }

    private static long canonical(KeyType type, long bits) {
        return switch (type) {
            case FLOAT32 -> Float.floatToIntBits(Float.intBitsToFloat((int) bits));
            case FLOAT64 -> Double.doubleToLongBits(Double.longBitsToDouble(bits));
            default -> bits;
        };
    }

    @ParameterizedTest
    @EnumSource
    void readsLargeFilesInPiecesAndReportsProgress(KeyFormat format) throws IOException {
        Column keys = KeyFiles.column(KeyType.INT32, 3_000_001);
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < keys.size(); i++) {
            keys.segment().setAtIndex(ValueLayout.JAVA_INT, i, random.nextInt());
        }
        Path file = folder.resolve("keys");
        AtomicLong written = new AtomicLong();
        AtomicLong read = new AtomicLong();

        try (OutputFile output = OutputFile.create(file)) {
            KeyWriter writer = KeyFormats.writer(format, output, KeyType.INT32, keys.size());
            writer.write(keys.range(0, 999_999).segment(), written::addAndGet);
            writer.write(keys.range(999_999, keys.size()).segment(), written::addAndGet);
            output.commit();
        }
        Column back = KeyFiles.column(KeyType.INT32, 3_000_001);
        try (KeyReader reader = KeyFormats.open(format, file, KeyType.INT32, folder, ProgressListener.NONE)) {
            assertThat(reader.count()).isEqualTo(keys.size());
            reader.read(back.range(0, 1_234_567).segment(), read::addAndGet);
            reader.read(back.range(1_234_567, back.size()).segment(), read::addAndGet);
            assertThat(read.get()).isEqualTo(reader.bytes());
        }

        assertThat(back.segment().mismatch(keys.segment())).isEqualTo(-1);
        assertThat(written.get()).isEqualTo(keys.segment().byteSize());
    }

    @Test
    void rawIsLittleEndian() throws IOException {
        Path file = Files.write(folder.resolve("keys"), new byte[] {1, 0, 0, 0, (byte) 0xFE, -1, -1, -1});

        Column keys = KeyFiles.read(file, KeyFormat.RAW, KeyType.INT32);

        assertThat(keys.segment().toArray(ValueLayout.JAVA_INT)).containsExactly(1, -2);
    }

    @ParameterizedTest
    @CsvSource({"a.npy,NPY", "a.NPY,NPY", "a.txt,TEXT", "a.TXT,TEXT", "a.bin,RAW", "a.Raw,RAW", "a,RAW",
        "npy,RAW", "a.npy.gz,NPY", "a.txt.ZST,TEXT", "a.gz,RAW", ".gz,RAW", ".csv,RAW", "a.,RAW", "x.csv/a,RAW", "/,RAW"})
    void extensionDeterminesTheFormat(Path file, KeyFormat format) {
        assertThat(KeyFormat.of(file)).isEqualTo(format);
    }

    @ParameterizedTest
    @CsvSource({"a.csv,csv", "a.csv.gz,csv", "a.gz.gz,gz", "a.DAT,DAT", "b/.a.1,1"})
    void rejectsOtherExtensions(Path file, String extension) {
        assertThatThrownBy(() -> KeyFormat.of(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        file + ": the extension ." + extension + " does not determine the format: expected .npy,"
                                + " .txt, .bin, .raw or no extension, or a format given by inputFormat(KeyFormat) or"
                                + " outputFormat(KeyFormat)");
    }

    @Test
    void rejectsOtherFormatsUnlessRawIsGiven() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "ARROW1\0\0");

        assertThatThrownBy(() -> KeyFormats.open(null, file, KeyType.INT8, folder, ProgressListener.NONE))
                .isInstanceOf(FileSortException.class)
                .hasMessage(file
                        + ": byte 0: expected raw int8 keys, found an Arrow file; convert it to .csv, for example by DuckDB or pyarrow (inputFormat(KeyFormat.RAW) reads its bytes as"
                        + " they are)");
        assertThatThrownBy(() -> KeyFormats.openValues(file, folder, true))
                .isInstanceOf(FileSortException.class)
                .hasMessage(file
                        + ": byte 0: expected raw values, found an Arrow file; convert it to .csv, for example by DuckDB or pyarrow (inputFormat(KeyFormat.RAW) reads its bytes as"
                        + " they are)");
        try (KeyReader reader = KeyFormats.open(KeyFormat.RAW, file, KeyType.INT8, folder, ProgressListener.NONE);
                KeyReader rows = KeyFormats.openRecords(file, 2, folder)) {
            assertThat(reader.count()).isEqualTo(8);
            assertThat(rows.count()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 15, 16, 17, 40})
    void readsShortFilesFromTheBeginning(int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i + 1);
        }
        Path file = Files.write(folder.resolve("keys"), bytes);
        try (KeyReader reader = KeyFormats.open(null, file, KeyType.INT8, folder, ProgressListener.NONE);
                KeyReader rows = KeyFormats.openValues(file, folder, true)) {
            byte[] keys = new byte[length];
            reader.read(MemorySegment.ofArray(keys), _ -> {});
            assertThat(keys).isEqualTo(bytes);
            rows.read(MemorySegment.ofArray(keys), _ -> {});
            assertThat(keys).isEqualTo(bytes);
        }
    }

    @Test
    void checksTheExtensionsOfRowFiles() {
        assertThatThrownBy(() -> ForeignFormat.requireRaw(Path.of("a.TGZ"), "records"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a.TGZ: the extension .TGZ is not that of raw records (inputFormat(KeyFormat.RAW) reads its bytes as they are)");
        ForeignFormat.requireRaw(Path.of("a.dat"), "records");
        ForeignFormat.requireRaw(Path.of("gz"), "records");
        ForeignFormat.requireRaw(Path.of("a.gz"), "records");
    }
}
