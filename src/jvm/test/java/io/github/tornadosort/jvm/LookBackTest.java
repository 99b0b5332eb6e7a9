package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.EVERY_EXECUTION;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.FIRST_EXECUTION;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.jvm.Schedule;

/** Groups that wait for those before them, by words that hold all that is published: a prefix sum in one launch. */
class LookBackTest {
    private static final int GROUP = 8;
    private static final int GROUPS = 40;
    private static final int N = GROUP * GROUPS;

    /** Indices of parameters. */
    private static final int EPOCH = 0;

    private static final int LIMIT = 1;
    private static final int STUCK = 2;
    private static final int TIMES = 3;
    private static final int AWAITED = 4;

    /** Defects of the kernel. */
    private static final int NONE = 0;

    private static final int NO_ADDITION = 1;
    private static final int PUBLISHED_EARLY = 2;
    private static final int CORRECTED = 3;
    private static final int PAYLOAD_BESIDE = 4;
    private static final int EPOCH_OF_GROUP = 5;
    private static final int ADDITION_BY_ANOTHER = 6;
    private static final int COUNTED = 7;
    private static final int AHEAD = 8;

    private final IntArray in = new IntArray(N);
    private final IntArray out = new IntArray(N);
    private final LongArray state = new LongArray(GROUPS);
    private final IntArray payload = new IntArray(GROUPS);
    private final IntArray p = new IntArray(5);

    static void scan(
            KernelContext context, IntArray in, IntArray out, LongArray state, IntArray payload, IntArray p, int defect) {
        int[] sums = context.allocateIntLocalArray(GROUP + 1);
        int item = context.localIdx;
        int group = context.groupIdx;
        int epoch = p.get(EPOCH);
        int awaited = p.get(AWAITED);
        int limit = p.get(LIMIT);
        sums[item] = in.get(context.globalIdx); // race
        if (defect != PUBLISHED_EARLY) {
            context.localBarrier();
        }
        if (item == 0) {
            int sum = 0;
            for (int i = 0; i < GROUP; i++) {
                sum = sum + sums[i]; // race
                if (defect == CORRECTED && group > 1 && i == 3) {
                    state.set(group, word(epoch, 0, sum));
                }
            }
            int own = defect == EPOCH_OF_GROUP && group > 20 ? epoch + 1 : epoch;
            payload.set(group, sum); // race
            state.set(group, word(own, group == 0 ? 1 : 0, sum)); // fault
            int before = 0;
            int at = defect == AHEAD && group == 3 ? 4 : group - 1;
            int waiting = group > 0 ? 1 : 0;
            int tries = 0;
            while (waiting != 0 && tries < limit) {
                long word = state.get(at); // fault
                int high = (int) (word >> 32);
                if ((high >> 1) == awaited) {
                    before = before + (int) word;
                    if (defect == PAYLOAD_BESIDE) {
                        before = before + payload.get(at); // race
                    }
                    at = at - 1;
                    waiting = 1 - (high & 1);
                } else {
                    if (defect != NO_ADDITION && defect != ADDITION_BY_ANOTHER) {
                        context.atomicAdd(state, at, 0L);
                    }
                    tries = tries + 1;
                }
            }
            sums[GROUP] = before;
            if (waiting != 0) {
                context.atomicAdd(p, STUCK, 1);
            }
            if (group > 0) {
                for (int i = 0; i < p.get(TIMES); i++) {
                    state.set(group, word(epoch, 1, before + sum)); // fault
                }
            }
        }
        if (defect == ADDITION_BY_ANOTHER && item == 1) {
            context.atomicAdd(state, Math.max(group - 1, 0), 0L);
        }
        if (defect == COUNTED && item < 2) {
            context.atomicAdd(payload, group, 1); // race
        }
        context.localBarrier();
        int sum = sums[GROUP];
        for (int i = 0; i <= item; i++) {
            sum = sum + sums[i];
        }
        out.set(context.globalIdx, sum);
    }

    private static long word(int epoch, int kind, int sum) {
        return ((long) (2 * epoch + kind) << 32) | (sum & 0xffffffffL);
    }

