package io.github.tornadosort.internal.plan.backend;

/** Calls public methods of TornadoVM's drivers that are not part of its API. */
final class DriverMethods {
    private DriverMethods() {}

    /** Calls a method without parameters. */
    static Object get(Object from, String method) throws ReflectiveOperationException {
        return from.getClass().getMethod(method).invoke(from);
    }

    /** Calls a method with parameters of type {@code long}. */
    static Object call(Object on, String method, long first, long second) throws ReflectiveOperationException {
        return on.getClass().getMethod(method, long.class, long.class).invoke(on, first, second);
    }
}
