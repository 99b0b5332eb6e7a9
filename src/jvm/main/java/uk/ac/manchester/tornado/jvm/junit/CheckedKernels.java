package uk.ac.manchester.tornado.jvm.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs the task graphs of a test on the checked device of the JVM backend. If a kernel does something that is undefined on
 * a GPU, the test fails with a {@link uk.ac.manchester.tornado.jvm.KernelFault} that names the source location.
 *
 * <p>Work-items run in a random order that differs from test to test; {@code @RepeatedTest} tries several orders. The
 * failure of a test contains the seed that repeats its order. Plans that choose a device with {@code withDevice} run on
 * that device.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(CheckedKernelsExtension.class)
@ResourceLock("uk.ac.manchester.tornado.jvm")
public @interface CheckedKernels {
    /** The value of {@link #seed} that selects a new random seed for each test. */
    long ANY = Long.MIN_VALUE;

    /** {@return the seed of the order in which work-items, groups and iterations run} */
    long seed() default ANY;
}
