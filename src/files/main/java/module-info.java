/** Sorts, merges and checks files of keys, records, lines and rows of tables, which may be larger than memory. */
module io.github.tornadosort.files {
    requires transitive io.github.tornadosort;
    requires java.management;
    requires jdk.management;
    requires com.github.luben.zstd_jni;
    requires static org.jspecify;

    exports io.github.tornadosort.files;
}
