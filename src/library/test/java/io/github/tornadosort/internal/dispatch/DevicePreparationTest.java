package io.github.tornadosort.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortRequest;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which requests are made, and how long they are expected to take. */
@Timeout(60)
class DevicePreparationTest {
    private static final SortRequest INTS = new SortRequest(KeyType.INT32, Payload.NONE, 100_000);
    private static final SortRequest LONGS = new SortRequest(KeyType.INT64, Payload.NONE, 100_000);
    private static final double MILLIS = 1e6;
    private static final int HOUR = 3_600_000;

    private final List<SortRequest> opened = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch opening = new CountDownLatch(1);
    private final CountDownLatch opens = new CountDownLatch(1);
    private volatile RuntimeException failure;

    private final DevicePreparation.Opener opener = new DevicePreparation.Opener() {
        @Override
        public DeviceOperations open(SortRequest sort) {
            opened.add(sort);
            opening.countDown();
            while (opens.getCount() > 0) {
                Thread.onSpinWait();
            }
            if (failure != null) {
                throw failure;
            }
            return null;
        }

        @Override
        public void leaveOut(Throwable e) {
            failures.add(e);
        }
    };
    private final DevicePreparation preparation = new DevicePreparation(opener);

    @BeforeEach
    void aDeviceStartsInTwoHours() {
        use(2 * HOUR);
    }

    /** Sets the time until the device sorts keys of one kind. */
    private static void use(int millis) {
        SortPolicies.use(null, millis);
    }

    @AfterEach
    void end() {
        opens.countDown();
        preparation.close(() -> {});
        SortPolicies.use(null, -1);
    }

    private Reason where(double hostMillis, SortRequest sort) {
        return preparation.where(hostMillis * MILLIS, List.of(sort), null);
    }

    /** Sorts on the host until the device is prepared. */
    private void request(SortRequest sort) {
        while (where(0.24 * HOUR, sort) == Reason.DEVICE_NOT_STARTED) {
            Thread.onSpinWait();
        }
    }

