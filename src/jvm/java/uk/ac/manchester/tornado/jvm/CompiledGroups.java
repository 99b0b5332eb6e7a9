package uk.ac.manchester.tornado.jvm;

import java.util.List;

/**
 * A kernel for work-groups, ready to run.
 *
 * @param barrierLines the source line of each barrier
 * @param savedVariables how many variables a waiting work-item keeps
 */
record CompiledGroups(KernelMethod method, GroupKernel code, List<Integer> barrierLines, int savedVariables) {

    boolean hasBarriers() {
        return !barrierLines.isEmpty();
    }
}
