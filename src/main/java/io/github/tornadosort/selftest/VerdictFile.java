package io.github.tornadosort.selftest;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.tornadosort.io.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verdicts by the devices' identities, in a small JSON file. What cannot be read or written is tested again. */
record VerdictFile(Path file) {
    /** System property: the folder of the file, if it is not to be the user's cache folder. */
    static final String FOLDER = "tornadosort.cache";

    private static final Logger LOG = LoggerFactory.getLogger(VerdictFile.class);

    /** Made when a file is read: those who sort on the JVM need none. */
    private static final class Json {
        private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    }

    /** The file in the user's cache folder, where the XDG Base Directory Specification has it. */
    static VerdictFile ofUser() {
        String folder = System.getProperty(FOLDER);
        String cache = System.getenv("XDG_CACHE_HOME");
        Path caches =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        Path ours = folder == null ? caches.resolve("tornado-sort") : Path.of(folder);
        return new VerdictFile(ours.resolve("selftest.json"));
    }

    /** What is known of a device. */
    Optional<Verdict> get(String identity) {
        return Optional.ofNullable(read().get(identity));
    }

    /** Keeps a verdict, beside those of other devices. */
    void put(String identity, Verdict verdict) {
        TreeMap<String, Verdict> all = read();
        all.put(identity, verdict);
        try {
            Files.createDirectories(file.getParent());
            try (OutputFile out = OutputFile.create(file)) {
                out.write(ByteBuffer.wrap(Json.MAPPER.writeValueAsBytes(all)));
                out.commit();
            }
        } catch (IOException e) {
            LOG.warn("Self-tests will run again: their verdicts cannot be kept ({}); -D{}=FOLDER keeps them elsewhere",
                    e.getMessage(), FOLDER);
        }
    }

    private TreeMap<String, Verdict> read() {
        try {
            return Files.exists(file) ? Json.MAPPER.readValue(file.toFile(), new TypeReference<>() {}) : new TreeMap<>();
        } catch (IOException e) {
            String found = e.getMessage().lines().findFirst().orElse("");
            LOG.warn("Self-tests run again: their verdicts cannot be read ({}: {})", file, found);
            return new TreeMap<>();
        }
    }
}
