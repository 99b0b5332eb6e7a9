<#-- The upsweep of GroupRadix32 and GroupRadix64. -->
    /**
     * Counts each block's keys by digit. Each work-item has 256 counters of 8 bits, packed four to a word in a private column.
     * Before the counters could overflow, all work-items sum the rows and clear the columns. Work-groups of {@link
     * #UPSWEEP_WORK_ITEMS}, one per block; local memory
     * ${wide?then("34,824 bytes, or 36,872 bytes when surveying", "34,816 bytes")}. Reads ${W / 8} bytes per key (when surveying,
     * left neighbours come from the cache).
<#if !wide>
     *
     * <p>The first upsweep can survey the keys in the same read. The digits of the first pass are then already counted, unless
     * the survey finds that the first pass is by another digit.
</#if>
     *
     * @param counts receives, at index {@code digit * blocks + block}, the number of the block's keys with that digit
     * @param words receives {@link SurveyWords#COUNT} words per block if surveying; otherwise not accessed
     * @param surveying 1 to survey the keys too; if 0 and {@link PassParameters#COUNTED} is set, the kernel does nothing
     * @param window the index in {@code p} of the digit's lowest bit, which its mask follows; a survey with an empty mask does not
     *     count
     */
    public static void upsweep(
            KernelContext context, ${Keys} keys, IntArray counts, IntArray words, IntArray p, int kind, int surveying,
            int window) {
<#if wide>
        long[] found = context.allocateLongLocalArray(surveying * 2 * UPSWEEP_WORK_ITEMS + 1);
</#if>
        int[] counters = context.allocateIntLocalArray(64 * UPSWEEP_WORK_ITEMS);
        int[] sums = context.allocateIntLocalArray(4 * UPSWEEP_WORK_ITEMS);
        int item = context.localIdx;
        int block = context.groupIdx;
        int blocks = p.get(PassParameters.BLOCKS);
        int shift = p.get(window);
        int mask = p.get(window + 1);
        ${key} flip = ${parameter("flip")};
        ${key} floats = p.get(PassParameters.FLOATS);
        int begin = PassParameters.alignedBegin(p, block);
        int counted = window == PassParameters.SHIFT ? p.get(PassParameters.COUNTED) : 0;
        int wanted = surveying != 0 ? 1 : 1 - counted;
        int end = begin + (PassParameters.alignedEnd(p, block) - begin) * wanted;
        ${key} bits = ${parameter("bits")};
        ${key} any = 0;
        ${key} all = -1;
        int descents = 0;
        // Two work-items sum a row of counters: row item / 2, and half of its columns each.
        int row = item >> 1;
        int half = row * UPSWEEP_WORK_ITEMS + (item & 1) * 64;
        // The work-items of a warp start at different columns, which spreads their reads over the memory banks.
        int column = (row & 15) + (item & 1) * 16;
        int sum0 = 0;
        int sum1 = 0;
        int sum2 = 0;
        int sum3 = 0;
        int done = begin;
        while (done < end) {
            // Clear the private columns of counters.
            for (int i = 0; i < 64; i++) {
                counters[i * UPSWEEP_WORK_ITEMS + item] = 0;
            }
            int stop = done + Math.min(end - done, UPSWEEP_KEYS * UPSWEEP_WORK_ITEMS);
            // Count keys in the private columns: first all loads, then all counting, then the remaining keys one by one. There is
            // a variable for each load, since PTX would place a private array in memory.
            int i = done + item;
            for (; i < stop - (UPSWEEP_LOADS - 1) * UPSWEEP_WORK_ITEMS; i += UPSWEEP_LOADS * UPSWEEP_WORK_ITEMS) {
<#list 0..<loads as k>
                ${key} k${k} = ordered(keys.get(i${steps(k, "UPSWEEP_WORK_ITEMS")}), kind, floats, flip);
</#list>
                if (surveying != 0) {
                    any = any<#list 0..<loads as k><#if k == 8>
                            </#if> | k${k}</#list>;
                    all = all<#list 0..<loads as k><#if k == 8>
                            </#if> & k${k}</#list>;
                    // A work-item that has found a descent looks for no more.
                    if (descents == 0) {
                        for (int k = 0; k < UPSWEEP_LOADS; k++) {
                            int at = i + k * UPSWEEP_WORK_ITEMS;
                            ${key} key = ordered(keys.get(at), kind, floats, flip);
                            ${key} left = ordered(keys.get(Math.max(at - 1, 0)), kind, floats, flip);
                            descents = descents | descent(left & bits, key & bits);
                        }
                    }
                }
                if (surveying == 0 || mask != 0) {
<#list 0..<loads as k>
                    int d${k} = ${toInt}(k${k} >>> shift) & mask;
</#list>
<#list 0..<loads as k>
                    counters[GroupDigits.row(d${k}) + item] += GroupDigits.one(d${k});
</#list>
                }
            }
            for (; i < stop; i += UPSWEEP_WORK_ITEMS) {
                ${key} key = ordered(keys.get(i), kind, floats, flip);
                if (surveying != 0) {
                    ${key} left = ordered(keys.get(Math.max(i - 1, 0)), kind, floats, flip);
                    any = any | key;
                    all = all & key;
                    descents = descents | descent(left & bits, key & bits);
                }
                int digit = ${toInt}(key >>> shift) & mask;
                counters[GroupDigits.row(digit) + item] += GroupDigits.one(digit);
            }
            context.localBarrier();
            // Sum the rows of counters over all work-items.
            int even = 0;
            int odd = 0;
            for (int k = 0; k < 64; k++) {
                int word = counters[half + ((k + column) & 63)];
                even = even + (word & 0x00ff00ff);
                odd = odd + ((word >> 8) & 0x00ff00ff);
            }
            sum0 = sum0 + (even & 65535);
            sum1 = sum1 + (odd & 65535);
            sum2 = sum2 + ((even >> 16) & 65535);
            sum3 = sum3 + ((odd >> 16) & 65535);
            context.localBarrier();
            done = stop;
        }
        // Store the counts: each digit is the sum of two halves of a row.
        sums[item * 4] = sum0;
        sums[item * 4 + 1] = sum1;
        sums[item * 4 + 2] = sum2;
        sums[item * 4 + 3] = sum3;
        context.localBarrier();
        for (int digit = item; digit < RADIX * wanted; digit += UPSWEEP_WORK_ITEMS) {
            int at = (digit / 4) * 8 + (digit & 3);
            counts.set(digit * blocks + block, sums[at] + sums[at + 4]);
        }
        if (surveying != 0) {
<#assign found = wide?then("found", "counters")>
            // Reduce the survey of the work-items in a tree,<#if !wide> in the memory of the counters,</#if> and store it.
            ${found}[item] = any;
            ${found}[UPSWEEP_WORK_ITEMS + item] = all;
            counters[<#if !wide>2 * UPSWEEP_WORK_ITEMS + </#if>item] = descents;
            for (int step = UPSWEEP_WORK_ITEMS / 2; step > 0; step = step / 2) {
                context.localBarrier();
                if (item < step) {
                    ${found}[item] = ${found}[item] | ${found}[item + step];
                    int other = UPSWEEP_WORK_ITEMS + item;
                    ${found}[other] = ${found}[other] & ${found}[other + step];
<#if wide>
                    counters[item] = counters[item] | counters[item + step];
<#else>
                    other = 2 * UPSWEEP_WORK_ITEMS + item;
                    counters[other] = counters[other] | counters[other + step];
</#if>
                }
            }
            if (item == 0) {
                words.set(block * SurveyWords.COUNT + SurveyWords.ANY, ${toInt}${found}[0]);
                words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, ${high("${found}[0]")});
                words.set(block * SurveyWords.COUNT + SurveyWords.ALL, ${toInt}${found}[UPSWEEP_WORK_ITEMS]);
                words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, ${high("${found}[UPSWEEP_WORK_ITEMS]")});
                words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, counters[<#if wide>0<#else>2 * UPSWEEP_WORK_ITEMS</#if>]);
            }
        }
    }
