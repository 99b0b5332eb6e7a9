package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Decoupled look-back (Merrill and Garland 2016), by which each group of one launch learns the sum of all groups before it. A
 * group publishes one 64-bit word: first with the sum of its own tile, and then, when it knows what comes before, with the sum
 * of all tiles up to its own, the prefix. The upper int is {@code 2 * epoch + kind}, the lower int the sum. Each execution has
 * an epoch of its own, so that words of earlier executions are recognized, and need not be cleared. A word holds all that is
 * published, so that no fence is needed.
 *
 * <p>There are {@code words} words of {@code state} for each tile, one for each sum; {@code word} is the index of one among
 * those of its tile. A sum of 64 bits has two, the upper half first. All words are 0 before the first execution.
 */
public final class LookBack {
    /** The word has the sum of one tile. */
    public static final int SUM = 0;

    /** The word has the sum of all tiles up to its own. */
    public static final int PREFIX = 1;

    /** Indices in the parameters of stages: the epoch, and the number of work-items that gave up. Lengths follow. */
    public static final int EPOCH = 0;

    public static final int STUCK = 1;
    public static final int LENGTHS = 2;

    /** Epochs are numbers from 1 up to this: the upper int of a word is then never negative, and not that of a zeroed word. */
    public static final int LAST_EPOCH = (1 << 30) - 1;

    /**
     * How often a work-item asks for a word that is not there, before it gives up. A question takes about a microsecond on a
     * GPU, and a tile some ten.
     */
    public static final int LIMIT = 200_000;

    private LookBack() {}

    /**
     * Publishes a sum as soon as it is complete.
     *
     * @param at index of the word
     * @param kind {@link #SUM} or {@link #PREFIX}; tile 0 has nothing before it, so that its sum is a prefix
     */
    static void publish(LongArray state, int at, int epoch, int kind, int sum) {
        state.set(at, ((long) (2 * epoch + kind) << 32) | (sum & 0xffffffffL));
    }

    /** Publishes a sum of 64 bits. */
    static void publish(LongArray state, int at, int epoch, int kind, long sum) {
        publish(state, at, epoch, kind, (int) (sum >> 32));
        publish(state, at + 1, epoch, kind, (int) sum);
    }
<#-- Eight loads are faster where one work-item looks back, four where all of a group do. -->
<#list [["before", "int", 8], ["beforeOfMany", "int", 4], ["before", "long", 4]] as method>
<#assign name = method[0] type = method[1] loads = method[2] wide = (type == "long")>

    /**
     * Adds up the tiles before one, from the nearest back to the first that has a prefix. Loads the words of
     * ${(loads == 8)?then("eight", "four")} tiles a step. A plain load may find an old word for ever, since it is served by the
     * cache of the unit. So a work-item that made no step adds 0 to the word: atomics work in the memory that all units share,
     * and drop the unit's copy, so that the load after it, by the same work-item, is fresh. A work-item that gives up raises a
     * flag, and goes on with the sum that it has, as if that were right: it still publishes its prefix, so that no group after
     * it waits in vain, and the execution ends soon. A sum of counts is then too small, so that indices stay in range. The host
     * sees the flag, and discards the result.
     *
     * @param limit {@link #LIMIT}, or less in tests
     * @param sums 0 to find the largest number instead of a sum
     * @param none what changes no sum
     * @param flags receives, at {@code stuck}, the number of work-items that gave up
     */
    static ${type} ${name}(
            KernelContext context, LongArray state, int tile, int words, int word, int epoch, int limit, int sums, ${type} none,
            IntArray flags, int stuck) {
        ${type} sum = none;
        int at = tile - 1;
        int waiting = tile > 0 ? 1 : 0;
        int tries = 0;
        while (waiting != 0 && tries < limit) {
<#list 0..<loads as k>
            long word${k} = state.get(Math.max(at - ${k}, 0) * words + word);
<#if wide>
            long low${k} = state.get(Math.max(at - ${k}, 0) * words + word + 1);
</#if>
</#list>
            int from = at;
            int here = 1;
<#list 0..<loads as k>
            int high${k} = (int) (word${k} >> 32);
            here = (high${k} >> 1) == epoch ? here : 0;
<#if wide>
            // Both halves must be of the same kind.
            here = (int) (low${k} >> 32) == high${k} ? here : 0;
</#if>
            ${type} sum${k} = here != 0 ? ${wide?then("(word${k} << 32) | (low${k} & 0xffffffffL)", "(int) word${k}")} : none;
            sum = StageOperator.of(sum, sum${k}, sums);
            at = at - here;
            waiting = here != 0 ? 1 - (high${k} & 1) : waiting;
<#if k < loads - 1>
            here = here & waiting;
</#if>
</#list>
            if (waiting != 0 && at == from) {
                context.atomicAdd(state, at * words + word, 0L);
<#if wide>
                context.atomicAdd(state, at * words + word + 1, 0L);
</#if>
                tries = tries + 1;
            }
        }
        if (waiting != 0) {
            context.atomicAdd(flags, stuck, 1);
        }
        return sum;
    }
</#list>
}
