/** A program on the module path that uses all libraries. */
module example {
    requires io.github.tornadosort.arrow;
    requires io.github.tornadosort.files;
    requires io.github.tornadosort.laboratory;
    requires tornado.api; // to sort on a device
}
