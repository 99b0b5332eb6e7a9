<#-- Phases of the downsweeps of GroupRadix32, GroupRadix64, GroupRadixKeys32 and GroupRadixPairs32. -->

<#-- The parameters. -->
<#macro parameters Keys="IntArray">
            KernelContext context,
            ${Keys} from,
            ${Keys} to,
            IntArray fromValues,
            IntArray toValues,
            IntArray counts,
            IntArray totals,
            IntArray p,
            int kind,
            int withValues,
            int workItems,
            int items,
            int itemsLog,
            int window) {
</#macro>

<#-- Local memory, where the tile is twice if a round moves its words from one half to the other; the parameters; the block. Nested:
     more parameters. -->
<#macro start twice key="int" flip="p.get(PassParameters.FLIP)">
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
<#if twice>
        int tileWords = workItems * items + workItems * items / 32;
        int[] tile = context.allocateIntLocalArray(2 * tileWords);
<#else>
        int[] tile = context.allocateIntLocalArray(workItems * items + workItems * items / 32);
</#if>
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(17);
        int[] lowFirst = context.allocateIntLocalArray(16);
        int[] nextIndex = context.allocateIntLocalArray(RADIX);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] first = context.allocateIntLocalArray(RADIX + RADIX / 16 + 1);
<#if twice>
        int[] loaded = new int[items];
</#if>
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int blocks = p.get(PassParameters.BLOCKS);
        int mask = p.get(window + 1);
        ${key} flip = ${flip};
        ${key} floats = p.get(PassParameters.FLOATS);
        int shift = p.get(window);
        int zero = p.get(PassParameters.ALWAYS_ZERO);
<#nested>
        int tileSize = workItems << itemsLog;
        int begin = PassParameters.alignedBegin(p, block);
        int end = PassParameters.alignedEnd(p, block);

</#macro>

<#-- The index in the result of the block's first key of each digit. -->
<#macro firstIndices>
        // Compute the first index of this block's keys of each digit: after all smaller digits, and after the previous blocks.
        for (int d = item; d < RADIX; d += workItems) {
            offset[d] = totals.get(d);
        }
        context.localBarrier();
        if (item < 16) {
            int rowSum = 0;
            for (int k = 0; k < 16; k++) {
                rowSum = rowSum + offset[item * 16 + k];
            }
            rowSums[item] = rowSum;
        }
        context.localBarrier();
        for (int j = item; j < RADIX; j += workItems) {
            int d = GroupDigits.own(j);
            int smaller = counts.get(d * blocks + block);
            for (int k = 0; k < d >> 4; k++) {
                smaller = smaller + rowSums[k];
            }
            for (int k = d & 0xf0; k < d; k++) {
                smaller = smaller + offset[k];
            }
            nextIndex[j] = smaller;
        }
        if (item == 0) {
            first[RADIX + RADIX / 16] = tileSize;
        }
</#macro>

<#-- What the work-item owns of the tile and of the counters; nested: more comment. -->
<#macro ownIndices>
        int row = item >> 4;
        int rows = workItems / 16;
        // Indices of a work-item's first words in the tile and the counters; others follow at constant steps.
<#nested>
        int blocked = (item << itemsLog) + ((item << itemsLog) >> 5);
        int striped = item + (item >> 5);
        int stripe = workItems + workItems / 32;
        int counter = item + (item >> 5);
        int counterRow = workItems + workItems / 8;
        int column = item * 8 % workItems;
        int raked = item * 8 / workItems * counterRow + column + (column >> 5);
        int prefetched = 0;
</#macro>

<#-- Counts the digits of the work-item's keys, which are in variables, half of them at a time. -->
<#macro countVariables keys>
                // Count the work-item's own keys, half of them at a time. Right shifts are signed and then masked, which all
                // backends compile alike.
<#list 0..<keys as k>
                int word${k} = tile[${plus("blocked", k)}];
</#list>
<#list 0..<keys as k>
                int digit${k} = ${digitOfWord("word${k}")};
</#list>
                long allButLast = <#list 0..<keys / 2 - 1 as k>(1L << (digit${k} * 4))<#sep>
                        + </#sep></#list>;
                long otherAllButLast = <#list keys / 2..<keys - 1 as k>(1L << (digit${k} * 4))<#sep>
                        + </#sep></#list>;
                // Store the counters digit-major, two digits to a word: row (digit & 7), half (digit / 8).
                for (int i = 0; i < 8; i++) {
                    long pair = ((allButLast >> (i * 4)) & 0x0000000f0000000fL)
                            + ((otherAllButLast >> (i * 4)) & 0x0000000f0000000fL);
                    counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                }
                int lastWord = counter + (digit${keys / 2 - 1} & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((digit${keys / 2 - 1} >> 3) << 4));
                lastWord = counter + (digit${keys - 1} & 7) * counterRow;
                counters[lastWord] = counters[lastWord] + (1 << ((digit${keys - 1} >> 3) << 4));
                context.localBarrier();
