package io.github.tornadosort.spark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/**
 * Writes blocks to shuffle files: the number of bytes, then the bytes. The index of the output partition, which is the key of the
 * shuffle, is not written, since only map tasks need it; it is read as 0. Java's serialization, which Spark uses otherwise, keeps up
 * to 100 blocks of each file in memory.
 */
final class BlockSerializer extends Serializer implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public SerializerInstance newInstance() {
        return new Instance();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("only streams of blocks can be written and read");
    }

    private static final class Instance extends SerializerInstance {
        @Override
        public SerializationStream serializeStream(OutputStream out) {
            return new Writer(new DataOutputStream(out));
        }

        @Override
        public DeserializationStream deserializeStream(InputStream in) {
            return new Reader(new DataInputStream(in));
        }

        @Override
        public <T> ByteBuffer serialize(T object, ClassTag<T> type) {
            throw unsupported();
        }

        @Override
        public <T> T deserialize(ByteBuffer bytes, ClassTag<T> type) {
            throw unsupported();
        }

        @Override
        public <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> type) {
            throw unsupported();
        }
    }

    private static final class Writer extends SerializationStream {
        private final DataOutputStream out;

        Writer(DataOutputStream out) {
            this.out = out;
        }

        @Override
        public <T> SerializationStream writeKey(T output, ClassTag<T> type) {
            return this;
        }

        @Override
        public <T> SerializationStream writeValue(T value, ClassTag<T> type) {
            byte[] block = (byte[]) value;
            try {
                out.writeInt(block.length);
                out.write(block);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }

        @Override
        public <T> SerializationStream writeObject(T object, ClassTag<T> type) {
            throw unsupported();
        }

        @Override
        public void flush() {
            try {
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Reader extends DeserializationStream {
        private final DataInputStream in;

        Reader(DataInputStream in) {
            this.in = in;
        }

        /** Returns an iterator that closes the stream after the last block, as Spark expects. */
        @Override
        public scala.collection.Iterator<Tuple2<Object, Object>> asKeyValueIterator() {
            return CollectionConverters.asScala(new Iterator<Tuple2<Object, Object>>() {
                private byte[] next = read();

                @Override
                public boolean hasNext() {
                    return next != null;
                }

                @Override
                public Tuple2<Object, Object> next() {
                    if (next == null) {
                        throw new NoSuchElementException();
                    }
                    byte[] block = next;
                    next = read();
                    return new Tuple2<>(0, block);
                }
            });
        }

        /** Returns the next block, or null if there is none. */
        private byte[] read() {
            try {
                int first = in.read();
                if (first < 0) {
                    in.close();
                    return null;
                }
                byte[] length = {(byte) first, in.readByte(), in.readByte(), in.readByte()};
                byte[] block = new byte[ByteBuffer.wrap(length).getInt()];
                in.readFully(block);
                return block;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public <T> T readObject(ClassTag<T> type) {
            throw unsupported();
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
