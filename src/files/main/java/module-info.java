/** Sorts, merges and checks files of keys, records, lines and rows of tables, which may be larger than memory. */
@SuppressWarnings("module") // The module that uses internal packages is compiled after this one.
module io.github.tornadosort.files {
    requires transitive io.github.tornadosort;
    requires java.management;
    requires jdk.management;
    requires com.github.luben.zstd_jni;
    requires static org.jspecify;

    exports io.github.tornadosort.files;
    exports io.github.tornadosort.files.internal.io to io.github.tornadosort.arrow;
    exports io.github.tornadosort.files.internal.runs to io.github.tornadosort.arrow;
    exports io.github.tornadosort.files.internal.sort to io.github.tornadosort.arrow;
    exports io.github.tornadosort.files.internal.table to io.github.tornadosort.arrow;
}
