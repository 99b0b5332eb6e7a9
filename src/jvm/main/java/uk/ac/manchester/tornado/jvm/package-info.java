/**
 * The implementation of the JVM backend, which implements {@code uk.ac.manchester.tornado.api} without a TornadoVM SDK. The
 * API's classes and the package {@code junit} use this package. Users' code needs only the exception
 * {@link uk.ac.manchester.tornado.jvm.KernelFault} and the system properties. Public members of other classes are public
 * for rewritten kernels and for the API.
 *
 * <ul>
 *   <li>Runtime and devices: {@link uk.ac.manchester.tornado.jvm.JvmRuntime},
 *       {@link uk.ac.manchester.tornado.jvm.JvmDevice}.
 *   <li>Graphs: {@link uk.ac.manchester.tornado.jvm.Graph} is a complete one.
 *       {@link uk.ac.manchester.tornado.jvm.GraphExecution} is a graph in a plan, with its transfers, device memory and
 *       launches.
 *   <li>Kernels: {@code KernelMethod} finds the method behind a method reference.
 *       {@code KernelCompiler} runs the rewriting steps {@code ParallelLoop}, {@code ContextAccess},
 *       {@code CheckedAccess}, and {@code BarrierRewrite}.
 *       {@code KernelClass} defines a class with the result.
 *   <li>Launches on the fast device: {@code LoopLaunch} and {@code GroupLaunch} distribute a kernel over the cores with
 *       {@code Workers}. {@code ArrayViews} converts arrays to the types of the kernel's parameters.
 *   <li>Launches on the checked device: {@code CheckedLoopRun} and {@code CheckedGroupRun} run one work-item at a
 *       time, in the order of a {@code Schedule}. They use {@link uk.ac.manchester.tornado.jvm.CheckedArray}, whose
 *       {@code AccessHistory} and {@code EpochClock} detect races.
 * </ul>
 */
package uk.ac.manchester.tornado.jvm;