    /** Scans once for each epoch, in one plan. Returns how many groups gave up. */
    private int run(TornadoDevice device, int defect, int... epochs) {
        p.set(LIMIT, 5_000);
        p.set(TIMES, Math.max(1, p.get(TIMES)));
        IntStream.range(0, N).forEach(i -> in.set(i, i * i));
        TaskGraph graph = new TaskGraph("g")
                .transferToDevice(FIRST_EXECUTION, in, out, state, payload)
                .transferToDevice(EVERY_EXECUTION, p)
                .task("t", LookBackTest::scan, new KernelContext(), in, out, state, payload, p, defect)
                .transferToHost(EVERY_EXECUTION, out, p);
        int stuck = 0;
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(device).withGridScheduler(new GridScheduler("g.t", Plans.grid(N, GROUP)));
            for (int epoch : epochs) {
                p.set(EPOCH, epoch);
                p.set(AWAITED, p.get(AWAITED) < 0 ? -p.get(AWAITED) : epoch);
                p.set(STUCK, 0);
                plan.execute();
                stuck += p.get(STUCK);
            }
        } catch (TornadoExecutionPlanException e) {
            throw new AssertionError(e);
        }
        return stuck;
    }

    private void assertScanned() {
        int sum = 0;
        for (int i = 0; i < N; i++) {
            sum += i * i;
            assertThat(out.get(i)).as("sum up to %s", i).isEqualTo(sum);
        }
    }

    private void assertFault(int defect, int[] epochs, String... parts) {
        PlantedDefects.assertFault(LookBackTest.class, "scan", () -> run(Plans.CHECKED, defect, epochs), parts);
    }

    private void assertRace(int defect, String... parts) {
        PlantedDefects.assertRace(LookBackTest.class, "scan", () -> run(Plans.CHECKED, defect, 1), parts);
    }

    @AfterEach
    void useTheDefaultSchedule() {
        System.clearProperty(Schedule.PROPERTY);
    }

    @Test
    void groupsOfOneLaunchLearnTheSumsOfThoseBefore() {
        int[] epochs = IntStream.rangeClosed(1, 300).toArray();

        assertThat(run(Plans.FAST, NONE, epochs)).isZero();

        assertScanned();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ordered", "1", "2", "3", "4", "5"})
    void theCheckedDeviceKnowsTheProtocol(String schedule) {
        System.setProperty(Schedule.PROPERTY, schedule);

        assertThat(run(Plans.CHECKED, NONE, 1, 2, 3)).isZero();

        assertScanned();
    }

    /** A group that waits long, for one that takes long: the waiting one uses few of its tries. */
    static void relay(KernelContext context, LongArray state, IntArray tries, int work) {
        int group = context.groupIdx;
        long busy = 1;
        for (int i = 0; i < work; i++) {
            busy = busy * 6364136223846793005L + 1;
        }
        long word = group == 0 ? 1L : 0L;
        int tried = 0;
        while (word == 0 && tried < 100) {
            context.atomicAdd(state, group - 1, 0L);
            word = state.get(group - 1);
            tried = tried + 1;
        }
        state.set(group, word == 0 ? 0 : word + 1 + (busy & 0));
        tries.set(group, tried);
    }

    @Test
    void aGroupThatWaitsLetsThoseBeforeItRun() {
        LongArray words = new LongArray(64);
        IntArray tries = new IntArray(64);
        TaskGraph graph = new TaskGraph("g")
                .transferToDevice(EVERY_EXECUTION, words)
                .task("t", LookBackTest::relay, new KernelContext(), words, tries, 2_000_000)
                .transferToHost(EVERY_EXECUTION, words, tries);

        Plans.run(Plans.FAST, graph, 64, 1);

        assertThat(words.get(63)).isEqualTo(65);
        List<Integer> used = new ArrayList<>();
        IntStream.range(0, 64).forEach(i -> used.add(tries.get(i)));
        assertThat(used).allMatch(tried -> tried <= 2);
    }

    @Test
    void aFailedGroupStopsThoseThatWaitForIt() {
        LongArray words = new LongArray(3);
        IntArray tries = new IntArray(64);
        TaskGraph graph = new TaskGraph("g")
                .transferToDevice(EVERY_EXECUTION, words)
                .task("t", LookBackTest::relay, new KernelContext(), words, tries, 1_000)
                .transferToHost(EVERY_EXECUTION, words, tries);

        assertThatThrownBy(() -> Plans.run(Plans.FAST, graph, 64, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Plain loads are served by the cache of a unit, so that the old word is there for ever. */
    @Test
    void aWaitWithoutTheAdditionSeesTheOldWordForEver() {
        assertFault(NO_ADDITION, new int[] {1}, "waits for state[", "by loads that may see the old word for ever");
        assertFault(NO_ADDITION, new int[] {1, 2}, "waits for state[", "by loads that may see the old word for ever");
    }

    @Test
    void anAdditionByAnotherWorkItemDoesNotHelp() {
        assertFault(ADDITION_BY_ANOTHER, new int[] {1}, "waits for state[0] by loads that may see the old word for ever");
    }

    @Test
    void aSumThatIsPublishedBeforeTheGroupHasMetIsARace() {
        assertRace(PUBLISHED_EARLY, "race: ", "with no localBarrier in between");
    }

    @Test
    void aSumThatIsPublishedBeforeItIsComplete() {
        assertFault(CORRECTED, new int[] {1},
                "publishes state[2] as a sum again; other groups may have used the earlier word");
    }

    @Test
    void aThirdPublication() {
        p.set(TIMES, 2);
        assertFault(NONE, new int[] {1}, "publishes state[1] for the third time");
    }

    @Test
    void theEpochOfAnEarlierExecution() {
        assertFault(NONE, new int[] {3, 3}, "publishes state[0] with epoch 3, which it has from an earlier launch");
    }

    @Test
    void twoEpochsInOneLaunch() {
        assertFault(EPOCH_OF_GROUP, new int[] {1},
                "publishes state[21] with epoch 2, but other words of the launch have epoch 1");
    }

    /** All groups but the first wait for words that nobody publishes, and give up. */
    @Test
    void anotherEpochThanIsAwaited() {
        p.set(AWAITED, -7);

        assertThat(run(Plans.CHECKED, NONE, 1)).isEqualTo(GROUPS - 1);
    }

    @Test
    void aWaitForALaterGroup() {
        assertFault(AHEAD, new int[] {1}, "race: writes state[4], which work-item 0 of group 3 ");
    }

    @Test
    void aPayloadBesideTheWordIsARace() {
        assertRace(PAYLOAD_BESIDE, "race: reads payload[", ", and groups are not ordered");
    }

    @Test
    void anAdditionRacesWithAnAccessThatIsNotAtomic() {
        assertRace(COUNTED, "race: ", "payload[", "adds to");
    }
}
