package uk.ac.manchester.tornado.jvm;

/**
 * A task of a graph: a kernel and its arguments.
 *
 * @param name the task's full name, {@code graph.task}
 * @param kernel what runs
 * @param arguments arrays, boxed scalars and kernel contexts, as the host gave them
 */
record GraphTask(String name, Kernel kernel, Object[] arguments) {}
