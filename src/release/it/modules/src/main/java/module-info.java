/** A program that uses all libraries. It is open so that TornadoVM can read its comparison. */
open module example {
    requires io.github.tornadosort.arrow;
    requires io.github.tornadosort.files;
    requires io.github.tornadosort.laboratory;
    requires transitive tornado.api;

    exports example;
}
