package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** This library on one backend: its sorts and its stages. The name of the contender is that of the backend. */
final class BackendContender implements Contender {
    /** The name in a suite that stands for all backends of the SDK. */
    static final String NAMES = "backends";

    private final About about;
    private final DeviceContender sorts;
    private final StageContender stages;

    private BackendContender(SortDevice device) {
        this.sorts = new DeviceContender(DeviceContender.NAME, device);
        this.stages = new StageContender(device);
        this.about = new About(device.backend(), true, sorts.about().what(), device.name().strip(), null);
    }

    /** Returns a contender for the first device of each backend. */
    static List<Contender> all() {
        Map<String, Contender> byBackend = new LinkedHashMap<>();
        SortDevice.all().forEach(device -> byBackend.computeIfAbsent(device.backend(), _ -> new BackendContender(device)));
        return List.copyOf(byBackend.values());
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        if (StageJob.has(request.operation())) {
            sorts.close();
            return stages.measure(request);
        }
        stages.close();
        return sorts.measure(request);
    }

    @Override
    public void close() {
        sorts.close();
        stages.close();
    }
}
