package uk.ac.manchester.tornado.api;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;

/** All backends and devices of this process. */
public class TornadoDeviceMap {

    private final TornadoRuntime runtime = TornadoRuntimeProvider.getTornadoRuntime();

    public int getNumBackends() {
        return runtime.getNumBackends();
    }

    public List<TornadoBackend> getAllBackends() {
        return IntStream.range(0, getNumBackends()).mapToObj(runtime::getBackend).toList();
    }

    public List<TornadoBackend> getBackendsWithPredicate(Predicate<? super TornadoBackend> predicate) {
        return getAllBackends().stream().filter(predicate).toList();
    }

    /** Returns the backends with at least one device that satisfies the predicate. */
    public List<TornadoBackend> getBackendsWithDevicePredicate(Predicate<? super TornadoDevice> predicate) {
        return getBackendsWithPredicate(backend -> backend.getAllDevices().stream().anyMatch(predicate));
    }

    /** Returns the devices whose name contains the text, ignoring case. */
    public Stream<TornadoDevice> getDevicesByName(String deviceName) {
        String wanted = deviceName.toLowerCase(Locale.ROOT);
        return devices()
                .filter(device -> device.getPhysicalDevice().getDeviceName().toLowerCase(Locale.ROOT).contains(wanted));
    }

    public Stream<TornadoDevice> getDevicesByType(TornadoDeviceType deviceType) {
        return devices().filter(device -> device.getDeviceType() == deviceType);
    }

    private Stream<TornadoDevice> devices() {
        return getAllBackends().stream().flatMap(backend -> backend.getAllDevices().stream());
    }
}
