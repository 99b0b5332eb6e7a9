package io.github.tornadosort.jvm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.jvm.TestCompiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.jvm.JvmRuntime;
import uk.ac.manchester.tornado.jvm.Schedule;

/** Tests that the guide to the checked backend shows the code of the example and the actual message. */
class GuideTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root", "."));
    private static final Path EXAMPLE =
            ROOT.resolve("src/jvm/test/java/io/github/tornadosort/jvm/examples/DotProductTest.java");

    private static String block(String language) throws Exception {
        Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/checked-backend.md")));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    @Test
    void showsTheExample() throws Exception {
        assertThat(Files.readString(EXAMPLE)).endsWith(block("java test"));
    }

    /** Uses a separate class loader, so that the changed example is found instead of the original. */
    @Test
    void showsTheMessageWithoutTheBarrier(@TempDir Path folder) throws Exception {
        String withoutBarrier = Files.readString(EXAMPLE).replace("context.localBarrier();", "");
        Path source = Files.writeString(folder.resolve("DotProductTest.java"), withoutBarrier);
        TestCompiler.compile("-g", TestCompiler.classPathAfter(folder), folder, source);
        System.setProperty(JvmRuntime.DEVICE_PROPERTY, "0:1");
        System.setProperty(Schedule.PROPERTY, "1");
        try {
            assertThatThrownBy(() -> TestCompiler.call(folder, DotProductTest.class.getName(), "sumsEachGroup"))
                    .hasMessage(block("text").strip());
        } finally {
            System.clearProperty(JvmRuntime.DEVICE_PROPERTY);
            System.clearProperty(Schedule.PROPERTY);
        }
    }
}