    private static void awaitEnd() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("tornado-sort device preparation")) {
                thread.join();
            }
        }
    }

    /** A driver that compiles for a minute must not stop the caller for a minute. */
    @Test
    void closingDoesNotWaitForTheDriver() throws Exception {
        request(INTS);
        opening.await();
        CountDownLatch freed = new CountDownLatch(1);
        Thread.currentThread().interrupt();
        long start = System.nanoTime();
        preparation.close(freed::countDown);
        assertThat(System.nanoTime() - start).isBetween(400_000_000L, 20_000_000_000L);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(freed.getCount()).as("the driver still uses the memory").isEqualTo(1);
        opens.countDown();
        freed.await();
        assertThat(failures).isEmpty();
    }

    @Test
    void theDeviceIsOpenedWhenTheSortsHaveCostAsMuch() throws Exception {
        assertThat(where(1.5 * HOUR, INTS)).isEqualTo(Reason.DEVICE_NOT_STARTED);
        assertThat(where(0.4 * HOUR, LONGS)).isEqualTo(Reason.DEVICE_NOT_STARTED);
        assertThat(opened).isEmpty();
        assertThat(where(0.1 * HOUR, INTS)).isEqualTo(Reason.DEVICE_STARTING);
        opening.await();
        assertThat(opened).containsExactly(INTS);
    }

    @Test
    void aSortThatCostsAsMuchAsTheStartWaits() {
        assertThat(where(2.0 * HOUR, INTS)).isEqualTo(Reason.DEVICE);
        assertThat(opened).isEmpty();
    }

    /** Sorts of another kind do not make a further kind worth its compilation. */
    @Test
    void requestsAddUp() throws Exception {
        request(INTS);
        opening.await();
        assertThat(where(2.0 * HOUR, INTS)).isEqualTo(Reason.DEVICE);
        assertThat(where(1.99 * HOUR, INTS)).isEqualTo(Reason.DEVICE_STARTING);
        assertThat(where(4.0 * HOUR, LONGS)).isEqualTo(Reason.DEVICE);
        assertThat(where(1.9 * HOUR, LONGS)).isEqualTo(Reason.DEVICE_NOT_STARTED);
        assertThat(where(0.1 * HOUR, LONGS)).isEqualTo(Reason.DEVICE_STARTING);
        assertThat(where(3.9 * HOUR, LONGS)).as("once").isEqualTo(Reason.DEVICE_STARTING);
        assertThat(where(3.9 * HOUR, INTS)).as("waits for both").isEqualTo(Reason.DEVICE_STARTING);
        opens.countDown();
        awaitEnd();
        assertThat(opened).containsExactly(INTS, LONGS);
    }

    /** An overdue preparation is expected to take a quarter of its time. */
    @Test
    void overdueRequestsDoNotMakeSortsWait() throws Exception {
        use(200);
        assertThat(where(199, INTS)).isEqualTo(Reason.DEVICE_NOT_STARTED);
        assertThat(where(1, INTS)).isEqualTo(Reason.DEVICE_STARTING);
        opening.await();
        Thread.sleep(300);
        assertThat(where(51, INTS)).isEqualTo(Reason.DEVICE);
        assertThat(where(49, INTS)).isEqualTo(Reason.DEVICE_STARTING);
    }

    @Test
    void aDeviceThatStartsAtOnceIsNotPrepared() throws Exception {
        use(0);
        assertThat(where(0, INTS)).isEqualTo(Reason.DEVICE);
        assertThat(opened).isEmpty();
    }

    @Test
    void aFailureEndsAllRequests() throws Exception {
        failure = new IllegalStateException("planted");
        request(INTS);
        opening.await();
        request(LONGS);
        opens.countDown();
        awaitEnd();
        assertThat(opened).containsExactly(INTS);
        assertThat(failures).containsExactly(failure);
    }

    @Test
    void aClosedPreparationTakesNoRequests() throws Exception {
        failure = new IllegalStateException("planted");
        request(INTS);
        opening.await();
        request(LONGS);
        Thread closing = new Thread(() -> preparation.close(() -> {}));
        closing.start();
        while (where(1, INTS) != Reason.DEVICE) {
            Thread.onSpinWait();
        }
        opens.countDown();
        closing.join();
        assertThat(opened).containsExactly(INTS);
        assertThat(failures).as("after the end").isEmpty();
        assertThat(where(1, LONGS)).isEqualTo(Reason.DEVICE);
    }

    /** The sort that asked for the device runs on the host; a later one starts the thread. */
    @Test
    void aThreadThatDoesNotStartIsForgotten() throws Exception {
        AtomicInteger threads = new AtomicInteger();
        DevicePreparation failing = new DevicePreparation(opener, work -> new Thread(work) {
            @Override
            public void start() {
                if (threads.getAndIncrement() == 0) {
                    throw new OutOfMemoryError("planted: unable to create native thread");
                }
                super.start();
            }
        });
        double nanos = 1.9 * HOUR * MILLIS;
        assertThat(failing.where(nanos, List.of(INTS), null)).isEqualTo(Reason.DEVICE_NOT_STARTED);
        assertThat(threads).hasValue(0);
        assertThat(failing.where(nanos, List.of(INTS), null)).isEqualTo(Reason.DEVICE_NOT_STARTED);
        assertThat(threads).hasValue(1);
        assertThat(failing.where(nanos, List.of(INTS), null)).isEqualTo(Reason.DEVICE_STARTING);
        opening.await();
        opens.countDown();
        failing.close(() -> {});
        assertThat(opened).containsExactly(INTS);
    }

    /** Sorts of about the same length share a plan. */
    @Test
    void requestsAreRoundedUp() {
        assertThat(INTS.n()).isEqualTo(7 << 14);
        assertThat(new SortRequest(KeyType.INT32, Payload.NONE, 99_000)).isEqualTo(INTS);
        assertThat(new SortRequest(KeyType.INT32, Payload.NONE, INTS.n())).isEqualTo(INTS);
        assertThat(new SortRequest(KeyType.INT32, Payload.NONE, INTS.n() + 1)).isNotEqualTo(INTS);
    }
}
