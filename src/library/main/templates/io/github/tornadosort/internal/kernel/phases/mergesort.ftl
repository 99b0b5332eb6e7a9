<#-- What the kernels that sort and merge in local memory share. -->

<#-- The word by which a key is compared. -->
<#function word key>
    <#return "SignedWords.of(" + key + ", kind, flip)">
</#function>

<#--
Sorts the slots of each span by their words, stably: merges of runs that double in length, each element searching for its rank in
the other run (Satish, Harris and Garland 2009, section V). Runs begin where the span does, so that the longest span says how often they are
merged. Afterwards slots[half], slots[half + 1], ... name the words in their order. Ends with a barrier.
-->
<#macro sortSlots indent>
${indent}int half = 0;
${indent}for (int j = item; j < count; j += workItems) {
${indent}    slots[j] = j;
${indent}    // Offsets that are not in order could leave a slot unset.
${indent}    slots[tileSize + j] = j;
${indent}}
${indent}context.localBarrier();
${indent}for (int width = 1; width < longest; width = width * 2) {
${indent}    for (int j = item; j < count; j += workItems) {
${indent}        int slot = slots[half + j];
${indent}        ${key} word = words[slot];
${indent}        int spanBegin = spanOf[j] & 0xffff;
${indent}        int spanEnd = (spanOf[j] >> 16) & 0xffff;
${indent}        int runBegin = spanBegin + ((j - spanBegin) & (0 - 2 * width));
${indent}        int middle = Math.min(runBegin + width, spanEnd);
${indent}        int runEnd = Math.min(runBegin + 2 * width, spanEnd);
${indent}        int isLeft = j < middle ? 1 : 0;
${indent}        int low = isLeft != 0 ? middle : runBegin;
${indent}        int high = isLeft != 0 ? runEnd : middle;
${indent}        while (low < high) {
${indent}            int probe = (low + high) / 2;
${indent}            ${key} element = words[slots[half + probe]];
${indent}            int less = element < word ? 1 : 0;
${indent}            int notGreater = element <= word ? 1 : 0;
${indent}            int before = isLeft != 0 ? less : notGreater;
${indent}            low = before != 0 ? probe + 1 : low;
${indent}            high = before != 0 ? high : probe;
${indent}        }
${indent}        slots[tileSize - half + j + low - middle] = slot;
${indent}    }
${indent}    context.localBarrier();
${indent}    half = tileSize - half;
${indent}}
</#macro>

<#--
Finds the cut of two sorted runs (Green, McColl and Bader 2012): how many of the first elements of their merge, wanted of them, are of the left
run. The variable cut receives it.
-->
<#macro findCut indent left right>
${indent}int cut = Math.max(0, wanted - rightLength);
${indent}int cutHigh = Math.min(wanted, leftLength);
${indent}while (cut < cutHigh) {
${indent}    int probe = (cut + cutHigh) / 2;
${indent}    int opposite = wanted - 1 - probe;
${indent}    int inOrder = ${word(left?replace("@", "probe"))} <= ${word(right?replace("@", "opposite"))} ? 1 : 0;
${indent}    cut = inOrder != 0 ? probe + 1 : cut;
${indent}    cutHigh = inOrder != 0 ? cutHigh : probe;
${indent}}
</#macro>

<#-- The key of a slot of a merged part. -->
<#macro keyOf indent key slot left right>
${indent}if (${slot} < leftCount) {
${indent}    ${key} = ${left}.get(leftBegin + ${slot});
${indent}} else {
${indent}    ${key} = ${right}.get(rightBegin + ${slot} - leftCount);
${indent}}
</#macro>

<#-- The local memory of a merge, with gaps after 32 elements against bank conflicts. -->
<#macro mergeMemory>
        ${key}[] words = context.${allocateKeys}(workItems * items + workItems * items / 32 + 1);
        ${key}[] results = context.${allocateKeys}(workItems * items + workItems * items / 32);
        int item = context.localIdx;
        int tileSize = workItems * items;
        int blocked = item * items + ((item * items) >> 5);
        int stripe = workItems + workItems / 32;
        // Without indices, words of integers give back the keys; those of NaNs do not.
        int bySlot = kind == OrderedBits.INTEGER ? indexed : 1;
</#macro>

