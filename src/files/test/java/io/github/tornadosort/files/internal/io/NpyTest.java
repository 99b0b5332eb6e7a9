package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the .npy format. The literal headers were written by NumPy 2.4. */
class NpyTest {
    private static final byte[] THREE_INTS = {1, 0, 0, 0, (byte) 0xFE, -1, -1, -1, 3, 0, 0, 0};

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("keys.npy");
    }

    /** Returns a file in NumPy's layout, in which the data starts at a multiple of 64 bytes. */
    private static byte[] npy(int version, String dictionary, byte[] data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
        int lengthBytes = version == 1 ? 2 : 4;
        int padded = Math.ceilDiv(8 + lengthBytes + dictionary.length() + 1, 64) * 64 - 8 - lengthBytes;
        ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(padded);
        bytes.write(length.array(), 0, lengthBytes);
        bytes.write((dictionary + " ".repeat(padded - dictionary.length() - 1) + "\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        bytes.write(data);
        return bytes.toByteArray();
    }

    @Test
    void writesWhatNumPyWrites() throws IOException {
        Column keys = KeyFiles.column(1, -2, 3);

        KeyFiles.write(file, KeyFormat.NPY, keys);

        byte[] expected = npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", THREE_INTS);
        assertThat(expected).hasSize(140);
        assertThat(Files.readAllBytes(file)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "INT8,|i1", "UINT8,|u1", "INT16,<i2", "UINT16,<u2", "INT32,<i4",
        "UINT32,<u4", "INT64,<i8", "UINT64,<u8", "FLOAT32,<f4", "FLOAT64,<f8"
    })
    void namesTypesAsNumPyDoes(KeyType type, String descr) throws IOException {
        KeyFiles.write(file, KeyFormat.NPY, KeyFiles.column(type, 0));

        assertThat(Files.readAllBytes(file))
                .isEqualTo(npy(1, "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (0,), }", new byte[0]));
    }

    /** More keys than one thread converts. */
    @ParameterizedTest
    @CsvSource({"INT16,i2", "UINT32,u4", "FLOAT32,f4", "INT64,i8", "FLOAT64,f8"})
    void readsBigEndianKeys(KeyType type, String code) throws IOException {
        int n = 100_000;
        byte[] little = new byte[n * type.bytes()];
        new java.util.Random(1).nextBytes(little);
        byte[] big = new byte[little.length];
        for (int i = 0; i < big.length; i++) {
            big[i] = little[i / type.bytes() * type.bytes() + type.bytes() - 1 - i % type.bytes()];
        }
        Files.write(file, npy(1, "{'descr': '>" + code + "', 'fortran_order': False, 'shape': (" + n + ",), }", big));

        Column keys = KeyFiles.read(file, KeyFormat.NPY, type);

        assertThat(keys.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(little);
    }

    @ParameterizedTest
    @CsvSource({"|i1,INT8", "|u1,UINT8", ">u1,UINT8", "<i2,INT16", ">u2,UINT16", "<f4,FLOAT32", ">f8,FLOAT64", "=i8,INT64"})
    void namesTheTypeOfItsKeys(String descr, KeyType type) throws IOException {
        Files.write(file, npy(1, "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (0,), }", new byte[0]));

        assertThat(KeyFormat.NPY.typeIn(file)).isEqualTo(type);
        assertThat(KeyFormat.RAW.typeIn(file)).isNull();
        assertThat(KeyFormat.NPY.typeIn(folder.resolve("a.npy.gz"))).isNull();
        assertThat(KeyFormat.NPY.typeIn(StandardStreams.INPUT)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"'<c8',<c8", "'|S5',|S5", "'<M8[ns]',<M8[ns]"})
    void namesNoTypeThatCannotBeSorted(String descr, String found) throws IOException {
        Files.write(file, npy(1, "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (0,), }", new byte[0]));

        assertThatThrownBy(() -> KeyFormat.NPY.typeIn(file))
                .isInstanceOf(FileSortException.class)
                .hasMessage(file + ": byte 10: expected keys of a type that can be sorted, found '" + found + "'");
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void readsEachVersion(int version) throws IOException {
        Files.write(file, npy(version, "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", THREE_INTS));

        assertThat(KeyFiles.read(file, KeyFormat.NPY, KeyType.INT32).segment().toArray(ValueLayout.JAVA_INT))
                .containsExactly(1, -2, 3);
    }

    @Test
    void readsHeadersOfOtherWriters() throws IOException {
        Files.write(file, npy(1, "{\"shape\":(3L,),\"fortran_order\":True,\"descr\":\"<i4\"}", THREE_INTS));

        assertThat(KeyFiles.read(file, KeyFormat.NPY, KeyType.INT32).size()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'<u4', 'fortran_order': False, 'shape': (3,)    | byte 10: expected int32 keys ('<i4'), found '<u4'",
                "'<f8', 'fortran_order': False, 'shape': (3,)    | byte 10: expected int32 keys ('<i4'), found '<f8'",
                "'<i4', 'fortran_order': False, 'shape': (1, 3)  | byte 10: expected a one-dimensional array, found"
                        + " shape (1, 3)",
                "'<i4', 'fortran_order': True, 'shape': (3, 1)   | byte 10: expected a one-dimensional array, found"
                        + " shape (3, 1)",
                "'<i4', 'fortran_order': False, 'shape': ()      | byte 10: expected a one-dimensional array, found"
                        + " shape ()",
                "'<i4', 'fortran_order': False, 'shape': (4,)    | byte 128: expected the 4 keys of the header's shape"
                        + " in 16 bytes, found 12 bytes",
                "'<i4', 'fortran_order': False, 'shape': (2,)    | byte 128: expected the 2 keys of the header's shape"
                        + " in 8 bytes, found 12 bytes",
                "'<i4', 'fortran_order': False, 'shape': (99999999999999999999,) | byte 128: expected the"
                        + " 99999999999999999999 keys of the header's shape in 399999999999999999996 bytes, found 12 bytes",
            })
    void rejectsOtherTypesAndShapes(String entries, String message) throws IOException {
        Files.write(file, npy(1, "{'descr': " + entries.strip() + ", }", THREE_INTS));

        assertThatThrownBy(() -> KeyFormats.open(KeyFormat.NPY, file, KeyType.INT32, folder, ProgressListener.NONE))
                .isInstanceOf(FileSortException.class)
                .hasMessage(file + ": " + message);
    }

    @ParameterizedTest
    @CsvSource({"'fortran_order': False, descr", "'descr': '<i4', fortran_order", "'descr': 4, descr"})
    void rejectsAnIncompleteDictionary(String entries, String missing) throws IOException {
        Files.write(file, npy(1, "{" + entries + ", 'shape': (3,), }", THREE_INTS));

        assertThatThrownBy(() -> KeyFormats.open(KeyFormat.NPY, file, KeyType.INT32, folder, ProgressListener.NONE))
                .isInstanceOf(FileSortException.class)
                .hasMessageStartingWith(file + ": byte 10: expected a .npy dictionary with a valid '" + missing + "'");
    }

    @Test
    void rejectsOtherFilesAndDamagedHeaders() throws IOException {
        byte[] good = npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", THREE_INTS);

        assertRefused(new byte[0], "byte 0: expected a .npy header, but the file has only 0 bytes");
        assertRefused(new byte[64], "byte 0: expected the magic string of a .npy file, \\x93NUMPY");
        assertRefused(with(good, 6, 4), "byte 6: expected .npy format version 1, 2 or 3, found 4.0");
        assertRefused(with(good, 9, 0x7F), "byte 8: expected the length of the .npy dictionary, at most 130,"
                + " found 32630");
    }

    private static byte[] with(byte[] bytes, int offset, int value) {
        byte[] changed = bytes.clone();
        changed[offset] = (byte) value;
        return changed;
    }

    private void assertRefused(byte[] bytes, String message) throws IOException {
        Files.write(file, bytes);
        assertThatThrownBy(() -> KeyFormats.open(KeyFormat.NPY, file, KeyType.INT32, folder, ProgressListener.NONE))
                .isInstanceOf(FileSortException.class)
                .hasMessage(file + ": " + message);
    }
}
