package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/**
 * Tests devices: the plan of each sort before it first runs, the kernels of a stage before they are used, and all kernels if a user asks
 * for it. Each verdict holds until the device's driver, the SDK or this library changes. The JVM backend is not tested, since other
 * devices are compared with it.
 */
public final class SelfTests {
    /** System property: {@code false} disables the tests. */
    public static final String PROPERTY = "tornadosort.selftest";

    private static final SelfTests OF_USER = new SelfTests(
            VerdictFile.ofUser(),
            device -> Backend.of(device).compilesKernels() && !"false".equals(System.getProperty(PROPERTY)),
            SelfTests::test,
            SelfTests::test,
            message -> LoggerFactory.getLogger(SelfTests.class).info(message),
            message -> LoggerFactory.getLogger(SelfTests.class).warn(message));

    private final VerdictFile file;
    private final Predicate<SortDevice> tested;
    private final BiFunction<SortDevice, TestedKernels, Verdict> test;
    private final BiFunction<SortDevice, Plan, Verdict> planTest;
    private final Consumer<String> news;
    private final Consumer<String> warning;
    /** The verdicts on kernels; empty where the file has none. */
    private final Map<Part, Optional<Verdict>> known = new ConcurrentHashMap<>();
    private final Map<SortDevice, String> identities = new ConcurrentHashMap<>();
    /** The kernels of which a line says that they are wrong. */
    private final Set<Part> reported = ConcurrentHashMap.newKeySet();

    private record Part(SortDevice device, TestedKernels kernels) {}

    /** A plan to test. */
    record Plan(PlanShape shape, int capacity, SortPlan plan) {}

    /**
     * A verdict on some kernels of a device.
     *
     * @param kernels what the kernels sort, for messages
     * @param verdict whether they are right
     */
    public record Result(String kernels, Verdict verdict) {}

    /**
     * Creates tests that keep their verdicts in the given file.
     *
     * @param file the file of verdicts
     * @param tested selects the devices that are tested
     * @param test tests some kernels of a device
     * @param planTest tests a plan of a device
     * @param news receives a message before the first test of a device
     * @param warning receives a message for each part that fails
     */
    SelfTests(
            VerdictFile file,
            Predicate<SortDevice> tested,
            BiFunction<SortDevice, TestedKernels, Verdict> test,
            BiFunction<SortDevice, Plan, Verdict> planTest,
            Consumer<String> news,
            Consumer<String> warning) {
        this.file = file;
        this.tested = tested;
        this.test = test;
        this.planTest = planTest;
        this.news = news;
        this.warning = warning;
    }

    /** {@return the tests whose verdicts are in the user's cache folder} */
    public static SelfTests ofUser() {
        return OF_USER;
    }

    private static Verdict test(SortDevice device, Plan plan) {
        return PlanCheck.firstWrong(SortPolicies.forDevice(device), plan.shape(), plan.capacity(), plan.plan())
                .map(found -> new Verdict(false, found))
                .orElse(Verdict.PASSED);
    }

    private static Verdict test(SortDevice device, TestedKernels kernels) {
        return KernelCheck.firstWrong(device, SortPolicies.forDevice(device), kernels, Checkpoint.INTERRUPTS)
                .map(found -> new Verdict(false, found))
                .orElse(Verdict.PASSED);
    }

    /**
     * Returns the first device that is not known to sort integers wrongly. Logs why each earlier device was rejected.
     *
     * @throws IllegalStateException if there is none
     */
    public SortDevice firstPassing(List<SortDevice> devices) {
        return devices.stream().filter(this::mayBeUsed).findFirst()
                .orElseThrow(() -> nonePasses(devices, TestedKernels.INTEGERS));
    }

    /**
     * Returns the first device whose kernels for a sort are right, which are tested. Logs why each earlier device was rejected.
     *
     * @throws IllegalStateException if no device passes
     */
    public SortDevice firstPassing(List<SortDevice> devices, PlanShape sort) {
        TestedKernels kernels = TestedKernels.of(sort);
        return devices.stream().filter(device -> mayBeUsed(device, of(device, kernels))).findFirst()
                .orElseThrow(() -> nonePasses(devices, kernels));
    }

    /**
     * Returns the devices that are not known to sort integers wrongly, at least one. Logs why each other device was rejected.
     *
     * @throws IllegalStateException if there is none
     */
    public List<SortDevice> passing(List<SortDevice> devices) {
        List<SortDevice> passing = devices.stream().filter(this::mayBeUsed).toList();
        if (passing.isEmpty()) {
            throw nonePasses(devices, TestedKernels.INTEGERS);
        }
        return passing;
    }

    private boolean mayBeUsed(SortDevice device) {
        return mayBeUsed(device, known(device).orElse(Verdict.PASSED));
    }

    private boolean mayBeUsed(SortDevice device, Verdict verdict) {
        if (!verdict.passed()) {
            warning.accept(describe(device) + " is not used because its self-test failed: " + verdict.found());
        }
        return verdict.passed();
    }

