package uk.ac.manchester.tornado.jvm;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The order in which the checked device runs what a real device runs in any order: the groups of a launch, the work-items
 * of a group between barriers, and the iterations of a parallel loop. The system property {@code tornado.jvm.schedule} has
 * one of these values:
 *
 * <ul>
 *   <li>{@code ordered}, the default: in the order of their indices;
 *   <li>{@code random}: in a new order for each launch; the message of a fault contains the seed;
 *   <li>a number: in the order of that seed, which is always the same for a task.
 * </ul>
 */
public final class Schedule {
    /** The name of the system property. It is read at each launch. */
    public static final String PROPERTY = "tornado.jvm.schedule";

    private static final String ORDERED = "ordered";
    private static final String RANDOM = "random";

    private final Long seed;
    private final SplittableRandom random;

    private Schedule(Long seed, String task) {
        this.seed = seed;
        this.random = seed == null ? null : new SplittableRandom(seed + task.hashCode());
    }

    /**
     * Returns the schedule that the system property specifies.
     *
     * @throws IllegalArgumentException if the value of the property is invalid
     */
    static Schedule fromProperty(String task) {
        String value = System.getProperty(PROPERTY, ORDERED);
        return switch (value) {
            case ORDERED -> new Schedule(null, task);
            case RANDOM -> new Schedule((long) ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE), task);
            default -> new Schedule(seed(value), task);
        };
    }

    private static long seed(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "-D" + PROPERTY + "=" + value + ": must be " + ORDERED + ", " + RANDOM + " or a seed", e);
        }
    }

    /** Returns the numbers from 0 to {@code count - 1} in the order in which to run. */
    int[] order(int count) {
        int[] order = IntStream.range(0, count).toArray();
        if (random != null) {
            for (int i = count - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int moved = order[i];
                order[i] = order[other];
                order[other] = moved;
            }
        }
        return order;
    }

    /** Returns one of the numbers from the first to the last: the first one, or any of them. */
    int pick(int first, int last) {
        return random == null ? first : random.nextInt(first, last + 1);
    }

    /** Returns how to run in this order again, for the end of a message. */
    String replay() {
        return seed == null ? "" : " (replay this schedule with -D" + PROPERTY + "=" + seed + ")";
    }
}
