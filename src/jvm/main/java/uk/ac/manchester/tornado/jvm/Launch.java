package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.WorkerGrid;

/** A compiled task of a plan: a kernel bound to its arguments. */
interface Launch {
    /** @param grid the grid of the task, or null if it has none */
    void run(WorkerGrid grid);
}
