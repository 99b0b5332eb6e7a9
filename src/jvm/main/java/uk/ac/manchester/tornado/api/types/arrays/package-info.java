/** Off-heap arrays of primitives, which hosts and kernels share. They use only the JDK. */
package uk.ac.manchester.tornado.api.types.arrays;
