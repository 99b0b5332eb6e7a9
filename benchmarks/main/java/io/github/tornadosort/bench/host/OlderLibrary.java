package io.github.tornadosort.bench.host;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/** Loads another version of this library beside the one that is measured. All other classes are shared. */
final class OlderLibrary extends URLClassLoader {
    private static final String LIBRARY = "io.github.tornadosort.";
    private static final String BENCHMARKS = LIBRARY + "bench.";

    private OlderLibrary(URL[] jars) {
        super(jars, OlderLibrary.class.getClassLoader());
    }

    /** @param classPath the library's jar, or a folder of its classes */
    static Calls open(String classPath) {
        URL[] jars = Arrays.stream(classPath.split(File.pathSeparator)).map(OlderLibrary::url).toArray(URL[]::new);
        OlderLibrary loader = new OlderLibrary(jars);
        try {
            return (Calls) loader.loadClass(SorterCalls.class.getName()).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no tornado-sort library in " + classPath + ": " + e, e);
        }
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isLink = name.startsWith(SorterCalls.class.getName());
        if (!isLink && (!name.startsWith(LIBRARY) || name.startsWith(BENCHMARKS))) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : isLink ? link(name) : findClass(name);
        }
    }

    /** Defines the class that calls the library again, so that it calls the other version. */
    private Class<?> link(String name) {
        try (InputStream in = SorterCalls.class.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The library reads its own files of rules. */
    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }
}
