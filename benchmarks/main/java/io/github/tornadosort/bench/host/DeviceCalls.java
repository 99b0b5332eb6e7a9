package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.bench.BenchCase;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * This library on one or more devices. Either one sorter has all devices, or each device has a sorter and a thread: segments are then
 * dealt to the sorters in turn.
 */
final class DeviceCalls implements Calls {
    private static final SortOptions ON_DEVICE = SortOptions.builder().onDevice().build();

    private final String devices;
    private final List<Sorter> sorters;
    private final ExecutorService threads;

    /**
     * Opens the sorters.
     *
     * @param devices the devices; if there are none, no operation is supported
     * @param together whether one sorter has all of them
     */
    DeviceCalls(List<SortDevice> devices, boolean together) {
        this.devices = devices.stream().map(SortDevice::toString).collect(Collectors.joining(", "));
        Stream<List<SortDevice>> groups =
                devices.isEmpty() ? Stream.of() : together ? Stream.of(devices) : devices.stream().map(List::of);
        this.sorters = groups.map(DeviceCalls::open).toList();
        this.threads = Executors.newFixedThreadPool(Math.max(1, sorters.size()));
    }

    /** Opens a sorter that uses all devices, even if one is expected to be faster. */
    private static Sorter open(List<SortDevice> devices) {
        return Sorter.open(devices, devices.stream().map(SortPolicies::forDevice).toList());
    }

    /** Returns the first n devices of the first backend, or none if it has fewer. */
    static List<SortDevice> first(int n) {
        List<SortDevice> all = SortDevice.all();
        List<SortDevice> same = all.stream()
                .filter(device -> device.driver() == all.getFirst().driver() && device.type() == all.getFirst().type())
                .limit(n)
                .toList();
        return same.size() < n ? List.of() : same;
    }

    /** Returns the names of the devices. */
    String devices() {
        return devices;
    }

    @Override
    public UnaryOperator<Object> of(BenchCase one) {
        if (one.type() != KeyType.INT32 || sorters.isEmpty()) {
            return null;
        }
        return switch (Operations.name(one.operation())) {
            case "sort" -> sorters.size() > 1 ? null : array -> {
                sorters.getFirst().sort((int[]) array, ON_DEVICE);
                return array;
            };
            case "segments" -> {
                int[] offsets = Operations.offsets(one.n(), Operations.number(one.operation()));
                yield array -> sortSegments((int[]) array, offsets);
            }
            default -> null;
        };
    }

    private Object sortSegments(int[] array, int[] offsets) {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < sorters.size(); i++) {
            int first = i;
            all.add(threads.submit(() -> {
                for (int segment = first; segment < offsets.length - 1; segment += sorters.size()) {
                    sorters.get(first).sort(Column.of(array).range(offsets[segment], offsets[segment + 1]), ON_DEVICE);
                }
            }));
        }
        for (Future<?> one : all) {
            try {
                one.get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return array;
    }

    @Override
    public void close() {
        threads.close();
        sorters.forEach(Sorter::close);
    }
}
