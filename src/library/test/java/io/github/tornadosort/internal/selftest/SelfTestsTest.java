package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.TornadoTargetDevice;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

class SelfTestsTest {
    private static final SortDevice GOOD = SortDevice.all().getFirst();
    /** The same device, which receives a wrong parameter when it is tested. */
    private static final SortDevice BAD = new SortDevice(
            7, 8, GOOD.backend(), "faulty", GOOD.type(), GOOD.memoryBytes(), GOOD.tornado());

    private static final PlanShape INTS = PlanShape.of(KeyType.INT32, Payload.NONE);

    private static final BiFunction<SortDevice, SelfTests.Plan, Verdict> UNUSED = (_, plan) -> {
        throw new AssertionError(plan);
    };

    @TempDir
    private Path folder;

    private final List<SortDevice> tested = new ArrayList<>();
    private final List<String> news = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private SelfTests tests() {
        return new SelfTests(new VerdictFile(folder.resolve("new/selftest.properties")), _ -> true, (device, kernels) -> {
            tested.add(device);
            var wrong = KernelCheck.firstWrong(device, new SortPolicy(Kernels.BLOCK, 3, 1, 0, 0), kernels, p -> {
                if (device.equals(BAD)) {
                    p.set(PassParameters.BITS, 0);
                }
            });
            return wrong.map(found -> new Verdict(false, found)).orElse(Verdict.PASSED);
        }, UNUSED, news::add, warnings::add);
    }

    private SelfTests testsOfAFailingDriver() {
        return new SelfTests(new VerdictFile(folder.resolve("selftest.json")), _ -> true, (device, _) -> {
            tested.add(device);
            throw new AssertionError("not implemented");
        }, UNUSED, news::add, warnings::add);
    }

    @Test
    void aLineComesBeforeEachTestAndAfterIt() {
        SelfTests tests = new SelfTests(new VerdictFile(folder.resolve("selftest.json")), _ -> true, (device, _) -> {
            assertThat(news).hasSize(device.equals(BAD) ? 1 : 3);
            return device.equals(BAD) ? new Verdict(false, "wrong") : Verdict.PASSED;
        }, UNUSED, news::add, warnings::add);

        tests.firstPassing(List.of(BAD, GOOD), INTS);

        String bad = "Device 7:8 " + BAD.backend() + " (faulty) ";
        String good = "Device " + GOOD.id() + " " + GOOD.backend() + " (" + GOOD.name().strip() + ") ";
        String before = "is tested before it first sorts 32-bit integers; this takes a few seconds and is done once";
        assertThat(news).containsExactly(
                bad + before, bad + "failed its self-test", good + before, good + "passed its self-test");
        tests.firstPassing(List.of(GOOD), INTS);
        assertThat(news).hasSize(4);
    }

    @Test
    void aDriverThatFailsIsTestedAgainByTheNextProcess() {
        SelfTests first = testsOfAFailingDriver();
        Verdict failed = new Verdict(false, "its driver fails: not implemented");
        assertThat(first.renew(GOOD)).containsExactly(new SelfTests.Result("32-bit integers", failed));
        assertThat(first.known(GOOD)).contains(failed);
        first.warnIfFailed(GOOD);
        assertThat(warnings).hasSize(1);
        assertThat(tested).containsExactly(GOOD);
        assertThat(testsOfAFailingDriver().known(GOOD)).isEmpty();
    }

