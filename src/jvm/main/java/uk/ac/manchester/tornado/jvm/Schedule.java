package uk.ac.manchester.tornado.jvm;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * In which order the checked device runs what a real one runs in no order: the groups of a launch, the work-items of a
 * group from barrier to barrier, the iterations of a parallel loop. {@code -Dtornado.jvm.schedule} says it:
 *
 * <ul>
 *   <li>{@code ordered}, or nothing: by their indices;
 *   <li>{@code random}: another order each launch, whose seed a fault's message tells;
 *   <li>a number: the order of that seed, the same each time for a task.
 * </ul>
 */
public final class Schedule {

    /** The system property; read at each launch. */
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
     * The schedule that the property asks for.
     *
     * @throws IllegalArgumentException if its value is none
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

    /** The numbers below {@code count}, in the order in which to run what they stand for. */
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

    /** How to run in this order again, for the end of a message. */
    String replay() {
        return seed == null ? "" : " (replay this schedule with -D" + PROPERTY + "=" + seed + ")";
    }
}
