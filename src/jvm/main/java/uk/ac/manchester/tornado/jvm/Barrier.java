package uk.ac.manchester.tornado.jvm;

/**
 * A barrier of a kernel.
 *
 * @param line where in the source it is
 * @param isGlobal whether it orders accesses to global memory, rather than local: OpenCL's barriers order one of the two
 */
record Barrier(int line, boolean isGlobal) {}
