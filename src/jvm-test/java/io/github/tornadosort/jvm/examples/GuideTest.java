package io.github.tornadosort.jvm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.jvm.JvmRuntime;
import uk.ac.manchester.tornado.jvm.Schedule;

/** The guide to the checked backend shows the example's own lines, and the message that it says they give. */
class GuideTest {

    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root", "."));
    private static final Path EXAMPLE =
            ROOT.resolve("src/jvm-test/java/io/github/tornadosort/jvm/examples/DotProductTest.java");

    private static String block(String language) throws Exception {
        Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/checked-backend.md")));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    @Test
    void showsTheExample() throws Exception {
        assertThat(Files.readString(EXAMPLE)).endsWith(block("java"));
    }

    /** In a class loader of its own, so that the changed example is the one that is found. */
    @Test
    void showsTheMessageWithoutTheBarrier(@TempDir Path folder) throws Exception {
        String withoutBarrier = Files.readString(EXAMPLE).replace("context.localBarrier();", "");
        Path source = Files.writeString(folder.resolve("DotProductTest.java"), withoutBarrier);
        String classPath = System.getProperty("java.class.path");
        String[] arguments = {"-g", "-classpath", classPath, "-d", folder.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
        List<URL> urls = new ArrayList<>(List.of(folder.toUri().toURL()));
        for (String entry : classPath.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        System.setProperty(JvmRuntime.DEVICE_PROPERTY, "0:1");
        System.setProperty(Schedule.PROPERTY, "1");
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Constructor<?> example = loader.loadClass(DotProductTest.class.getName()).getDeclaredConstructor();
            example.setAccessible(true);
            Method test = example.getDeclaringClass().getDeclaredMethod("addsUpEachGroup");
            test.setAccessible(true);
            Object instance = example.newInstance();
            assertThatThrownBy(() -> test.invoke(instance)).cause().hasMessage(block("text").strip());
        } finally {
            System.clearProperty(JvmRuntime.DEVICE_PROPERTY);
            System.clearProperty(Schedule.PROPERTY);
        }
    }
}
