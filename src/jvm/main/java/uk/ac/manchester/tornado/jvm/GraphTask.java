package uk.ac.manchester.tornado.jvm;

/**
 * A task of a graph: a kernel with its arguments.
 *
 * @param name the full name of the task, {@code graph.task}
 * @param arguments arrays, boxed scalars and kernel contexts, as the caller passed them
 */
record GraphTask(String name, RewrittenKernel kernel, Object[] arguments) {}
