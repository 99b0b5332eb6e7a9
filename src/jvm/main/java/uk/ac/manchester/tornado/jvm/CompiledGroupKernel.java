package uk.ac.manchester.tornado.jvm;

import java.util.List;

/**
 * A compiled kernel that runs in work-groups.
 *
 * @param barriers the barriers in the order of their numbers, which start at 1
 * @param looksBack whether a group may wait for those before it
 * @param localArrays the number of allocations of local arrays
 * @param savedVariables the number of variables that a waiting work-item saves
 */
record CompiledGroupKernel(KernelMethod method, GroupKernel code, List<Barrier> barriers, boolean looksBack,
        int localArrays, int savedVariables) {
    /**
     * A barrier in a kernel.
     *
     * @param line the source line
     * @param isGlobal whether it orders accesses to global memory; otherwise it orders accesses to local memory. OpenCL's
     *     barriers order one of the two
     */
    record Barrier(int line, boolean isGlobal) {}

    boolean hasBarriers() {
        return !barriers.isEmpty();
    }
}