<#-- Loads the words of a run's elements into the slots from the first one on. -->
<#macro loadRun indent run begin length firstSlot>
${indent}for (int j = item; j < ${length}; j += ${batch} * workItems) {
<#list 0..<batch as k>
${indent}    ${key} key${k} = 0;
${indent}    if (j${steps(k, "workItems")} < ${length}) {
${indent}        key${k} = ${run}.get(${begin} + j${steps(k, "workItems")});
${indent}    }
</#list>
${indent}    int slot = ${firstSlot}j;
<#list 0..<batch as k>
${indent}    if (j${steps(k, "workItems")} < ${length}) {
${indent}        words[slot + (slot >> 5)${steps(k, "stripe")}] = ${word("key${k}")};
${indent}    }
</#list>
${indent}}
</#macro>

<#--
Merges a part of two sorted runs: its elements are count of the merge's. Slots are its elements of the left run, leftCount of them from
leftBegin on, and then those of the right run, from rightBegin on. Each work-item finds where its own elements begin in local memory, and
merges them one after the other. Afterwards the results are slots, or words.
-->
<#macro mergePart indent left right>
${indent}int rightCount = count - leftCount;
<@loadRun indent left "leftBegin" "leftCount" ""/>
<@loadRun indent right "rightBegin" "rightCount" "leftCount + "/>
${indent}if (item == 0) {
${indent}    // Follows the last element of the right run.
${indent}    words[count + (count >> 5)] = ${wide?then("0x7fffffffffffffffL", "0x7fffffff")};
${indent}}
${indent}context.localBarrier();
${indent}int diagonal = Math.min(item * items, count);
${indent}int fromLeft = Math.max(0, diagonal - rightCount);
${indent}int mostLeft = Math.min(diagonal, leftCount);
${indent}// The sum of the next slots of both runs, which each step makes one more.
${indent}int slots = leftCount + diagonal;
${indent}while (fromLeft < mostLeft) {
${indent}    int probe = (fromLeft + mostLeft) / 2;
${indent}    int opposite = slots - 1 - probe;
${indent}    int inOrder = words[probe + (probe >> 5)] <= words[opposite + (opposite >> 5)] ? 1 : 0;
${indent}    fromLeft = inOrder != 0 ? probe + 1 : fromLeft;
${indent}    mostLeft = inOrder != 0 ? mostLeft : probe;
${indent}}
${indent}int fromRight = slots - fromLeft;
${indent}${key} leftWord = words[fromLeft + (fromLeft >> 5)];
${indent}${key} rightWord = words[fromRight + (fromRight >> 5)];
${indent}for (int i = 0; i < items; i++) {
${indent}    int inOrder = leftWord <= rightWord ? 1 : 0;
${indent}    int taken = (fromLeft < leftCount ? 1 : 0) & inOrder;
${indent}    ${key} result = taken != 0 ? leftWord : rightWord;
${indent}    if (bySlot != 0) {
${indent}        result = taken != 0 ? fromLeft : slots + i - fromLeft;
${indent}    }
${indent}    results[blocked + i] = result;
${indent}    fromLeft = fromLeft + taken;
${indent}    int slot = Math.min(taken != 0 ? fromLeft : slots + i + 1 - fromLeft, count);
${indent}    ${key} next = words[slot + (slot >> 5)];
${indent}    leftWord = taken != 0 ? next : leftWord;
${indent}    rightWord = taken != 0 ? rightWord : next;
${indent}}
${indent}context.localBarrier();
</#macro>

<#--
Names the next elements of a merged part, those of ranks r, r + workItems, ...: slot0 to slot7, if results are slots, and their keys, key0 to
key7.
-->
<#macro mergedKeys indent left right>
<#list 0..<batch as k>
${indent}${key} result${k} = results[r + (r >> 5)${steps(k, "stripe")}];
</#list>
<#list 0..<batch as k>
${indent}int slot${k} = Math.min((int) result${k}, count - 1);
${indent}${key} key${k} = SignedWords.key(result${k}, kind, flip);
</#list>
${indent}if (bySlot != 0) {
<#list 0..<batch as k>
${indent}    key${k} = SignedWords.key(words[slot${k} + (slot${k} >> 5)], kind, flip);
</#list>
${indent}}
${indent}if (kind != OrderedBits.INTEGER) {
<#list 0..<batch as k>
<@keyOf "${indent}    " "key${k}" "slot${k}" left right/>
</#list>
${indent}}
</#macro>

<#-- The next part's words may replace those of this one. -->
<#macro mergeEnd indent>
${indent}if (bySlot != 0) {
${indent}    context.localBarrier();
${indent}}
</#macro>
