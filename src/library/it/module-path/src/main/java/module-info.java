/** A program on the module path. */
module example {
    requires io.github.tornadosort;
    requires org.slf4j; // an automatic module such as the library cannot ask for it
}
