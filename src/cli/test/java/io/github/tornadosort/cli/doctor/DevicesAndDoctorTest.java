package io.github.tornadosort.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.cli.Program;
import io.github.tornadosort.cli.SourceTree;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesAndDoctorTest {

    @Test
    void devicesListsAllAndTheDefault() {
        CommandRun run = Program.run("devices");

        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        for (SortDevice device : SortDevice.all()) {
            assertThat(run.out()).contains(device.id(), device.backend(), device.name().strip());
        }
        assertThat(run.out().lines().filter(line -> line.endsWith("(default)")))
                .hasSize(1)
                .first()
                .asString()
                .startsWith(SortDevice.preferred().id());
    }

    @Test
    void aDeviceThatCannotSortIsAFinding() {
        SortDevice device = SortDevice.preferred();
        // A device without a handle of TornadoVM.
        SortDevice broken = (SortDevice) Proxy.newProxyInstance(
                SortDevice.class.getClassLoader(), new Class<?>[] {SortDevice.class},
                (_, method, words) -> method.invoke(device, words));
        assertThat(DeviceCheck.of(broken)).hasSize(3).allMatch(Finding::isBroken)
                .extracting(Finding::what)
                .allMatch(what -> what.contains(" cannot sort "));
    }

    @Test
    void doctorReportsWhetherThereIsAnSdk() {
        boolean sdk = System.getProperty("tornado.load.runtime.implementation") != null;

        List<Finding> findings = EnvironmentChecks.sdk(System.getenv());
        List<Finding> withoutHome = EnvironmentChecks.sdk(Map.of());

        assertThat(findings).noneMatch(Finding::isBroken);
        assertThat(findings.getFirst().what()).startsWith(sdk ? "TornadoVM SDK 5." : "no TornadoVM SDK");
        assertThat(withoutHome.getFirst().level()).isEqualTo("note");
        assertThat(withoutHome.getFirst().advice()).contains(sdk ? "tested with" : "sdk install tornadovm");
    }

    @Test
    void testedSdkIsTheVersionInThePom() throws IOException {
        assertThat(Files.readString(SourceTree.original().resolve("pom.xml")))
                .contains("<tornadovm.version>" + Sdk.TESTED + "</tornadovm.version>");
    }

    /** Without a version, SDKMAN installs the newest one. */
    @Test
    void documentsNameTheTestedSdk() throws IOException {
        for (String document : List.of("README.md", "CONTRIBUTING.md", "docs/gpu.md")) {
            assertThat(Files.readString(SourceTree.original().resolve(document))).as(document)
                    .contains("sdk install tornadovm " + Sdk.TESTED).doesNotContainPattern("sdk install tornadovm(?! \\d)");
        }
    }

    @Test
    void anSdkThatWasNotTestedIsNamed(@TempDir Path home) throws IOException {
        Files.createDirectory(home.resolve("etc"));
        assertThat(Sdk.of(home.toString())).hasToString(
                "TornadoVM SDK of unknown version, backends unknown, in " + home);
        Files.writeString(home.resolve("etc/tornado.release"), "version=" + Sdk.TESTED + "\n");
        Files.writeString(home.resolve("etc/tornado.backend"), "tornado.backends=ptx-backend\n");
        assertThat(Sdk.of(home.toString()).toString()).contains("SDK " + Sdk.TESTED + ", backends ptx-backend");
        assertThat(Sdk.of(home.toString()).advice()).isEmpty();
        Files.writeString(home.resolve("etc/tornado.release"), "version=7.3.1\n");
        assertThat(Sdk.of(home.toString()).toString()).contains("SDK 7.3.1");
        assertThat(Sdk.of(home.toString()).advice()).get().asString().contains("tested with " + Sdk.TESTED, Sdk.INSTALL);
    }

    /** Lists the devices and the SDK. */
    @Test
    void devicesNamesTheSdk() {
        CommandRun run = Program.run("devices");
        assertThat(run.out().contains("TornadoVM SDK " + Sdk.TESTED)).isEqualTo(Sdk.running(System.getenv()).isPresent());
    }

    @Test
    void namesTheDriversOfTheSystem(@TempDir Path folder) throws IOException {
        Path version = folder.resolve("version");
        assertThat(EnvironmentChecks.drivers(folder.resolve("none"), version).what())
                .startsWith("no OpenCL or NVIDIA driver");
        Files.createFile(folder.resolve("pocl.icd"));
        Files.writeString(version, "NVRM version: 575\nGCC version: 12\n");
        assertThat(EnvironmentChecks.drivers(folder, version)).hasToString("ok      drivers: pocl.icd, NVRM version: 575");
    }

    @Test
    void findingsGiveAdvice() {
        assertThat(Finding.broken("the disk is full", "Empty it."))
                .hasToString("broken  the disk is full" + System.lineSeparator() + "        -> Empty it.");
        assertThat(Finding.ok("fine")).hasToString("ok      fine");
    }
}
