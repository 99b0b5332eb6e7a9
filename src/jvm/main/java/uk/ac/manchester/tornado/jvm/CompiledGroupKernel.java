package uk.ac.manchester.tornado.jvm;

import java.util.List;

/**
 * A kernel for work-groups, ready to run.
 *
 * @param barriers in the order of their numbers, which are counted from 1
 * @param savedVariables how many variables a waiting work-item keeps
 */
record CompiledGroupKernel(KernelMethod method, GroupKernel code, List<Barrier> barriers, int savedVariables) {

    boolean hasBarriers() {
        return !barriers.isEmpty();
    }
}
