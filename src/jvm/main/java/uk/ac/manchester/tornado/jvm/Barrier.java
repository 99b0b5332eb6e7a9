package uk.ac.manchester.tornado.jvm;

/**
 * A barrier in a kernel.
 *
 * @param line the source line
 * @param isGlobal whether it orders accesses to global memory; otherwise it orders accesses to local memory. OpenCL's
 *     barriers order one of the two
 */
record Barrier(int line, boolean isGlobal) {}
