package io.github.tornadosort.internal.selftest;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;

/** Implements TornadoVM's interfaces for tests of drivers that fail. */
public final class Fakes {
    private Fakes() {}

    /** Returns an object whose methods answer as given, whatever their arguments. Other methods fail. */
    public static <T> T of(Class<T> type, Map<String, Supplier<?>> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            Supplier<?> answer = answers.get(method.getName());
            return answer == null ? method.invoke(answers, arguments) : answer.get();
        }));
    }

    /** Returns an answer that throws an error with this message. */
    public static <T> Supplier<T> error(String message) {
        return () -> {
            throw new UnsatisfiedLinkError(message);
        };
    }
}
