package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What the profile {@code release} publishes. Maven Central refuses artifacts without it. */
class ReleaseTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final List<String> PUBLISHED =
            List.of("src/jvm", "src/library", "src/laboratory", "src/files", "src/arrow", "src/cli", "src/spark");

    private final XPath xpath = XPathFactory.newInstance().newXPath();

    private static Document pom(Path folder) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(folder.resolve("pom.xml").toFile());
    }

    private List<String> texts(Document pom, String path) throws Exception {
        NodeList nodes = (NodeList) xpath.evaluate(path, pom, XPathConstants.NODESET);
        return Stream.iterate(0, i -> i < nodes.getLength(), i -> i + 1)
                .map(i -> nodes.item(i).getTextContent().strip())
                .toList();
    }

    /** The modules inherit these elements. */
    @Test
    void theParentPomIsComplete() throws Exception {
        Document pom = pom(ROOT);
        for (String element : List.of(
                "name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
                "scm/connection", "scm/developerConnection", "scm/url")) {
            assertThat(texts(pom, "/project/" + element)).as(element).singleElement().asString().isNotBlank();
        }
    }

    @Test
    void allModulesButTheBenchmarksAndTheGeneratorArePublished() throws Exception {
        List<String> modules = texts(pom(ROOT), "//profile[id!='release']/modules/module | /project/modules/module");
        assertThat(modules).containsAll(PUBLISHED).hasSize(PUBLISHED.size() + 2).contains("benchmarks", "src/generator");
        for (String step : List.of("deploy", "javadoc", "source")) {
            for (String module : List.of("benchmarks", "src/generator")) {
                assertThat(texts(pom(ROOT.resolve(module)), "/project/properties/maven." + step + ".skip"))
                        .as(step)
                        .containsExactly("true");
            }
        }
    }

    static List<String> published() {
        return PUBLISHED;
    }

    @ParameterizedTest
    @MethodSource("published")
    void aPublishedModuleHasItsNameAndPublishesEverything(String module) throws Exception {
        Document pom = pom(ROOT.resolve(module));
        for (String element : List.of("name", "description", "artifactId")) {
            assertThat(texts(pom, "/project/" + element)).as(element).singleElement().asString().isNotBlank();
        }
        assertThat(texts(pom, "//maven.deploy.skip | //maven.javadoc.skip | //maven.source.skip")).isEmpty();
    }

    /** The other modules need jars that this one does not have. Their Javadoc is made with the release. */
    @Test
    @Tag("slow")
    void theJavadocOfThePublicPackagesHasNoWarnings(@TempDir Path folder) {
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages, true);
        int status = ToolProvider.findFirst("javadoc").orElseThrow().run(
                out, out, "-quiet", "-Werror", "-Xdoclint:all", "-notimestamp", "-d", folder.toString(),
                "--module-source-path", "io.github.tornadosort=" + ROOT.resolve("src/library/main/java") + File.pathSeparator
                        + Path.of(System.getProperty("tornadosort.build"), "generated-sources", "templates"),
                "--module-path", System.getProperty("java.class.path"), "--module",
                "io.github.tornadosort");

        assertThat(messages.toString()).isEmpty();
        assertThat(status).isZero();
        assertThat(folder.resolve("io.github.tornadosort/io/github/tornadosort/Sorter.html")).content()
                .contains("Sorts part of an array in ascending order");
        assertThat(Files.exists(folder.resolve("io.github.tornadosort/io/github/tornadosort/internal"))).isFalse();
    }
}
