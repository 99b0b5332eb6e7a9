/**
 * For tests of kernels, with JUnit 5: {@link uk.ac.manchester.tornado.jvm.junit.CheckedKernels}. Nothing else here needs
 * JUnit, and who uses no class of this package does not need it either.
 */
package uk.ac.manchester.tornado.jvm.junit;