    private IllegalStateException nonePasses(List<SortDevice> devices, TestedKernels kernels) {
        if (devices.isEmpty()) {
            return new IllegalStateException("TornadoVM has no device to sort on");
        }
        return new IllegalStateException("no device passes its self-test: " + describe(devices.getFirst()) + " fails with "
                + of(devices.getFirst(), kernels).found()
                + "; a device that is requested explicitly is used anyway, and -D" + PROPERTY + "=false disables the tests");
    }

    /** Logs a warning if a device that was requested explicitly is known to sort integers wrongly. */
    public void warnIfFailed(SortDevice device) {
        warnIfFailed(device, known(device).orElse(Verdict.PASSED));
    }

    /** Tests a device that was requested explicitly, and logs a warning if it has wrong kernels for a sort. */
    public void warnIfFailed(SortDevice device, PlanShape sort) {
        warnIfFailed(device, of(device, TestedKernels.of(sort)));
    }

    private void warnIfFailed(SortDevice device, Verdict verdict) {
        if (!verdict.passed()) {
            warning.accept(
                    describe(device) + " was requested and is used, although its self-test failed: " + verdict.found());
        }
    }

    /** Returns whether there is no verdict that a device's kernels for a sort are wrong. Logs a warning the first time if there is. */
    public boolean mayPass(SortDevice device, PlanShape sort) {
        TestedKernels kernels = TestedKernels.of(sort);
        Verdict verdict = known(device, kernels).orElse(Verdict.PASSED);
        if (!verdict.passed() && reported.add(new Part(device, kernels))) {
            warning.accept(describe(device) + " does not sort " + kernels.label()
                    + ", which the host sorts instead, because their self-test failed: " + verdict.found());
        }
        return verdict.passed();
    }

    /**
     * Returns whether a plan of a device sorts correctly. Tests it if there is no verdict on such plans, nor on all kernels for such
     * keys. Plans of other algorithms than radix are not tested. Logs a warning if it is wrong.
     */
    public synchronized boolean passes(SortDevice device, PlanShape shape, int capacity, SortPlan plan) {
        TestedKernels kernels = TestedKernels.of(shape);
        if (shape.algorithm() != Algorithm.RADIX || known(device, kernels).isPresent()) {
            return mayPass(device, shape);
        }
        String name = identity(device) + "; " + shape + ", at most " + capacity;
        Verdict verdict = file.get(name).orElse(null);
        if (verdict == null) {
            verdict = planTest.apply(device, new Plan(shape, capacity, plan));
            file.put(name, verdict);
        }
        if (!verdict.passed()) {
            known.put(new Part(device, kernels), Optional.of(verdict));
        }
        return mayPass(device, shape);
    }

    /** Tests all kernels of a device, whether or not there are verdicts; no others if those for 32-bit integers fail. */
    public List<Result> renew(SortDevice device) {
        List<Result> results = new ArrayList<>();
        for (TestedKernels kernels : TestedKernels.all()) {
            if (results.isEmpty() || results.getFirst().verdict().passed()) {
                results.add(new Result(kernels.label(), renew(device, kernels)));
            }
        }
        return results;
    }

    /**
     * Tests some kernels. If the driver fails during the test, they do not pass; this verdict is not written to the file, since
     * the driver may work the next time.
     *
     * @throws CancellationException if the thread is interrupted; there is no verdict then
     */
    private synchronized Verdict renew(SortDevice device, TestedKernels kernels) {
        Verdict verdict;
        boolean lasting = true;
        try {
            verdict = test.apply(device, kernels);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            verdict = new Verdict(false, "its driver fails: " + DriverFailure.reason(e));
            lasting = false;
        }
        if (tested.test(device)) {
            known.put(new Part(device, kernels), Optional.of(verdict));
            reported.remove(new Part(device, kernels));
            if (lasting) {
                file.put(name(device, kernels), verdict);
            }
        }
        return verdict;
    }

    /** {@return the verdict on a device's sorts of 32-bit integers, if there is one} It does not test the device. */
    public Optional<Verdict> known(SortDevice device) {
        return known(device, TestedKernels.INTEGERS);
    }

    private Optional<Verdict> known(SortDevice device, TestedKernels kernels) {
        return tested.test(device)
                ? known.computeIfAbsent(new Part(device, kernels), _ -> file.get(name(device, kernels)))
                : Optional.of(Verdict.PASSED);
    }

    /** Returns the verdict on some kernels. Tests them if there is none. */
    private synchronized Verdict of(SortDevice device, TestedKernels kernels) {
        return known(device, kernels).orElseGet(() -> first(device, kernels));
    }

    private Verdict first(SortDevice device, TestedKernels kernels) {
        news.accept(describe(device) + " is tested before it first sorts " + kernels.label()
                + "; this takes a few seconds and is done once");
        Verdict verdict = renew(device, kernels);
        news.accept(describe(device) + (verdict.passed() ? " passed its self-test" : " failed its self-test"));
        return verdict;
    }

    private String name(SortDevice device, TestedKernels kernels) {
        return identity(device) + "; " + kernels.label();
    }

    private String identity(SortDevice device) {
        return identities.computeIfAbsent(device, DeviceIdentity::of);
    }

    private static String describe(SortDevice device) {
        return "Device " + device;
    }
}
