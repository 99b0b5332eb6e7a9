package io.github.tornadosort.internal.selftest;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.LoggerFactory;

/**
 * A properties file with the verdicts on devices: {@code passed}, or {@code failed: } and the wrong kernel. The keys are the
 * devices' identities. If a verdict cannot be read or written, the device is tested again.
 */
record VerdictFile(Path file) {
    /** System property: the folder of the file, in place of the user's cache folder. */
    static final String FOLDER = "tornadosort.cache";

    private static final String PASSED = "passed";
    private static final String FAILED = "failed: ";

    /** {@return the file in the user's cache folder, as defined by the XDG Base Directory Specification} */
    static VerdictFile ofUser() {
        String folder = System.getProperty(FOLDER);
        String cache = System.getenv("XDG_CACHE_HOME");
        Path caches =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        Path ours = folder == null ? caches.resolve("tornado-sort") : Path.of(folder);
        return new VerdictFile(ours.resolve("selftest.properties"));
    }

    /** {@return the verdict on a device, if there is one} */
    Optional<Verdict> get(String identity) {
        String text = read().getProperty(identity, "");
        if (text.equals(PASSED)) {
            return Optional.of(Verdict.PASSED);
        }
        return text.startsWith(FAILED)
                ? Optional.of(new Verdict(false, text.substring(FAILED.length())))
                : Optional.empty();
    }

    /** Stores a verdict. Replaces the file atomically. */
    void put(String identity, Verdict verdict) {
        Properties all = read();
        all.setProperty(identity, verdict.passed() ? PASSED : FAILED + verdict.found());
        try {
            Files.createDirectories(file.getParent());
            Path next = Files.createTempFile(file.getParent(), "selftest", ".part");
            try {
                try (Writer out = Files.newBufferedWriter(next)) {
                    all.store(out, "Verdicts of self-tests, by device, driver, SDK and version");
                }
                Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(next);
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(VerdictFile.class).warn(
                    "Self-tests will run again because their verdicts cannot be stored ({}); -D{}=FOLDER stores them elsewhere",
                    e.getMessage(), FOLDER);
        }
    }

    private Properties read() {
        Properties all = new Properties();
        if (Files.exists(file)) {
            try (Reader in = Files.newBufferedReader(file)) {
                all.load(in);
            } catch (IOException | IllegalArgumentException e) {
                LoggerFactory.getLogger(VerdictFile.class)
                        .warn("Self-tests run again because their verdicts cannot be read ({}: {})", file, e.getMessage());
                return new Properties();
            }
        }
        return all;
    }
}