</#macro>

<#-- Replaces four sums by exclusive prefix sums, and adds them to a total. -->
<#macro fourSums of at total indent="">
<#list 0..3 as k>
                        ${indent}int sum${k} = ${of}[${plus(at, k)}];
</#list>
<#list 0..3 as k>
                        ${indent}${of}[${plus(at, k)}] = ${total}<#list 0..<k as i> + sum${i}</#list>;
</#list>
                        ${indent}${total} = ${total} + sum0 + sum1 + sum2 + sum3;
</#macro>

<#-- Replaces the counters by the rank of the first key that each of them counts. -->
<#macro scanCounters>
                // Exclusive prefix sum over all counters, digit by digit: each work-item adds up eight words, one work-item per
                // row adds up the 16 sums of its row, and a single work-item adds up the rows. They read four sums at a time.
                int sum = 0;
                for (int i = 0; i < 8; i++) {
                    sum = sum + counters[raked + i];
                }
                sums[item + row] = sum;
                context.localBarrier();
                if (item < 16) {
                    int rowSum = 0;
                    if (item < rows) {
                        for (int k = 0; k < 16; k += 4) {
<@fourSums of="sums" at="item * 17 + k" total="rowSum" indent="    "/>
                        }
                    }
                    rowSums[item] = rowSum;
                }
                context.localBarrier();
                if (item == 0) {
                    int all = 0;
                    for (int k = 0; k < 16; k += 4) {
<@fourSums of="rowSums" at="k" total="all"/>
                    }
                    // The digits in upper halves come after all digits in lower halves.
                    rowSums[16] = all << 16;
                }
                context.localBarrier();
                int before = sums[item + row] + rowSums[row] + rowSums[16];
                for (int i = 0; i < 8; i++) {
                    int word = counters[raked + i];
                    counters[raked + i] = before;
                    before = before + word;
                }
                context.localBarrier();
</#macro>

<#-- The first index of each digit in the tile, and from there in the result. -->
<#macro firstOfDigits half="">
                // Find the first index of each digit: of its lower half after round 0, of the whole digit after round 1.
                if (round == 0) {
                    if (item < 16) {
                        lowFirst[item] = GroupDigits.half(counters[(item & 7) * counterRow], item);
                    }
                } else {
                    // The tile is now sorted by the lower half of the digit. A digit's first index follows from the counters of
                    // the work-item that owns the first key with the same lower half, and from that work-item's earlier keys.
                    // The offset from an index in the tile to the index in the result follows in turn.
                    for (int j = item; j < RADIX; j += workItems) {
                        int low = j >> 4;
                        int high = j & 15;
                        int start = lowFirst[low];
                        int owner = Math.min(start, tileSize - 1) >> itemsLog;
                        int ownerBegin = (owner << itemsLog) + ((owner << itemsLog) >> 5);
                        int index = GroupDigits.half(counters[owner + (owner >> 5) + (high & 7) * counterRow], high);
                        int earlier = start - (owner << itemsLog);
                        for (int k = 0; k < earlier; k += 4) {
<#list 0..3 as k>
                            int d${k} = ${digitOfWord("tile[${half}${plus('ownerBegin + k', k)}]")};
</#list>
<#list 0..3 as k>
                            int equal${k} = d${k} == high ? 1 : 0;
</#list>
                            index = index + equal0 + (k + 1 < earlier ? equal1 : 0) + (k + 2 < earlier ? equal2 : 0)
                                    + (k + 3 < earlier ? equal3 : 0);
                        }
                        first[high * 17 + low] = index;
                        offset[GroupDigits.own(j)] = nextIndex[j] - index;
                    }
                }
</#macro>

<#-- A key's rank: advances the work-item's counter of its digit. -->
<#macro rank k>
                int at${k} = counter + (digit${k} & 7) * counterRow;
                int count${k} = counters[at${k}];
                counters[at${k}] = count${k} + (1 << ((digit${k} >> 3) << 4));
                int rank${k} = GroupDigits.half(count${k}, digit${k});
</#macro>

<#-- Advances each digit's index in the result, after a tile. -->
<#macro advance>
            // Advance each digit's index in the result.
            for (int j = item; j < RADIX; j += workItems) {
                int d = GroupDigits.own(j);
                nextIndex[j] = nextIndex[j] + first[GroupDigits.padded(d + 1)] - first[GroupDigits.padded(d)];
            }
</#macro>
