/**
 * The JUnit 5 annotation {@link uk.ac.manchester.tornado.jvm.junit.CheckedKernels}, for tests of any TornadoVM kernels.
 * This is the only package of the backend that needs JUnit. Tests should use only this package and TornadoVM's API.
 * It may use {@code uk.ac.manchester.tornado.jvm}; no other package uses it.
 */
package uk.ac.manchester.tornado.jvm.junit;
