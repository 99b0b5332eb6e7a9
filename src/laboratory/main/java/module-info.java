/** Sorting algorithms of the literature by name: a service of the library. It is open as the library is. */
@SuppressWarnings("NotJavadoc") // Error Prone 2 does not know descriptors of open modules.
open module io.github.tornadosort.laboratory {
    requires transitive io.github.tornadosort;
    requires transitive tornado.api;

    provides io.github.tornadosort.internal.laboratory.Laboratory
            with io.github.tornadosort.laboratory.internal.AlgorithmCatalog;
}
