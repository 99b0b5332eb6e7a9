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
 * Tests devices before their first use. Each device is tested once, and again if its driver, the SDK or this library changes.
 * The JVM backend is not tested, since other devices are compared with it.
 */
public final class SelfTests {
    /** System property: {@code false} disables the tests. */
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
     * @param file the file of verdicts
     * @param tested selects the devices that are tested
     * @param test tests a device
     * @param news receives a message before and after each test
     * @param warning receives a message for each device that fails
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

    /** {@return the tests whose verdicts are in the user's cache folder} */
    public static SelfTests ofUser() {
        return OF_USER;
    }

    private static Verdict test(SortDevice device) {
        return KernelCheck.firstWrong(device, SortPolicies.forDevice(device), _ -> {})
                .map(found -> new Verdict(false, found))
                .orElse(Verdict.PASSED);
    }

    /**
     * Returns the first device that passes its self-test. Logs why each earlier device was rejected.
     *
     * @throws IllegalStateException if no device passes
     */
    public SortDevice firstPassing(List<SortDevice> devices) {
        if (devices.isEmpty()) {
            throw new IllegalStateException("TornadoVM has no device to sort on");
        }
        for (SortDevice device : devices) {
            Verdict verdict = of(device);
            if (verdict.passed()) {
                return device;
            }
            warning.accept(describe(device) + " is not used because its self-test failed: " + verdict.found());
        }
        throw new IllegalStateException("no device passes its self-test: " + describe(devices.getFirst()) + " fails with "
                + of(devices.getFirst()).found() + "; a device that is requested explicitly is used anyway, and -D"
                + PROPERTY
                + "=false disables the tests");
    }

    /** Logs a warning if a device that was requested explicitly does not pass its self-test. */
    public void warnIfFailed(SortDevice device) {
        Verdict verdict = of(device);
        if (!verdict.passed()) {
            warning.accept(
                    describe(device) + " was requested and is used, although its self-test failed: " + verdict.found());
        }
    }

    /**
     * Tests a device, whether or not there is a verdict. If the driver fails during the test, the device does not pass; this
     * verdict is not written to the file, since the driver may work the next time.
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

    /** {@return the verdict on a device, if there is one; does not test the device} */
    public synchronized Optional<Verdict> known(SortDevice device) {
        return tested.test(device) ? known(DeviceIdentity.of(device)) : Optional.of(Verdict.PASSED);
    }

    private Optional<Verdict> known(String identity) {
        Verdict verdict = known.computeIfAbsent(identity, i -> file.get(i).orElse(null));
        return Optional.ofNullable(verdict);
    }

    private synchronized Verdict of(SortDevice device) {
        return known(device).orElseGet(() -> {
            news.accept(describe(device) + " is tested before its first use; this takes a few seconds and is done once");
            Verdict verdict = renew(device);
            news.accept(describe(device) + (verdict.passed() ? " passed its self-test" : " failed its self-test"));
            return verdict;
        });
    }

    private static String describe(SortDevice device) {
        return "Device " + device;
    }
}
