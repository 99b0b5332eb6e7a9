package io.github.tornadosort.spark;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.util.Iterator;
import org.apache.spark.api.java.function.Function2;

/**
 * A function on partitions whose tasks fail with a clear message on an executor whose Java is too old for the other classes. This
 * class is compiled for Java 17, which Spark supports.
 *
 * @param <T> elements of the input
 * @param <R> elements of the result
 */
final class OnExecutor<T, R> implements Function2<Integer, Iterator<T>, Iterator<R>> {
    private static final long serialVersionUID = 1L;

    /** The Java version that the library is compiled for. */
    private static final int JAVA = 25;

    private final Function2<Integer, Iterator<T>, Iterator<R>> function;

    /** @param function of a partition's index and its elements */
    OnExecutor(Function2<Integer, Iterator<T>, Iterator<R>> function) {
        this.function = function;
    }

    /** Returns whether this JVM can load the other classes. */
    static boolean isJavaNewEnough() {
        return Runtime.version().feature() >= JAVA;
    }

    @Override
    public Iterator<R> call(Integer partition, Iterator<T> elements) throws Exception {
        return function.call(partition, elements);
    }

    /** Checks the version before the function's class is loaded. */
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        if (!isJavaNewEnough()) {
            throw new InvalidObjectException(
                    "tornado-sort needs Java " + JAVA + " on every executor, but this one runs Java "
                            + Runtime.version().feature() + " (" + System.getProperty("java.home")
                            + "); set spark.executorEnv.JAVA_HOME, or the JAVA_HOME of the workers");
        }
        in.defaultReadObject();
    }
}
