package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests devices before they are used: each once, until its driver, the SDK or this program changes. The JVM backend needs
 * none, since its kernels are the code that others are compared with.
 */
public final class SelfTests {
    /** System property: {@code false} for no tests and no verdicts. */
    public static final String PROPERTY = "tornadosort.selftest";

    private static final Logger LOG = LoggerFactory.getLogger(SelfTests.class);
    private static final SelfTests OF_USER = new SelfTests(
            VerdictFile.ofUser(),
            device -> !device.backend().equals("jvm") && !"false".equals(System.getProperty(PROPERTY)),
            SelfTests::test,
            LOG::info,
            LOG::warn);

    private final VerdictFile file;
    private final Predicate<SortDevice> tested;
    private final Function<SortDevice, Verdict> test;
    private final Consumer<String> news;
    private final Consumer<String> warning;
    private final Map<String, Verdict> known = new HashMap<>();

    /**
     * Creates tests that keep their verdicts in the given file.
     *
     * @param file where verdicts are kept
     * @param tested which devices are tested
     * @param news receives a line before each test, and its result
     * @param warning receives a line for each device that fails
     */
    SelfTests(
            VerdictFile file,
            Predicate<SortDevice> tested,
            Function<SortDevice, Verdict> test,
            Consumer<String> news,
            Consumer<String> warning) {
        this.file = file;
        this.tested = tested;
        this.test = test;
        this.news = news;
        this.warning = warning;
    }

    /** Those of this user's devices. */
    public static SelfTests ofUser() {
        return OF_USER;
    }

    private static Verdict test(SortDevice device) {
        return KernelCheck.firstWrong(device, SortPolicies.forDevice(device), _ -> {})
                .map(found -> new Verdict(false, found))
                .orElse(Verdict.PASSED);
    }

    /**
     * Returns the first device that passes. A line says why those before it do not.
     *
     * @throws IllegalStateException if none does
     */
    public SortDevice firstSound(List<SortDevice> devices) {
        if (devices.isEmpty()) {
            throw new IllegalStateException("TornadoVM has no device to sort on");
        }
        for (SortDevice device : devices) {
            Verdict verdict = of(device);
            if (verdict.passed()) {
                return device;
            }
            warning.accept(describe(device) + " is not used, since its self-test failed: " + verdict.found());
        }
        throw new IllegalStateException("no device passes its self-test: " + describe(devices.getFirst()) + " fails with "
                + of(devices.getFirst()).found() + "; a device that is asked for is used all the same, and -D" + PROPERTY
                + "=false leaves the tests out");
    }

    /** Tells if a device that is about to be used, since it was asked for, does not pass. */
    public void warnOf(SortDevice device) {
        Verdict verdict = of(device);
        if (!verdict.passed()) {
            warning.accept(
                    describe(device) + " is used since it was asked for, but its self-test failed: " + verdict.found());
        }
    }

    /**
     * Tests a device, whatever is known of it. Where the driver fails in the middle, the device does not pass; but that is
     * forgotten when this process ends, since a driver may work the next time.
     */
    public synchronized Verdict renew(SortDevice device) {
        Verdict verdict;
        boolean lasting = true;
        try {
            verdict = test.apply(device);
        } catch (RuntimeException | Error e) {
            verdict = new Verdict(false, "its driver fails: " + DriverFailure.reason(e));
            lasting = false;
        }
        if (tested.test(device)) {
            String identity = DeviceIdentity.of(device);
            known.put(identity, verdict);
            if (lasting) {
                file.put(identity, verdict);
            }
        }
        return verdict;
    }

    /** What is known of a device; it is not tested. */
    public synchronized Optional<Verdict> known(SortDevice device) {
        return tested.test(device) ? known(DeviceIdentity.of(device)) : Optional.of(Verdict.PASSED);
    }

    private Optional<Verdict> known(String identity) {
        Verdict verdict = known.computeIfAbsent(identity, i -> file.get(i).orElse(null));
        return Optional.ofNullable(verdict);
    }

    private synchronized Verdict of(SortDevice device) {
        return known(device).orElseGet(() -> {
            news.accept(describe(device) + " is tested before its first use; this takes some seconds, and is done once");
            Verdict verdict = renew(device);
            news.accept(describe(device) + (verdict.passed() ? " passed its self-test" : " failed its self-test"));
            return verdict;
        });
    }

    private static String describe(SortDevice device) {
        return "Device " + device;
    }
}
