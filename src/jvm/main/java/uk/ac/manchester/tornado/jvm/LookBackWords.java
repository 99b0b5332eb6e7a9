package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The words of an array of longs by which the groups of a launch tell each other sums: a decoupled look-back. Each group publishes a word
 * twice at most: first the sum of its tile, then the sum of all tiles up to its own. The upper int of a word is twice the epoch of the
 * execution, plus 1 in the second case; the lower int is the sum. Other groups may load the word at any time.
 *
 * <p>Such a load sees any version of the word, from the one before the launch to the last. A work-item that loads it again sees the same
 * version, for ever, as if it were in the cache of a unit. Only if the work-item itself has added 0 to the word, its next load sees a later
 * version, if not at once. Which version it is depends on the {@link Schedule}.
 *
 * <p>A launch does not say which of its arrays have such words. They are known as soon as a work-item adds 0 to an element. Until then a load
 * of another group's element sees the old version, and is a race unless that happens.
 */
final class LookBackWords {
    /** A work-item that loads an old word so often without an addition in between would wait for ever. */
    private static final int MOST_OLD_LOADS = 1_000;

    /** After more additions than these, the next load sees the last version. */
    private static final int MOST_ADDITIONS = 2;
    /** A word is published twice at most. */
    private static final int MOST_VERSIONS = 2;

    private static final long NONE = Long.MIN_VALUE;

    private final CheckedArray array;
    private final long[] before;
    private final long[] first;
    private final byte[] versions;
    /** Whether elements had a value before the launch. */
    private final boolean[] initialized;
    private final Map<Long, View> views = new HashMap<>();
    private EpochClock clock;
    private Schedule schedule;
    private int group;
    /** That of the words of this launch. */
    private long epoch;
    /** Whether the array is known to have such words. */
    private boolean known;

    /** A load that is a race unless the array turns out to have such words. */
    private AccessFault race;

    /** What a work-item has seen of a word. */
    private static final class View {
        /** The number of the version that it sees; 0 is the word before the launch. */
        int version;
        int additions;
        /** Loads that did not see the last version. */
        int oldLoads;
        /** Whether the next load may see a later version. */
        boolean fresh = true;
    }

    LookBackWords(CheckedArray array) {
        this.array = array;
        this.before = new long[array.size()];
        this.first = new long[array.size()];
        this.versions = new byte[array.size()];
        this.initialized = new boolean[array.size()];
    }

    void begin(EpochClock launchClock, Schedule launchSchedule) {
        clock = launchClock;
        schedule = launchSchedule;
        epoch = NONE;
        Arrays.fill(versions, (byte) 0);
        views.clear();
        race = null;
    }

    /** Returns the race that a load is, and that is not known to be a look-back, or null. */
    AccessFault race() {
        return known ? null : race;
    }

    /** The current work-item adds 0 to a word. */
    void add(int index) {
        known = true;
        View view = view(index);
        view.fresh = true;
        view.oldLoads = 0;
        view.additions++;
    }

    /** Records a word that is about to be stored in the array. */
    void store(int index, long word, int location) {
        if (versions[index] == 0) {
            before[index] = array.bits(index);
            initialized[index] = array.isInitialized(index);
        } else {
            first[index] = versions[index] == 1 ? array.bits(index) : first[index];
        }
        if (known) {
            require(index, word, location);
        }
        versions[index] = (byte) Math.min(versions[index] + 1, MOST_VERSIONS + 1);
    }

    private void require(int index, long word, int location) {
        long of = array.bits(index);
        if (versions[index] == MOST_VERSIONS) {
            throw fault(index, location, "publishes",
                    "for the third time; a word is published twice at most, with the sum of a tile"
                            + " and with the sum of all tiles up to it");
        }
        if (versions[index] == 0 && array.isInitialized(index) && epoch(of) == epoch(word)) {
            throw fault(index, location, "publishes", "with epoch " + epoch(word)
                    + ", which it has from an earlier launch; other groups would take the old word for the new one");
        }
        if (epoch == NONE) {
            epoch = epoch(word);
        }
        if (epoch(word) != epoch) {
            throw fault(index, location, "publishes",
                    "with epoch " + epoch(word) + ", but other words of the launch have epoch " + epoch);
        }
        if (versions[index] == 1 && (isPrefix(of) || !isPrefix(word))) {
            throw fault(index, location, "publishes", (isPrefix(of) ? "after its prefix" : "as a sum again")
                    + "; other groups may have used the earlier word");
        }
    }

    private static long epoch(long word) {
        return word >> 33;
    }

    private static boolean isPrefix(long word) {
        return (word >> 32 & 1) != 0;
    }

    private AccessFault fault(int index, int location, String verb, String problem) {
        return new AccessFault(array, location, verb + " %s[" + index + "] " + problem);
    }

    /**
     * Returns the word that the current work-item sees if it loads one that another group has published in this launch.
     *
     * @param unordered the fault that this is in other arrays
     */
    long load(int index, int location, AccessFault unordered) {
        if (!known && race == null) {
            race = unordered;
        }
        View view = view(index);
        int last = Math.min(versions[index], MOST_VERSIONS);
        if (view.fresh && known) {
            view.fresh = false;
            int oldest = Math.max(view.version, Math.min(last, view.additions - 1));
            view.version = view.additions > MOST_ADDITIONS ? last : schedule.pick(Math.max(0, oldest), last);
        }
        if (view.version < last && ++view.oldLoads > MOST_OLD_LOADS) {
            throw fault(index, location, "waits for",
                    "by loads that may see the old word for ever; the same work-item must add 0 to it with atomicAdd before each");
        }
        if (view.version == 0 && !initialized[index]) {
            throw AccessFault.uninitializedRead(array, index, location);
        }
        return view.version == 0 ? before[index] : view.version == last ? array.bits(index) : first[index];
    }

    private View view(int index) {
        if (group != clock.groupsBegun()) {
            group = clock.groupsBegun();
            views.clear();
        }
        return views.computeIfAbsent((long) clock.item() << 32 | index, _ -> new View());
    }
}
