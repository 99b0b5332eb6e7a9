package uk.ac.manchester.tornado.jvm;


/** What a task runs. Kernels whose method is known are rewritten once, however many tasks run them. */
interface Kernel {

    /** Binds the kernel to arguments; compiles it if nobody did before. */
    Launch launch(JvmDevice device, String task, Object[] arguments);

    /** The kernel behind a task's method reference or lambda. */
    static Kernel of(Object code) {
        return KernelMethod.behind(code)
                .flatMap(RewrittenKernel::of)
                .orElse((device, task, arguments) -> new PlainLaunch(code, arguments));
    }
}
