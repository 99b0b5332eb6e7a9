/**
 * The part of TornadoVM's API that tornado-sort uses, implemented on the JVM. Names and signatures are those of the SDK, so
 * that code compiled against either runs with the other. Used by kernels' hosts: the library, its tests and users'
 * programs. It may use {@code uk.ac.manchester.tornado.jvm}, which does the work.
 */
package uk.ac.manchester.tornado.api;
