<#-- Phases of the sorts of GroupBuckets64. -->

<#-- What the work-item owns of the tile and of the counters. -->
<#macro ownIndices>
        int begin = bounds.get(group);
        int end = bounds.get(group + 1);
        // A bucket that begins before this span and ends after it belongs to another work-group.
        end = begin - group * span < span ? end : begin;
        int row = item >> 4;
        int rows = workItems / 16;
        int blocked = item * ITEMS + (item * ITEMS >> 5);
        int striped = item + (item >> 5);
        int stripe = workItems + workItems / 32;
        int counter = item + (item >> 5);
        int counterRow = workItems + workItems / 8;
        int rakedRow = item * 8 / workItems;
        int column = item * 8 - rakedRow * workItems;
        int raked = rakedRow * counterRow + column + (column >> 5);
</#macro>

<#-- A stable round: moves words to the other half of the tile's memory, sorted by four bits. -->
<#macro round word shift>
                    // Count the work-item's own keys.
                    long counted = 0;
                    long allButLast = 0;
                    int lastDigit = 0;
                    for (int i = 0; i < ITEMS; i++) {
                        int d = (tile[source + blocked + i] >> ${shift}) & 15;
                        // Sixteen keys of one digit would overflow its 4 bits, so the last key is counted below.
                        allButLast = counted;
                        counted = counted + (1L << (d * 4));
                        lastDigit = d;
                    }
                    for (int i = 0; i < 8; i++) {
                        long pair = (allButLast >> (i * 4)) & 0x0000000f0000000fL;
                        counters[counter + i * counterRow] = (int) (pair | (pair >> 16));
                    }
                    int lastWord = counter + (lastDigit & 7) * counterRow;
                    counters[lastWord] = counters[lastWord] + (1 << ((lastDigit >> 3) << 4));
                    context.localBarrier();
                    // Exclusive prefix sum over all counters. The sums are where this round will write its ${word}s.
                    int sum = 0;
                    for (int i = 0; i < 8; i++) {
                        sum = sum + counters[raked + i];
                    }
                    tile[target + item + row] = sum;
                    context.localBarrier();
                    int rowSums = target + workItems + rows;
                    if (item < rows) {
                        int rowSum = 0;
                        for (int k = 0; k < 16; k++) {
                            int word = tile[target + item * 17 + k];
                            tile[target + item * 17 + k] = rowSum;
                            rowSum = rowSum + word;
                        }
                        tile[rowSums + item] = rowSum;
                    }
                    context.localBarrier();
                    if (item == 0) {
                        int all = 0;
                        for (int k = 0; k < rows; k++) {
                            int word = tile[rowSums + k];
                            tile[rowSums + k] = all;
                            all = all + word;
                        }
                        // The digits in upper halves come after all digits in lower halves.
                        tile[rowSums + rows] = all << 16;
                    }
                    context.localBarrier();
                    int before = tile[target + item + row] + tile[rowSums + row] + tile[rowSums + rows];
                    for (int i = 0; i < 8; i++) {
                        int word = counters[raked + i];
                        counters[raked + i] = before;
                        before = before + word;
                    }
                    context.localBarrier();
                    // Move each ${word} to its rank, and advance the work-item's counter of its digit.
                    for (int i = 0; i < ITEMS; i += 4) {
<#list 0..3 as k>
                        int ${word}${k} = tile[${plus("source + blocked + i", k)}];
</#list>
<#list 0..3 as k>
                        int d${k} = (${word}${k} >> ${shift}) & 15;
</#list>
<#list 0..3 as k>
                        int count${k} = counters[counter + (d${k} & 7) * counterRow];
                        counters[counter + (d${k} & 7) * counterRow] = count${k} + (1 << ((d${k} >> 3) << 4));
</#list>
<#list 0..3 as k>
                        int at${k} = GroupDigits.half(count${k}, d${k});
</#list>
<#list 0..3 as k>
                        tile[target + at${k} + (at${k} >> 5)] = ${word}${k};
</#list>
                    }
                    context.localBarrier();
</#macro>

<#-- The variables that hold the smallest to largest of 16 words so far, one letter per layer of a network. -->
<#function named letter>
    <#return (0..15)?map(i -> letter + i)>
</#function>
<#-- A layer of comparators, each of which puts the smaller of two words first. -->
<#macro layer letter pairs>
<#list pairs as pair>
                                int ${letter}${pair[0]} = Math.min(${wires[pair[0]]}, ${wires[pair[1]]});
                                int ${letter}${pair[1]} = Math.max(${wires[pair[0]]}, ${wires[pair[1]]});
</#list>
    <#assign wires = (0..15)?map(i -> pairs?filter(pair -> pair?seq_contains(i))?has_content?then(letter + i, wires[i]))>
</#macro>
<#-- The same layer for the first eight words and for the other eight. -->
<#macro layerOfEights letter pairs>
<@layer letter=letter pairs=pairs + pairs?map(pair -> [pair[0] + 8, pair[1] + 8])/>
</#macro>
<#-- Sorts runs of few words by networks (Knuth, volume 3, §5.3.4); nested: before a work-item's own words are sorted. -->
<#macro networks>
                    // Runs of few keys are left. Sort each eight keys, and merge neighbouring eights: first a work-item's own,
                    // then its last with the first of the next work-item.
                    for (int across = 0; across < 2; across++) {
                        if (item < workItems - across) {
                            int first = source + blocked + across * 8;
                            int next = source + blocked + 8 + across * (8 + (item & 1));
<#list 0..7 as k>
                            int a${k} = tile[${plus("first", k)}];
</#list>
<#list 0..7 as k>
                            int a${k + 8} = tile[${plus("next", k)}];
</#list>
                            if (across == 0) {
<#nested>
    <#assign wires = named("a")>
<@layerOfEights letter="b" pairs=[[0, 2], [1, 3], [4, 6], [5, 7]]/>
<@layerOfEights letter="c" pairs=[[0, 4], [1, 5], [2, 6], [3, 7]]/>
<@layerOfEights letter="d" pairs=[[0, 1], [2, 3], [4, 5], [6, 7]]/>
<@layerOfEights letter="e" pairs=[[2, 4], [3, 5]]/>
<@layerOfEights letter="f" pairs=[[1, 4], [3, 6]]/>
<@layerOfEights letter="g" pairs=[[1, 2], [3, 4], [5, 6]]/>
<#list 0..15 as k>
                                a${k} = ${wires[k]};
</#list>
                            }
                            // Batcher's odd-even merge.
    <#assign wires = named("a")>
<@layer letter="k" pairs=(0..7)?map(i -> [i, i + 8])/>
<@layer letter="l" pairs=(4..7)?map(i -> [i, i + 4])/>
<@layer letter="m" pairs=[[2, 4], [3, 5], [6, 8], [7, 9], [10, 12], [11, 13]]/>
<@layer letter="n" pairs=(0..6)?map(i -> [2 * i + 1, 2 * i + 2])/>
<#list 0..7 as k>
                            tile[${plus("first", k)}] = ${wires[k]};
</#list>
<#list 0..7 as k>
                            tile[${plus("next", k)}] = ${wires[k + 8]};
</#list>
                        }
                        context.localBarrier();
                    }
</#macro>

<#-- Joins what the work-items found, row by row. -->
<#macro anyPerRow>
                    if (item < rows) {
                        int any = 0;
                        for (int k = 0; k < 16; k++) {
                            any = any | counters[item * 17 + k];
                        }
                        counters[workItems + rows + item] = any;
                    }
</#macro>
