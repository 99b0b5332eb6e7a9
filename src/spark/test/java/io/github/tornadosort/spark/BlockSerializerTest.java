package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;
import scala.reflect.ClassTag;

class BlockSerializerTest {
    private static final ClassTag<Object> ANY = ClassTag.apply(Object.class);

    private final SerializerInstance serializer = new BlockSerializer().newInstance();

    private byte[] write(byte[]... blocks) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SerializationStream out = serializer.serializeStream(bytes);
        for (byte[] block : blocks) {
            out.writeKey(7, ANY).writeValue(block, ANY);
        }
        out.flush();
        out.close();
        return bytes.toByteArray();
    }

    private List<byte[]> read(InputStream in) {
        scala.collection.Iterator<Tuple2<Object, Object>> blocks = serializer.deserializeStream(in).asKeyValueIterator();
        List<byte[]> read = new ArrayList<>();
        while (blocks.hasNext()) {
            read.add((byte[]) blocks.next()._2());
        }
        return read;
    }

    @Test
    void readsWhatWasWrittenAndClosesTheStream() {
        boolean[] closed = {false};
        InputStream in = new ByteArrayInputStream(write(new byte[] {1, 2, 3}, new byte[0], new byte[300])) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };

        assertThat(read(in)).containsExactly(new byte[] {1, 2, 3}, new byte[0], new byte[300]);
        assertThat(closed[0]).isTrue();
    }

    /** In the number of bytes, and in the bytes. */
    @ParameterizedTest
    @ValueSource(ints = {2, 6, 9, 13})
    void aStreamThatEndsEarlyIsAnError(int length) {
        byte[] bytes = Arrays.copyOf(write(new byte[] {1, 2, 3}, new byte[4]), length);

        assertThatThrownBy(() -> read(new ByteArrayInputStream(bytes)))
                .isInstanceOf(UncheckedIOException.class).hasCauseInstanceOf(EOFException.class);
    }

    @Test
    void failuresOfStreamsArePassedOn() {
        SerializationStream out = serializer.serializeStream(new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public void flush() throws IOException {
                throw new IOException("disk full");
            }
        });
        InputStream in = new ByteArrayInputStream(new byte[0]) {
            @Override
            public void close() throws IOException {
                throw new IOException("disk full");
            }
        };

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> out.writeValue(new byte[1], ANY), out::flush, out::close,
                () -> serializer.deserializeStream(in).close())) {
            assertThatThrownBy(call).isInstanceOf(UncheckedIOException.class).hasMessageContaining("disk full");
        }
    }

    @Test
    void otherObjectsAreRefused() {
        ByteBuffer none = ByteBuffer.allocate(0);
        SerializationStream out = serializer.serializeStream(OutputStream.nullOutputStream());

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> serializer.serialize("a", ANY), () -> serializer.deserialize(none, ANY),
                () -> serializer.deserialize(none, getClass().getClassLoader(), ANY), () -> out.writeObject("a", ANY),
                () -> serializer.deserializeStream(InputStream.nullInputStream()).readObject(ANY))) {
            assertThatThrownBy(call).isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("streams of blocks");
        }
    }
}
