import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.stage.SortStage;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Broad-phase collision detection by sweep and prune (Ha, Krüger and Silva 2009, §6). Boxes move in a cube and slow down. Each
 * frame runs on the device: the ends of the boxes on the x axis are sorted, with the number of the box and a bit for the right
 * end. A sweep from each left end to the matching right end finds all boxes that overlap on x. Boxes that also overlap on y and
 * z are pairs. The ends start in the order of the previous frame, so they are nearly sorted. Once their order no longer
 * changes, the order check of the sort skips all passes.
 *
 * <p>{@code scripts/tornado-sort run examples/Collisions.java [boxes [frames [picture.png]]]}
 */
public final class Collisions {
    /** The edge length of the cube. Coordinates are integers. */
    private static final int ROOM = 1 << 20;
    /** The maximum number of boxes for which the pairs are verified by comparing all boxes with each other. */
    private static final int MAX_VERIFIED = 10_000;
    /** Indices of the parameters: half the edge length of a box, and whether to list pairs or only count them. */
    private static final int HALF = 0;
    private static final int LIST = 1;

    private Collisions() {}

    /** Moves all coordinates. Boxes bounce off the walls, and friction slows them down. */
    public static void move(IntArray positions, IntArray velocities) {
        for (@Parallel int i = 0; i < positions.getSize(); i++) {
            int velocity = velocities.get(i);
            int at = positions.get(i) + velocity;
            if (at < 0) {
                at = -at;
                velocity = -velocity;
            }
            if (at > ROOM) {
                at = 2 * ROOM - at;
                velocity = -velocity;
            }
            positions.set(i, at);
            // TornadoVM 5.2.0 rounds negative numbers wrongly on OpenCL when it divides them by a power of two.
            int speed = Math.max(velocity, -velocity);
            int slower = speed - speed / 4 - Math.min(1, speed);
            velocities.set(i, velocity < 0 ? -slower : slower);
        }
    }

    /**
     * Computes the keys of the ends on the x axis, in the order of {@code ends}. An end is twice the number of its box, plus 1
     * for the right end. A key is twice the coordinate, plus the same bit, so that touching boxes overlap.
     */
    public static void extents(IntArray positions, IntArray ends, IntArray keys, IntArray p) {
        for (@Parallel int e = 0; e < ends.getSize(); e++) {
            int box = ends.get(e) / 2;
            int right = ends.get(e) & 1;
            keys.set(e, 2 * (positions.get(3 * box) + (2 * right - 1) * p.get(HALF)) + right);
        }
    }

