package uk.ac.manchester.tornado.jvm.junit;

import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.jvm.JvmDevice;
import uk.ac.manchester.tornado.jvm.Schedule;

/** Implements {@link CheckedKernels}. */
final class CheckedKernelsExtension implements BeforeEachCallback, AfterEachCallback, TestExecutionExceptionHandler {
    private static final Namespace NAMESPACE = Namespace.create(CheckedKernelsExtension.class);
    private static final String API = "uk/ac/manchester/tornado/api/";

    /** The settings before the test, which are restored after it. */
    private record SavedState(TornadoDevice device, String schedule) {}

    @Override
    public void beforeEach(ExtensionContext context) {
        SavedState saved = new SavedState(TornadoExecutionPlan.DEFAULT_DEVICE, System.getProperty(Schedule.PROPERTY));
        context.getStore(NAMESPACE).put(SavedState.class, saved);
        TornadoExecutionPlan.DEFAULT_DEVICE = JvmDevice.CHECKED;
        System.setProperty(Schedule.PROPERTY, Long.toString(seed(context)));
    }

    private static long seed(ExtensionContext context) {
        long seed = AnnotationSupport.findAnnotation(context.getElement(), CheckedKernels.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), CheckedKernels.class))
                .map(CheckedKernels::seed)
                .orElse(CheckedKernels.ANY);
        return seed == CheckedKernels.ANY ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        SavedState saved = context.getStore(NAMESPACE).remove(SavedState.class, SavedState.class);
        TornadoExecutionPlan.DEFAULT_DEVICE = saved.device();
        if (saved.schedule() == null) {
            System.clearProperty(Schedule.PROPERTY);
        } else {
            System.setProperty(Schedule.PROPERTY, saved.schedule());
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        if (failure instanceof LinkageError && String.valueOf(failure.getMessage()).replace('.', '/').contains(API)) {
            throw new TornadoRuntimeException(
                    "this test uses a part of TornadoVM's API that the JVM backend does not support: "
                            + failure.getMessage());
        }
        failure.addSuppressed(new Replay(System.getProperty(Schedule.PROPERTY)));
        throw failure;
    }

    /** A suppressed exception that shows the seed in the stack trace of a failure. It has no stack trace itself. */
    private static final class Replay extends Exception {
        private static final long serialVersionUID = 1;

        Replay(String seed) {
            super("to repeat this order: @CheckedKernels(seed = " + seed + ")", null, false, false);
        }
    }
}
