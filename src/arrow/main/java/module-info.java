/**
 * Sorts columns and tables in Apache Arrow's memory format, and its files. A program that sorts vectors requires
 * {@code org.apache.arrow.vector} itself; one that sorts files does not need it.
 */
@SuppressWarnings("requires-automatic") // LZ4's jar and that of FlatBuffers have no descriptor.
module io.github.tornadosort.arrow {
    requires transitive io.github.tornadosort;
    requires io.github.tornadosort.files;
    requires com.github.luben.zstd_jni;
    requires flatbuffers.java;
    requires org.apache.arrow.format;
    requires org.lz4.java;
    requires static org.apache.arrow.memory.core;
    requires static org.apache.arrow.vector;
    requires static org.jspecify;

    exports io.github.tornadosort.arrow;
}