    @Test
    void noDeviceIsAnError() {
        assertThatThrownBy(() -> tests().firstPassing(List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("TornadoVM has no device to sort on");
    }

    @Test
    void theIdentityOfADeviceWithAFailingDriver() {
        for (TornadoTargetDevice physical : new TornadoTargetDevice[] {
            Fakes.of(TornadoTargetDevice.class, Map.of("getDeviceInfo", Fakes.error("gone"))), null}) {
            var device = Fakes.of(TornadoDevice.class, Map.of("getPhysicalDevice", () -> physical));
            var silent = new SortDevice(0, 0, "opencl", "silent", GOOD.type(), 1, device);
            assertThat(DeviceIdentity.of(silent)).startsWith("opencl; silent; driver of unknown version: ");
        }
        var mute = Fakes.of(TornadoTargetDevice.class, Map.of("getDeviceInfo", () -> null));
        var device = Fakes.of(TornadoDevice.class, Map.of("getPhysicalDevice", () -> mute));
        assertThat(DeviceIdentity.of(new SortDevice(0, 0, "opencl", "mute", GOOD.type(), 1, device)))
                .startsWith("opencl; mute; ");
    }

    @Test
    void aDeviceThatFailsIsSkipped() {
        assertThat(tests().firstPassing(List.of(BAD, GOOD), INTS)).isEqualTo(GOOD);
        assertThat(warnings).singleElement().asString()
                .startsWith("Device 7:8 " + GOOD.backend() + " (faulty) is not used because its self-test failed: ")
                .contains(": a sort of ", " keys: ")
                .doesNotContain("\n");
    }

    @Test
    void aRequestedDeviceIsUsedWithAWarning() {
        SelfTests tests = tests();
        tests.warnIfFailed(GOOD, INTS);
        assertThat(warnings).isEmpty();
        tests.warnIfFailed(BAD, INTS);
        assertThat(warnings).singleElement().asString()
                .startsWith("Device 7:8 ")
                .contains(" was requested and is used, although its self-test failed: a sort of ");
    }

    @Test
    void eachDeviceIsTestedOnce() {
        SelfTests first = tests();
        assertThat(first.known(BAD)).isEmpty();
        first.firstPassing(List.of(BAD, GOOD), INTS);
        first.firstPassing(List.of(BAD, GOOD), INTS);
        first.warnIfFailed(BAD, INTS);
        assertThat(tested).containsExactly(BAD, GOOD);

        SelfTests later = tests();
        assertThat(later.firstPassing(List.of(BAD, GOOD))).isEqualTo(GOOD);
        assertThat(later.passing(List.of(BAD, GOOD))).containsExactly(GOOD);
        assertThat(later.known(BAD)).hasValueSatisfying(verdict -> {
            assertThat(verdict.passed()).isFalse();
            assertThat(verdict.found()).startsWith("a sort of ").contains(" keys: ");
        });
        assertThat(tested).containsExactly(BAD, GOOD);

        int parts = later.renew(GOOD).size();
        assertThat(tested).hasSize(2 + parts).endsWith(GOOD);
    }

    @Test
    void noPassingDeviceIsAnErrorWithAdvice() {
        assertThatThrownBy(() -> tests().firstPassing(List.of(BAD), INTS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("no device passes its self-test: Device 7:8 ")
                .hasMessageContaining("a sort of ")
                .hasMessageContaining("a device that is requested explicitly is used anyway")
                .hasMessageContaining("-Dtornadosort.selftest=false");
    }

    @Test
    void devicesPassIfTestsAreDisabled() {
        SelfTests none = new SelfTests(new VerdictFile(folder.resolve("none.properties")), _ -> false, (_, _) -> {
            throw new AssertionError("tested");
        }, UNUSED, news::add, warnings::add);
        assertThat(none.firstPassing(List.of(BAD, GOOD))).isEqualTo(BAD);
        none.warnIfFailed(BAD);
        assertThat(folder.resolve("none.properties")).doesNotExist();
    }

    /** Tests of a device that can only sort keys of 32 bits. */
    private SelfTests narrowTests() {
        return new SelfTests(new VerdictFile(folder.resolve("narrow.properties")), _ -> true, (device, kernels) -> {
            tested.add(device);
            return kernels.shape().bytes() == Long.BYTES ? new Verdict(false, "a sort cannot run") : Verdict.PASSED;
        }, UNUSED, news::add, warnings::add);
    }

    @Test
    void theHostSortsTheTypesThatADeviceCannotSort() {
        SelfTests tests = narrowTests();
        tests.renew(GOOD);
        int parts = tested.size();
        assertThat(tests.firstPassing(List.of(GOOD))).isEqualTo(GOOD);
        assertThat(tests.mayPass(GOOD, PlanShape.of(KeyType.FLOAT32, Payload.VALUES))).isTrue();
        assertThat(warnings).isEmpty();
        for (int i = 0; i < 2; i++) {
            assertThat(tests.mayPass(GOOD, PlanShape.of(KeyType.FLOAT64, Payload.NONE))).isFalse();
        }
        assertThat(warnings).singleElement().asString()
                .startsWith("Device " + GOOD)
                .endsWith(" does not sort 64-bit floats, which the host sorts instead, because their self-test failed:"
                        + " a sort cannot run");
        assertThatThrownBy(() -> tests.firstPassing(List.of(GOOD), PlanShape.of(KeyType.INT64, Payload.NONE)))
                .hasMessageContaining("a sort cannot run");

        // Another process finds all verdicts in the file.
        assertThat(narrowTests().mayPass(GOOD, PlanShape.of(KeyType.UINT64, Payload.NONE))).isFalse();
        assertThat(narrowTests().mayPass(GOOD, PlanShape.of(KeyType.FLOAT32, Payload.INDICES))).isTrue();
        assertThat(tested).hasSize(parts);
    }

    /** A device is not tested when it is chosen: each of its sorts is before it first runs. */
    @Test
    void aDeviceWithoutAVerdictIsUsed() {
        assertThat(tests().firstPassing(List.of(BAD, GOOD))).isEqualTo(BAD);
        assertThat(tests().passing(List.of(BAD, GOOD))).containsExactly(BAD, GOOD);
        tests().warnIfFailed(BAD);
        assertThat(tested).isEmpty();
        assertThat(warnings).isEmpty();
    }

    /** Tests whose plans sort correctly if they are for 100 keys. */
    private SelfTests testsOfPlans(List<Integer> capacities) {
        return new SelfTests(
                new VerdictFile(folder.resolve("plans.properties")), _ -> true, (_, _) -> Verdict.PASSED, (_, plan) -> {
                    capacities.add(plan.capacity());
                    return plan.capacity() == 100 ? Verdict.PASSED : new Verdict(false, "key 7 is 8");
                }, news::add, warnings::add);
    }

    @Test
    void eachPlanIsTestedOnce() {
        PlanShape ints = PlanShape.of(KeyType.INT32, Payload.NONE);
        List<Integer> capacities = new ArrayList<>();
        for (int process = 0; process < 2; process++) {
            SelfTests tests = testsOfPlans(capacities);
            assertThat(tests.mayPass(GOOD, ints)).isTrue();
            assertThat(tests.passes(GOOD, ints, 100, null)).isTrue();
            assertThat(tests.passes(GOOD, ints, 100, null)).isTrue();
            assertThat(warnings).hasSize(process);
            assertThat(tests.passes(GOOD, ints, 200, null)).isFalse();
            assertThat(tests.mayPass(GOOD, ints)).as("after a plan has failed").isFalse();
            assertThat(tests.mayPass(GOOD, PlanShape.of(KeyType.INT64, Payload.NONE))).isTrue();
            assertThat(capacities).containsExactly(100, 200);
        }
        assertThat(warnings).hasSize(2).first().asString()
                .contains("does not sort 32-bit integers, which the host sorts instead", "key 7 is 8");
    }

    /** Whoever has tested all kernels one by one needs no further test. */
    @Test
    void plansOfTestedKernelsAreNotTested() {
        List<Integer> capacities = new ArrayList<>();
        SelfTests tests = testsOfPlans(capacities);
        tests.renew(GOOD);
        assertThat(tests.passes(GOOD, PlanShape.of(KeyType.INT32, Payload.NONE), 200, null)).isTrue();
        PlanShape merge = PlanShape.of(
                KeyType.INT32, Payload.NONE, SortOptions.builder().algorithm(Algorithm.MERGE).build());
        assertThat(testsOfPlans(capacities).passes(GOOD, merge, 200, null)).isTrue();
        assertThat(capacities).isEmpty();
    }

    @Test
    void aRenewedTestCoversAllKernelsOnce() {
        List<SelfTests.Result> results = narrowTests().renew(GOOD);
        assertThat(results).extracting(SelfTests.Result::kernels).containsExactly(
                "32-bit integers", "32-bit integers with values", "32-bit floats", "32-bit floats with values",
                "64-bit integers", "64-bit integers with values", "64-bit floats", "64-bit floats with values");
        assertThat(results).allMatch(result -> result.verdict().passed() == result.kernels().startsWith("32"));
    }

    @Test
    void allPartsPassOnADeviceThatIsRight() {
        List<SelfTests.Result> results = SelfTests.ofUser().renew(GOOD);
        assertThat(results).hasSize(8).allMatch(result -> result.verdict().passed());
    }

    @Test
    void theJvmBackendIsNotTested() {
        SelfTests ofUser = SelfTests.ofUser();
        if (GOOD.backend().equals("jvm")) {
            assertThat(ofUser.known(GOOD)).contains(Verdict.PASSED);
        }
        assertThat(VerdictFile.ofUser().file())
                .isEqualTo(Path.of(System.getenv("XDG_CACHE_HOME"), "tornado-sort", "selftest.properties"));
    }

    @Test
    void anInvalidFileIsReplaced() throws IOException {
        Path file = Files.writeString(folder.resolve("selftest.properties"), "half a verdict = \\u00");
        VerdictFile verdicts = new VerdictFile(file);
        assertThat(verdicts.get("one")).isEmpty();
        verdicts.put("one", Verdict.PASSED);
        verdicts.put("two", new Verdict(false, "GroupScan.scan: \"7\""));
        assertThat(new VerdictFile(file).get("one")).contains(Verdict.PASSED);
        assertThat(new VerdictFile(file).get("two")).contains(new Verdict(false, "GroupScan.scan: \"7\""));
    }

    @Test
    void withoutAFolderEachProcessTestsAgain() throws IOException {
        Path inTheWay = Files.writeString(folder.resolve("file"), "");
        VerdictFile verdicts = new VerdictFile(inTheWay.resolve("selftest.properties"));
        verdicts.put("one", Verdict.PASSED);
        assertThat(verdicts.get("one")).isEmpty();
    }

    @Test
    void theIdentityDistinguishesDrivers() {
        assertThat(DeviceIdentity.of(GOOD)).isEqualTo(DeviceIdentity.of(GOOD)).isNotEqualTo(DeviceIdentity.of(BAD))
                .startsWith(GOOD.backend()).contains(GOOD.name().strip(), "Java 25", "radixBits=").doesNotContain("\n");
    }
}
