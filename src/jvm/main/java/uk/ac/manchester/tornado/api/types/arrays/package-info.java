/** Off-heap arrays of primitives, which the host and the kernels share. This package uses only the JDK. */
package uk.ac.manchester.tornado.api.types.arrays;
