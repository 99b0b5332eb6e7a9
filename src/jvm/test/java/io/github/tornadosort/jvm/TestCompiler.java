package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles sources for a test and runs them in a separate class loader, which also has the class path of the test. */
public final class TestCompiler {
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private TestCompiler() {}

    /** Returns the class path of the test with a folder in front of it. */
    public static String classPathAfter(Path folder) {
        return folder + File.pathSeparator + CLASS_PATH;
    }

    /** @param option the javac option for debug tables, {@code -g} or {@code -g:none} */
    public static void compile(String option, String classPath, Path target, Path... sources) {
        Stream<String> options = Stream.of(option, "-classpath", classPath, "-d", target.toString());
        String[] arguments =
                Stream.concat(options, Stream.of(sources).map(Path::toString)).toArray(String[]::new);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    }

    /** Creates an object of a class in the folder, calls one of its methods without parameters, and throws what that throws. */
    public static Object call(Path classes, String type, String method) throws Throwable {
        List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
        for (String entry : CLASS_PATH.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), platform)) {
            var constructor = loader.loadClass(type).getDeclaredConstructor();
            constructor.setAccessible(true);
            Method called = constructor.getDeclaringClass().getDeclaredMethod(method);
            called.setAccessible(true);
            return called.invoke(constructor.newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
