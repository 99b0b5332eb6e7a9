/**
 * The part of TornadoVM's API that tornado-sort uses, implemented on the JVM. Names and signatures are those of the SDK, so
 * that code compiled against one runs with the other. The library, its tests and users' programs use this package. It uses
 * {@code uk.ac.manchester.tornado.jvm}, which contains the implementation.
 */
package uk.ac.manchester.tornado.api;
