package uk.ac.manchester.tornado.jvm.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs a test's task graphs on the JVM backend's checked device: whatever a kernel does that is undefined on a GPU ends
 * the test with a {@link uk.ac.manchester.tornado.jvm.KernelFault} that says where. Work-items run in a random order,
 * another one each time; {@code @RepeatedTest} tries many. A test that fails says which seed to give for the same order.
 *
 * <p>Plans that name a device themselves ({@code withDevice}) run on that one.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(CheckedKernelsExtension.class)
@ResourceLock("uk.ac.manchester.tornado.jvm")
public @interface CheckedKernels {

    /** The value of {@link #seed} that takes another one for each test. */
    long ANY = Long.MIN_VALUE;

    /** {@return the seed of the order in which work-items, groups and iterations run} */
    long seed() default ANY;
}