    /** Counts or lists, for each left end in sorted order, the pairs in which its box is the left one. */
    public static void sweep(IntArray ends, IntArray positions, IntArray counts, IntArray pairs, IntArray p) {
        for (@Parallel int e = 0; e < ends.getSize(); e++) {
            int end = ends.get(e);
            int reach = 2 * p.get(HALF);
            int list = p.get(LIST);
            int found = 0;
            if ((end & 1) == 0) {
                int box = end / 2;
                for (int k = e + 1; ends.get(k) != end + 1; k++) {
                    int other = ends.get(k) / 2;
                    // TornadoVM 5.2.0 does not support Math.abs of ints.
                    int dy = positions.get(3 * box + 1) - positions.get(3 * other + 1);
                    int dz = positions.get(3 * box + 2) - positions.get(3 * other + 2);
                    int distance = Math.max(Math.max(dy, -dy), Math.max(dz, -dz));
                    if ((ends.get(k) & 1) == 0 && distance <= reach) {
                        if (list != 0) {
                            pairs.set(2 * (counts.get(e) + found), Math.min(box, other));
                            pairs.set(2 * (counts.get(e) + found) + 1, Math.max(box, other));
                        }
                        found++;
                    }
                }
            }
            if (list == 0) {
                counts.set(e, found);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int boxes = args.length > 0 ? Integer.parseInt(args[0]) : 4096;
        int frames = args.length > 1 ? Integer.parseInt(args[1]) : 40;
        File picture = new File(args.length > 2 ? args[2] : "collisions.png");
        int half = (int) (ROOM / Math.cbrt(boxes) / 6);

        IntArray positions = new IntArray(3 * boxes);
        IntArray velocities = new IntArray(3 * boxes);
        IntArray keys = new IntArray(2 * boxes);
        IntArray ends = new IntArray(2 * boxes);
        IntArray counts = new IntArray(2 * boxes);
        IntArray pairs = new IntArray(2 * 16 * boxes);
        IntArray p = IntArray.fromElements(half, 0);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 3 * boxes; i++) {
            positions.set(i, random.nextInt(ROOM));
            velocities.set(i, random.nextInt(-ROOM / 64, ROOM / 64));
        }
        for (int e = 0; e < 2 * boxes; e++) {
            ends.set(e, e);
        }

        TaskGraph moving = new TaskGraph("moving")
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, positions, velocities, ends, keys)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, p)
                .task("move", Collisions::move, positions, velocities)
                .task("extents", Collisions::extents, positions, ends, keys, p)
                .persistOnDevice(positions, velocities, keys, ends)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, positions);
        try (SortStage sort = SortStage.builder("sort").after("moving")
                .keys(keys, KeyType.INT32)
                .values(ends)
                .build()) {
            // A graph passes arrays only to the next graph. The sort does not use the positions: copy them from the host.
            TaskGraph sweeping = new TaskGraph("sweeping")
                    .consumeFromDevice(sort.lastGraph(), ends)
                    .transferToDevice(DataTransferMode.EVERY_EXECUTION, positions, counts, p)
                    .transferToDevice(DataTransferMode.FIRST_EXECUTION, pairs)
                    .task("sweep", Collisions::sweep, ends, positions, counts, pairs, p)
                    .persistOnDevice(ends)
                    .transferToHost(DataTransferMode.EVERY_EXECUTION, counts)
                    .transferToHost(DataTransferMode.UNDER_DEMAND, pairs);

            ImmutableTaskGraph[] graphs = sort.between(moving.snapshot(), sweeping.snapshot());
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
                sort.scheduleOn(plan, new GridScheduler());
                int last = graphs.length - 1;
                for (int frame = 0; frame < frames; frame++) {
                    plan.withGraph(0).execute();
                    sort.run(2 * boxes);
                    SortStats stats = sort.stats();
                    p.set(LIST, 0);
                    plan.withGraph(last).execute();
                    int found = scan(counts);
                    require(2 * found <= pairs.getSize(), found + " pairs do not fit in the buffer");
                    p.set(LIST, 1);
                    TornadoExecutionResult listed = plan.withGraph(last).execute();
                    if (found > 0) {
                        listed.transferToHost(new DataRange(pairs).withOffset(0).withSize(2L * found));
                    }
                    boolean shown = frame % 4 == 0 || frame == frames - 1;
                    String proof = shown && boxes <= MAX_VERIFIED ? verify(positions, pairs, found, half) : "";
                    if (shown) {
                        System.out.printf("frame %3d: %d pairs%s; the sort took %d passes, %.2f ms%n",
                                frame, found, proof, stats.passesIssued(), stats.kernelNanos() / 1e6);
                    }
                    if (frame == frames - 1) {
                        draw(positions, pairs, found, half, picture);
                        System.out
                                .println("the last frame, viewed along z, is in " + picture + "; colliding boxes are red");
                    }
                }
            }
        }
    }

    /** Replaces counts by their exclusive prefix sums, and returns their total. */
    private static int scan(IntArray counts) {
        int sum = 0;
        for (int i = 0; i < counts.getSize(); i++) {
            int count = counts.get(i);
            counts.set(i, sum);
            sum += count;
        }
        return sum;
    }

    /** Compares all boxes with each other, and checks that the result is the given pairs. */
    private static String verify(IntArray positions, IntArray pairs, int found, int half) {
        long[] expected = new long[0];
        int count = 0;
        int boxes = positions.getSize() / 3;
        for (int i = 0; i < boxes; i++) {
            for (int j = i + 1; j < boxes; j++) {
                boolean apart = false;
                for (int axis = 0; axis < 3; axis++) {
                    apart |= Math.abs(positions.get(3 * i + axis) - positions.get(3 * j + axis)) > 2 * half;
                }
                if (!apart) {
                    if (count == expected.length) {
                        expected = Arrays.copyOf(expected, 2 * count + 16);
                    }
                    expected[count++] = (long) i << 32 | j;
                }
            }
        }
        long[] actual = new long[found];
        for (int i = 0; i < found; i++) {
            actual[i] = (long) pairs.get(2 * i) << 32 | pairs.get(2 * i + 1);
        }
        Arrays.sort(actual);
        require(Arrays.equals(actual, Arrays.copyOf(expected, count)), "found " + found + " pairs, not the " + count
                + " that comparing each box with each finds");
        return ", verified by comparing all boxes";
    }

    private static void draw(IntArray positions, IntArray pairs, int found, int half, File file) throws Exception {
        int size = 900;
        boolean[] collides = new boolean[positions.getSize() / 3];
        for (int i = 0; i < 2 * found; i++) {
            collides[pairs.get(i)] = true;
        }
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, size, size);
        double scale = (double) size / (ROOM + 2 * half);
        int edge = (int) Math.max(2, 2 * half * scale);
        for (int box = 0; box < collides.length; box++) {
            graphics.setColor(collides[box] ? new Color(200, 0, 0, 160) : new Color(90, 90, 90, 60));
            graphics.drawRect(
                    (int) (positions.get(3 * box) * scale), (int) (positions.get(3 * box + 1) * scale), edge, edge);
        }
        graphics.dispose();
        ImageIO.write(image, "png", file);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
