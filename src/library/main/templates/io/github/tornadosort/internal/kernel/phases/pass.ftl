<#-- Phases of the passes of GroupPassKeys32 and GroupPassPairsW. -->

<#-- The parameters. -->
<#macro parameters Keys="IntArray">
            KernelContext context,
            ${Keys} from,
            ${Keys} to,
            IntArray fromValues,
            IntArray toValues,
            IntArray totals,
            LongArray state,
            IntArray p,
            int kind,
            int withValues,
            int workItems,
            int number) {
</#macro>

<#-- Local memory, the parameters, the tile, and what the work-item owns of it and of the counters. Nested: more parameters. -->
<#macro start items key="int" flip="p.get(PassParameters.FLIP)">
        // A word of padding after every 32 avoids bank conflicts, both for striped and for blocked accesses.
        int tileWords = ${items} * workItems + ${items} * workItems / 32;
        int[] tile = context.allocateIntLocalArray(tileWords);
        int[] counters = context.allocateIntLocalArray(workItems * 9);
        int[] sums = context.allocateIntLocalArray(workItems + workItems / 16);
        int[] rowSums = context.allocateIntLocalArray(17);
        int[] lowFirst = context.allocateIntLocalArray(16);
        int[] first = context.allocateIntLocalArray(RADIX + RADIX / 16 + 1);
        int[] offset = context.allocateIntLocalArray(RADIX);
        int[] smaller = context.allocateIntLocalArray(RADIX);
        int[] smallerRows = context.allocateIntLocalArray(16);
        int item = context.localIdx;
        int group = context.groupIdx + p.get(PassParameters.FIRST_TILE);
        // Nothing is moved if a group has given up, in this pass or in one before it.
        int n = p.get(PassParameters.STUCK) + p.get(PassParameters.STUCK + 1) == 0 ? p.get(PassParameters.N) : 0;
        int digitIndex = p.get(PassParameters.DIGITS + number);
        int shift = p.get(PassParameters.WINDOWS + 2 * digitIndex);
        int mask = p.get(PassParameters.WINDOWS + 2 * digitIndex + 1);
        int epoch = p.get(PassParameters.EPOCH) + number;
        ${key} flip = ${flip};
<#nested>
        int tileSize = ${items} * workItems;
        int tileBegin = group * tileSize;
        int valid = Math.min(tileSize, n - tileBegin);
        // Indices of a work-item's first words in the tile and the counters; others follow at constant steps.
        int row = item >> 4;
        int rows = workItems / 16;
        int blocked = item * ${items} + (item * ${items} >> 5);
        int striped = item + (item >> 5);
        int stripe = workItems + workItems / 32;
        int counter = item + (item >> 5);
        int counterRow = workItems + workItems / 8;
        int column = item * 8 % workItems;
        int raked = item * 8 / workItems * counterRow + column + (column >> 5);
        if (item == 0) {
            first[RADIX + RADIX / 16] = tileSize;
        }
        // The first group adds the number of keys with smaller digits to what it publishes, so that no other group needs it.
        if (group == 0) {
            for (int d = item; d < RADIX; d += workItems) {
                smaller[d] = totals.get(digitIndex * RADIX + d);
            }
        }
</#macro>

<#-- Sums of the totals, in rows of 16, of which the first group makes prefix sums later. -->
<#macro smallerRows>
        if (group == 0 && item < 16) {
            int rowSum = 0;
            for (int k = 0; k < 16; k++) {
                rowSum = rowSum + smaller[item * 16 + k];
            }
            smallerRows[item] = rowSum;
        }
</#macro>

<#-- Counts the digits of the work-item's keys, which are in variables, 16 of them at a time. -->
<#macro countVariables keys>
            // Count the work-item's own keys, 16 of them at a time. Sixteen keys of one digit would overflow its 4 bits, so the
            // last one is counted apart. Right shifts are signed and then masked, which all backends compile alike.
<#list 0..<keys as k>
            int word${k} = tile[${plus("blocked", k)}];
</#list>
<#list 0..<keys as k>
            int digit${k} = ${digitOfWord("word${k}")};
</#list>
<#list 0..<keys / 16 as half>
            long allButLast${half} = <#list 16 * half..<16 * half + 15 as k>(1L << (digit${k} * 4))<#sep>
                    + </#sep></#list>;
</#list>
            // Store the counters digit-major, two digits to a word: row (digit & 7), half (digit / 8).
            for (int i = 0; i < 8; i++) {
                long pair = <#list 0..<keys / 16 as half>((allButLast${half} >> (i * 4)) & 0x0000000f0000000fL)<#sep>
                        + </#sep></#list>;
                counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
            }
<#list 0..<keys / 16 as half>
            int last${half} = counter + (digit${16 * half + 15} & 7) * counterRow;
            counters[last${half}] = counters[last${half}] + (1 << ((digit${16 * half + 15} >> 3) << 4));
</#list>
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
            // Exclusive prefix sum over all counters, digit by digit: each work-item adds up eight words, one work-item per row
            // adds up the 16 sums of its row, and a single work-item adds up the rows. They read four sums at a time.
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
            int rank = sums[item + row] + rowSums[row] + rowSums[16];
            for (int i = 0; i < 8; i++) {
                int word = counters[raked + i];
                counters[raked + i] = rank;
                rank = rank + word;
            }
            context.localBarrier();
</#macro>

<#-- The first index of each digit in the tile. -->
<#macro firstOfDigits items>
            // Find the first index of each digit: of its lower half after round 0, of the whole digit after round 1.
            if (round == 0) {
                if (item < 16) {
                    lowFirst[item] = GroupDigits.half(counters[(item & 7) * counterRow], item);
                }
            } else {
                // The tile is now sorted by the lower half of the digit. A digit's first index follows from the counters of the
                // work-item that owns the first key with the same lower half, and from that work-item's earlier keys.
                for (int j = item; j < RADIX; j += workItems) {
                    int low = j >> 4;
                    int high = j & 15;
                    int start = lowFirst[low];
                    int owner = Math.min(start, tileSize - 1) >> ${(items == 32)?then(5, 4)};
                    int ownerBegin = owner * ${items} + (owner * ${items} >> 5);
                    int index = GroupDigits.half(counters[owner + (owner >> 5) + (high & 7) * counterRow], high);
                    int earlier = start - owner * ${items};
                    for (int k = 0; k < earlier; k += 4) {
<#list 0..3 as k>
                        int d${k} = ${digitOfWord("tile[${plus('ownerBegin + k', k)}]")};
</#list>
<#list 0..3 as k>
                        int equal${k} = d${k} == high ? 1 : 0;
</#list>
                        index = index + equal0 + (k + 1 < earlier ? equal1 : 0) + (k + 2 < earlier ? equal2 : 0)
                                + (k + 3 < earlier ? equal3 : 0);
                    }
                    first[high * 17 + low] = index;
                }
            }
            context.localBarrier();
</#macro>

<#-- Publishes the number of keys of each digit, after the first indices are known. Padding is after all keys of the tile. -->
<#macro publishCounts>
            if (round == 1) {
                // The counts of the tile are complete: tell the groups after this one.
                for (int d = item; d < RADIX; d += workItems) {
                    int count = Math.min(first[GroupDigits.padded(d + 1)], valid) - Math.min(first[GroupDigits.padded(d)], valid);
                    if (group == 0) {
                        for (int k = 0; k < d >> 4; k++) {
                            count = count + smallerRows[k];
                        }
                        for (int k = d & 0xf0; k < d; k++) {
                            count = count + smaller[k];
                        }
                    }
                    offset[d] = count;
                    LookBack.publish(state, group * RADIX + d, epoch, group == 0 ? LookBack.PREFIX : LookBack.SUM, count);
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

<#-- The offset from an index in the tile to the index in the result, for each digit. A barrier follows. -->
<#macro findOffsets>
        // Add up the counts of the groups before this one, and find the offset from an index in the tile to that in the result.
        int limit = p.get(PassParameters.LIMIT);
        for (int d = item; d < RADIX; d += workItems) {
            int published = offset[d];
            int before = LookBack.beforeOfMany(
                    context, state, group, RADIX, d, epoch, limit, 1, 0, p, PassParameters.STUCK + Math.min(number, 1));
            if (group > 0) {
                LookBack.publish(state, group * RADIX + d, epoch, LookBack.PREFIX, before + published);
            }
            int firstIndex = Math.min(first[GroupDigits.padded(d)], valid);
            if (group == 0) {
                before = published - Math.min(first[GroupDigits.padded(d + 1)], valid) + firstIndex;
            }
            offset[d] = before - firstIndex;
        }
</#macro>
