/**
 * The JVM backend: an implementation of the part of TornadoVM's API that tornado-sort uses. It has the name of the module that it
 * stands in for, so that a program has one of the two on its module path.
 */
module tornado.api {
    requires java.management;
    requires jdk.management;
    requires static org.junit.jupiter.api;

    exports uk.ac.manchester.tornado.api;
    exports uk.ac.manchester.tornado.api.annotations;
    exports uk.ac.manchester.tornado.api.common;
    exports uk.ac.manchester.tornado.api.enums;
    exports uk.ac.manchester.tornado.api.exceptions;
    exports uk.ac.manchester.tornado.api.runtime;
    exports uk.ac.manchester.tornado.api.types.arrays;
    exports uk.ac.manchester.tornado.jvm.junit;

    opens uk.ac.manchester.tornado.jvm.junit; // JUnit creates the extension.
}
