/** A program on the module path. */
module example {
    requires io.github.tornadosort;
    requires tornado.api; // to sort on a device
}
