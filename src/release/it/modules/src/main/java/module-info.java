/** A program that uses all libraries. */
module example {
    requires io.github.tornadosort.arrow;
    requires io.github.tornadosort.files;
    requires io.github.tornadosort.laboratory;
    requires transitive tornado.api;

    exports example;
}
