package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.OtherJvm;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests sorts for which a JVM has too little memory: on its heap, outside its heap, or on the device. */
@Tag("slow")
class LittleMemoryTest {
    @BeforeAll
    static void needsTheJvmBackend() {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"), "the device's memory is the host's");
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                // The merge of the chunks has hardly any heap left, or just enough.
                Arguments.of(List.of("-Xmx79m", "-Dtornado.device.memory=1MB"), List.of("ints", "16777216")),
                Arguments.of(List.of("-Xmx100m", "-Dtornado.device.memory=1MB"), List.of("ints", "16777216")),
                // All of the memory that the device reports, and the host memory that it is part of.
                Arguments.of(List.of("-Xmx128m"), List.of("ints", "1.0")),
                // There is not enough memory for the smallest plan.
                Arguments.of(List.of("-Xmx128m", "-Dtornado.device.memory=256KB"), List.of("pairs", "14")),
                Arguments.of(List.of("-Xmx128m", "-XX:MaxDirectMemorySize=256k"), List.of("pairs", "14")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void dataAreUnchangedOrSorted(List<String> flags, List<String> words) throws IOException, InterruptedException {
        List<String> lines = run(Stream.concat(flags.stream(), Stream.of("-XX:+UseG1GC")).toList(), words);
        String state = lines.getLast();
        assertThat(state).as("%s", lines).isIn("sorted", "original");
        if (!flags.contains("-Xmx79m")) {
            assertThat(state).as("%s", lines).isEqualTo("sorted");
        }
    }

    /** After a sort on the host, the array and its copy take 80 of the old generation's 100 MB. */
    @Test
    void memoryThatIsKeptIsGivenBackBeforeNoneIsLeft() throws IOException, InterruptedException {
        List<String> lines = run(List.of("-Xmx150m", "-XX:+UseSerialGC"), List.of("kept", "10000000"));
        assertThat(lines.getLast()).as("%s", lines).isEqualTo("sorted");
    }

    private static List<String> run(List<String> flags, List<String> words) throws IOException, InterruptedException {
        return OtherJvm.run(120, flags, LittleMemory.class, words.toArray());
    }
}
