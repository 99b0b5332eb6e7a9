/** Sorts vectors and tables of Apache Arrow's Java library. */
module io.github.tornadosort.arrow {
    requires transitive io.github.tornadosort;
    requires transitive org.apache.arrow.memory.core;
    requires transitive org.apache.arrow.vector;
    requires static org.jspecify;

    exports io.github.tornadosort.arrow;
}
