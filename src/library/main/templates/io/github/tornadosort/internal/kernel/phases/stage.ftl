<#include "../unrolled.ftl">
<#-- What the kernels of stages share. -->
<#-- Elements that a work-item loads before it uses the first. Its loads are in flight together, so memory is busy. -->
<#assign batch = 8>
<#assign scalars = "IntArray length, int at, int capacity, int workItems, int items,\n            int blocks">

<#-- The elements of this group. -->
<#macro span>
        int item = context.localIdx;
        int group = context.groupIdx;
        int tileSize = workItems * items;
        int n = Math.max(0, Math.min(length.get(at), capacity));
        int begin = StageSpan.begin(n, group, tileSize, blocks);
        int end = StageSpan.begin(n, group + 1, tileSize, blocks);
</#macro>

<#-- The parameters of a kernel that looks back: state has so many words for each tile, and p those of LookBack. -->
<#assign lookBackScalars = "IntArray length, IntArray p, int at, int capacity, LongArray state, int workItems,\n            int items">

<#-- The parameters of kernels that are parallel loops over blocks, and the elements of a block. -->
<#assign loopScalars = "IntArray length, int at, int capacity, int blocks">
<#macro block>
        for (@Parallel int b = 0; b < blocks; b++) {
            int n = Math.max(0, Math.min(length.get(at), capacity));
            int begin = StageSpan.begin(n, b, 1, blocks);
            int end = StageSpan.begin(n, b + 1, 1, blocks);
</#macro>

<#-- The counts of the blocks before this one, and of all, of which the first one stores the total. -->
<#macro blockCounts>
            int to = 0;
            int all = 0;
            for (int k = 0; k < blocks; k++) {
                to = to + (k < b ? counts.get(k) : 0);
                all = all + counts.get(k);
            }
            if (b == 0) {
                total.set(0, all);
            }
</#macro>

<#-- The tile of this group. -->
<#macro lookBackSpan>
        int item = context.localIdx;
        int group = context.groupIdx;
        int tileSize = workItems * items;
        int n = StageSpan.length(length, p, at, capacity);
        int epoch = p.get(LookBack.EPOCH);
        int begin = Math.min(n, group * tileSize);
        int end = Math.min(n, begin + tileSize);
</#macro>

<#-- Publishes the sum of this tile in one of its words. -->
<#macro publish sum words=1 word=0 kind="group == 0 ? LookBack.PREFIX : LookBack.SUM">
                LookBack.publish(state, ${wordOfTile(words, word)}, epoch, ${kind}, ${sum});
</#macro>
<#function wordOfTile words word>
    <#return (words == 1)?then("group", "${words} * group" + (word == 0)?then("", " + ${word}"))>
</#function>

<#-- A work-item looks back for one of the words, in a variable. -->
<#macro lookBack before words=1 word=0 sums="1" type="int" none="0">
                ${type} ${before} = LookBack.before(
                        context, state, group, ${words}, ${word}, epoch, LookBack.LIMIT, ${sums}, ${none}, p, LookBack.STUCK);
</#macro>

<#-- A work-item looks back, publishes what it found with its own sum, and stores what it found in a local array. -->
<#macro lookBackFor to sum words=1 word=0 sums="1" type="int" none="0">
<@lookBack before="found" words=words word=word sums=sums type=type none=none/>
                if (group > 0) {
                    LookBack.publish(
                            state, ${wordOfTile(words, word)}, epoch, LookBack.PREFIX, StageOperator.of(found, ${sum}, ${sums}));
                }
                ${to} = found;
</#macro>

<#--
Loads a tile into local memory, striped over the work-items; none after the last element. An expression has @ for an index. All
loads of a batch come before the first store. Loads a second array too, if it is given.
-->
<#macro loadTile type array expression none second={} loads=16>
<#local tiles = [{"type": type, "array": array, "expression": expression, "none": none, "name": "e"}]>
<#if second?size != 0><#local tiles += [second + {"name": "f"}]></#if>
            if (tileBegin + tileSize <= n) {
                for (int i = 0; i < items; i += ${loads}) {
                    int from = tileBegin + i * workItems + item;
<#list tiles as t>
<#list 0..<loads as k>
                    ${t.type} ${t.name}${k} = ${t.expression?replace("@", "from" + steps(k, "workItems"))};
</#list>
</#list>
<#list tiles as t>
<#list 0..<loads as k>
                    ${t.array}[striped + ${factor("i", k)} * stripe] = ${t.name}${k};
</#list>
</#list>
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = tileBegin + i * workItems + item;
<#list tiles as t>
                    ${t.type} ${t.name} = ${t.expression?replace("@", "Math.min(j, n - 1)")};
                    ${t.array}[striped + i * stripe] = j < n ? ${t.name} : ${t.none};
</#list>
                }
            }
</#macro>

<#--
Loads a batch of elements: e0 to e7, at the indices at0 to at7, which are workItems apart; none for those beyond the end. All
loads come before the first use: compilers do not move a load before a store that may be to the same memory. The expression has
@ for an index. Flags, which are 0 or 1, have no none: OpenCL C does not get nested conditions right.
-->
<#macro loadBatch type first expression none="" indent="            " size=batch>
<#list 0..<size as k>
${indent}int at${k} = ${first}${steps(k, "workItems")};
</#list>
<#list 0..<size as k>
${indent}${type} loaded${k} = ${expression?replace("@", "Math.min(at${k}, end - 1)")};
</#list>
<#list 0..<size as k>
${indent}${type} e${k} = <#if none == "">loaded${k} & (at${k} < end ? 1 : 0)<#else>at${k} < end ? loaded${k} : ${none}</#if>;
</#list>
</#macro>

<#-- Visits the group's elements in batches, from the last batch to the first, so that the first ones stay in the cache. -->
<#macro batchesFromLast>
        int batchSize = workItems * ${batch};
        int batches = (end - begin + batchSize - 1) / batchSize;
        for (int b = batches - 1; b >= 0; b--) {
            int batchBegin = begin + b * batchSize;
<#nested>
        }
</#macro>

<#--
Where a tile's elements are in local memory, with a gap after 32 words against bank conflicts: a work-item loads each
workItems-th element, and then owns neighbours. Indices are a variable plus constants, which need no register each.
-->
<#macro places>
        int striped = item + (item >> 5);
        int stripe = workItems + workItems / 32;
        int blocked = item * items + ((item * items) >> 5);
</#macro>

<#-- Combines a number of each work-item: afterwards, the first element of the local array has the result. -->
<#macro combine number array op>
        ${array}[item] = ${number};
        context.localBarrier();
        for (int half = workItems / 2; half > 0; half = half / 2) {
            if (item < half) {
                ${array}[item] = ${op?replace("A", array + "[item]")?replace("B", array + "[item + half]")};
            }
            context.localBarrier();
        }
</#macro>

<#--
From a number of each work-item to the combination of those before it, in the variable before, and of all, in the variable all.
One work-item combines a row of 16, and then the rows before its own, so that one warp has something to do. Local arrays:
partial has a gap after each row; rowSums has two numbers for each row.
-->
<#macro scanItems type own before all op none="0" partial="partial" rowSums="rowSums">
            ${partial}[item + item / ROW] = ${own};
            context.localBarrier();
            if (item < workItems / ROW) {
                ${type} rowSum = ${none};
                for (int k = 0; k < ROW; k += 4) {
<@fourOf type=type of=partial at="item * (ROW + 1) + k" total="rowSum" op=op indent="                    "/>
                }
                ${rowSums}[item] = rowSum;
            }
            context.localBarrier();
            if (item < workItems / ROW) {
                ${type} earlierRows = ${none};
                ${type} allRows = ${none};
                for (int k = 0; k < workItems / ROW; k++) {
                    ${type} rowSum = ${rowSums}[k];
                    earlierRows = k == item ? allRows : earlierRows;
                    allRows = ${op?replace("B", "rowSum")?replace("A", "allRows")};
                }
                ${rowSums}[ROW + item] = earlierRows;
            }
            context.localBarrier();
            ${type} ofRow = ${partial}[item + item / ROW];
            ${type} ofRows = ${rowSums}[ROW + item / ROW];
            ${type} ${before} = ${op?replace("A", "ofRows")?replace("B", "ofRow")};
            ${type} beforeLastRow = ${rowSums}[ROW + workItems / ROW - 1];
            ${type} lastRow = ${rowSums}[workItems / ROW - 1];
            ${type} ${all} = ${op?replace("A", "beforeLastRow")?replace("B", "lastRow")};
</#macro>

<#-- Replaces four numbers by the combinations of those before them. -->
<#macro fourOf type of at total op indent>
<#list 0..3 as k>
${indent}${type} s${k} = ${of}[${plus(at, k)}];
</#list>
<#list 0..3 as k>
${indent}${of}[${plus(at, k)}] = ${total};
${indent}${total} = ${op?replace("A", total)?replace("B", "s${k}")};
</#list>
</#macro>

<#-- Adds the block sums before this group, with the local array partial. The result is in the variable. -->
<#macro blocksBefore variable sums>
        int ${variable}Own = 0;
        for (int b = item; b < group; b += workItems) {
            ${variable}Own = ${variable}Own + ${sums}.get(b);
        }
<@combine "${variable}Own" "partial" "A + B"/>
        int ${variable} = partial[0];
        context.localBarrier();
</#macro>

<#-- From a count of each work-item to the counts before it, in the variable before, and the count of all, in all. -->
<#macro countsBefore own before="before" all="all">
            partial[item] = ${own};
            context.localBarrier();
            int ${before} = 0;
            int ${all}OfRow = 0;
            for (int c = 0; c < ROW; c++) {
                int s = partial[item / ROW * ROW + c];
                ${before} = ${before} + (c < (item & (ROW - 1)) ? s : 0);
                ${all}OfRow = ${all}OfRow + s;
            }
            if ((item & (ROW - 1)) == 0) {
                rowSums[item / ROW] = ${all}OfRow;
            }
            context.localBarrier();
            int ${all} = 0;
            for (int c = 0; c < workItems / ROW; c++) {
                int s = rowSums[c];
                ${before} = ${before} + (c < item / ROW ? s : 0);
                ${all} = ${all} + s;
            }
</#macro>
