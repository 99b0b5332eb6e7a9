package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipStreamTest {
    private static byte[] random(int n) {
        byte[] bytes = new byte[n];
        new Random(n).nextBytes(bytes);
        Arrays.fill(bytes, n / 2, n, (byte) 'x');
        return bytes;
    }

    private static byte[] compressed(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] concatenated(byte[]... parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.write(part);
        }
        return out.toByteArray();
    }

    private static byte[] decompressed(InputStream bytes) throws IOException {
        try (InputStream gzip = new GzipStream(bytes)) {
            return gzip.readAllBytes();
        }
    }

    private static byte[] decompressed(byte[] bytes) throws IOException {
        return decompressed(new ByteArrayInputStream(bytes));
    }

    /** A stream that returns one byte at a time, as a slow pipe does, and never knows whether more follow. */
    private static InputStream slow(byte[] bytes) {
        return new InputStream() {
            private int next;

            @Override
            public int read() {
                return next < bytes.length ? Byte.toUnsignedInt(bytes[next++]) : -1;
            }

            @Override
            public int read(byte[] target, int from, int length) {
                int value = length == 0 ? 0 : read();
                if (value >= 0 && length > 0) {
                    target[from] = (byte) value;
                }
                return value < 0 ? -1 : Math.min(length, 1);
            }
        };
    }

    @Test
    void readsSeveralMembers() throws IOException {
        byte[] members = concatenated(compressed(random(70_000)), compressed(new byte[0]), compressed(random(10)));
        byte[] expected = concatenated(random(70_000), random(10));

        assertThat(decompressed(members)).isEqualTo(expected);
        assertThat(decompressed(slow(members))).isEqualTo(expected);
    }

    @Test
    void everyTruncationIsNoticed() throws IOException {
        byte[] whole = compressed(random(200));
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> decompressed(part)).as("%d bytes", length)
                    .isInstanceOf(EOFException.class)
                    .hasMessage("unexpected end of the gzip data");
            byte[] second = concatenated(whole, part);
            if (length > 0) {
                assertThatThrownBy(() -> decompressed(second)).as("%d bytes", length).isInstanceOf(EOFException.class);
            }
        }
    }

    @Test
    void aReadErrorAfterAMemberIsNoticed() throws IOException {
        InputStream failing = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("input/output error");
            }

            @Override
            public int read(byte[] to, int from, int count) throws IOException {
                return read();
            }
        };
        InputStream bytes = new SequenceInputStream(new ByteArrayInputStream(compressed(random(200))), failing);

        assertThatThrownBy(() -> decompressed(bytes)).hasMessage("input/output error");
    }

    /** Time, compressor and system, bytes 4 to 9, do not matter. */
    @Test
    void everyDamagedByteIsNoticed() throws IOException {
        byte[] whole = compressed(random(200));
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= (byte) 0xff;
            if (i >= 4 && i < 10) {
                assertThat(decompressed(damaged)).isEqualTo(random(200));
            } else {
                assertThatThrownBy(() -> decompressed(damaged)).as("byte %d", i).isInstanceOf(IOException.class);
            }
        }
    }

    /** As tape drives and some file systems leave them; gzip's own program ignores them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 512, 200_000})
    void zerosAtTheEndAreIgnored(int zeros) throws IOException {
        byte[] padded = concatenated(compressed(random(70_000)), compressed(random(10)), new byte[zeros]);
        byte[] expected = concatenated(random(70_000), random(10));

        assertThat(decompressed(padded)).isEqualTo(expected);
        assertThat(decompressed(slow(padded))).isEqualTo(expected);
        byte[] followed = concatenated(padded, new byte[] {1});
        assertThatThrownBy(() -> decompressed(followed)).hasMessage("Not in GZIP format");
        byte[] member = concatenated(padded, compressed(random(10)));
        assertThatThrownBy(() -> decompressed(member)).hasMessage("Not in GZIP format");
    }

    @Test
    void rejectsWhatIsNotGzip() throws IOException {
        byte[] whole = compressed(random(10));
        assertThatThrownBy(() -> decompressed("hello, world".getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .isInstanceOf(ZipException.class)
                .hasMessage("Not in GZIP format");
        byte[] followed = concatenated(whole, new byte[] {1, 2, 3, 4});
        assertThatThrownBy(() -> decompressed(followed)).hasMessage("Not in GZIP format");
        whole[whole.length - 5] ^= 1;
        assertThatThrownBy(() -> decompressed(whole)).hasMessage("Corrupt GZIP trailer");
    }
}
