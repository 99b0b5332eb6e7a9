/**
 * The JVM backend: what implements {@code uk.ac.manchester.tornado.api} where there is no TornadoVM SDK.
 *
 * <ul>
 *   <li>Runtime and devices: {@link uk.ac.manchester.tornado.jvm.JvmRuntime}, {@link
 *       uk.ac.manchester.tornado.jvm.JvmDevice}.
 *   <li>Graphs: {@link uk.ac.manchester.tornado.jvm.GraphBuilder} collects and checks one,
 *       {@link uk.ac.manchester.tornado.jvm.GraphExecution} is one in a plan: transfers, device memory, launches.
 *   <li>Kernels: {@code KernelMethod} finds the byte code behind a method reference, {@code KernelCompiler} sequences
 *       the rewriting steps ({@code ParallelLoop}, {@code ContextAccess}, {@code BarrierRewrite}, {@code CheckedAccess}),
 *       {@code KernelClass} makes a hidden class of the result.
 *   <li>Launches: {@code LoopLaunch} and {@code GroupLaunch} spread a kernel over the cores with {@code Workers};
 *       {@code ArrayViews} hands arrays over as the kernel's parameters say;
 *       {@code CheckedLoopLaunch} and {@code CheckedGroupLaunch} run it work-item by work-item, in the order of a
 *       {@code Schedule}, on {@link uk.ac.manchester.tornado.jvm.CheckedArray}, whose {@code AccessHistory} and {@code EpochClock} find
 *       races.
 * </ul>
 */
package uk.ac.manchester.tornado.jvm;
