package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Javadoc of each operation says what it costs for few keys, or links to an operation that says so. */
class OperationCostsTest {
    private static final Path SOURCES =
            Path.of(System.getProperty("tornadosort.root"), "src/library/main/java/io/github/tornadosort");
    private static final Path GENERATED =
            Path.of(System.getProperty("tornadosort.build"), "generated-sources/templates/io/github/tornadosort");
    /** The sources of each class, in the order in which {@code javadoc} looks for the description of a method. */
    private static final Map<Class<?>, List<Path>> CLASSES = Map.of(
            Sorter.class, List.of(SOURCES.resolve("Sorter.java"), GENERATED.resolve("ArraySorts.java")),
            StringSorts.class, List.of(SOURCES.resolve("StringSorts.java")),
            ObjectSorts.class, List.of(SOURCES.resolve("ObjectSorts.java")),
            RecordSorts.class, List.of(SOURCES.resolve("RecordSorts.java")),
            SegmentSorts.class, List.of(SOURCES.resolve("SegmentSorts.java")));
    /** Methods that sort, compare or return no keys. */
    private static final Set<String> NO_OPERATIONS =
            Set.of("open", "builder", "close", "device", "strings", "objects", "records", "segments");

    private static final Pattern PUBLIC_METHOD =
            Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+(?:@\\w+\\s+)*public [^;{=]*?(\\w+)\\(([^)]*)\\)",
                    Pattern.DOTALL);
    private static final Pattern COST = Pattern.compile("\\btakes? (about|some|as long)\\b|\\bcost is\\b");
    private static final Pattern LINK = Pattern.compile("[Ss]ee\\s+\\{@link (\\w*)#(\\w+\\([^)]*\\))");

    /** The description of each public method, without its tags, by class and signature, as in {@code Sorter#sort(Column)}. */
    private final Map<String, String> descriptions = new HashMap<>();

    @Test
    void everyOperationSaysWhatItCosts() throws IOException {
        readDescriptions();
        assertThat(operations()).hasSizeGreaterThan(50).allSatisfy(operation -> assertThat(saysCost(operation))
                .as("%s says what it costs, as its Javadoc: %s", operation, descriptions.get(operation))
                .isTrue());
    }

    private void readDescriptions() throws IOException {
        for (Map.Entry<Class<?>, List<Path>> sources : CLASSES.entrySet()) {
            for (Path source : sources.getValue()) {
                readDescriptions(sources.getKey().getSimpleName(), Files.readString(source));
            }
        }
    }

    private void readDescriptions(String type, String source) {
        Matcher method = PUBLIC_METHOD.matcher(source);
        while (method.find()) {
            String types = method.group(3).replaceAll("<[^<>]*>|@\\w+ ", "").replace("T[]", "Object[]").replace("...", "[]")
                    .replaceAll("(\\S+) \\w+(?=,|$)", "$1");
            String description = method.group(1).replaceAll("\\n\\s*\\*", "").split(" @(param|return|throws)")[0];
            descriptions.putIfAbsent(type + "#" + method.group(2) + "(" + types + ")", description);
        }
    }

    /** Returns the classes and signatures of all operations. */
    private static Set<String> operations() {
        return CLASSES.keySet().stream().flatMap(type -> Stream.of(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class && !NO_OPERATIONS.contains(method.getName()))
                .map(method -> type.getSimpleName() + "#" + method.getName() + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"))))
                .collect(Collectors.toSet());
    }

    private boolean saysCost(String operation) {
        String description = descriptions.get(operation);
        String type = operation.substring(0, operation.indexOf('#'));
        return description != null
                && (COST.matcher(description).find()
                        || LINK.matcher(description).results().anyMatch(link -> saysCost(
                                (link.group(1).isEmpty() ? type : link.group(1)) + "#"
                                        + link.group(2).replace("...", "[]"))));
    }
}
