<#-- What the kernels that sort and merge in local memory share. -->

<#-- The word by which a key is compared. -->
<#function word key>
    <#return "SignedWords.of(" + key + ", kind, flip)">
</#function>

<#-- Sorts the elements of a work-item, e0 to e7, within their segments: those of bit k are joined to the one before. By
     odd-even transposition. -->
<#macro sortOwn indent>
<#list 0..<batch as round>
<#list 0..<batch - 1 as k>
<#if (round + k) % 2 == 0>
${indent}int swap${round}x${k} = (joined >> ${k + 1}) & (e${k} > e${k + 1} ? 1 : 0);
${indent}${key} lower${round}x${k} = swap${round}x${k} != 0 ? e${k + 1} : e${k};
${indent}e${k + 1} = swap${round}x${k} != 0 ? e${k} : e${k + 1};
${indent}e${k} = lower${round}x${k};
${indent}if (bySlot != 0) {
${indent}    int lower = swap${round}x${k} != 0 ? slot${k + 1} : slot${k};
${indent}    slot${k + 1} = swap${round}x${k} != 0 ? slot${k} : slot${k + 1};
${indent}    slot${k} = lower;
${indent}}
</#if>
</#list>
</#list>
</#macro>

<#-- Stores a work-item's elements, with their slots. -->
<#macro storeOwn indent>
<#list 0..<batch as k>
${indent}words[${plus("blocked", k)}] = e${k};
</#list>
${indent}if (bySlot != 0) {
<#list 0..<batch as k>
${indent}    slots[${plus("blocked", k)}] = slot${k};
</#list>
${indent}}
</#macro>

<#--
Merges the sorted parts of segments in local memory. Parts begin at multiples of the width, and at the begin of a segment, so
that of two neighbouring blocks only the segment that crosses their edge has two parts. A work-item merges its own elements.
-->
<#macro mergeOwn indent>
${indent}int pair = own & (0 - 2 * width);
${indent}int middle = pair + width;
${indent}int span = spanOf[Math.min(middle / items, workItems - 1)];
${indent}int spanBegin = span & 0xffff;
${indent}int regionBegin = Math.max(spanBegin, pair);
${indent}int regionEnd = Math.min((span >> 16) & 0xffff, pair + 2 * width);
${indent}int firstOwn = Math.max(own, regionBegin);
${indent}int endOwn = Math.min(own + items, regionEnd);
${indent}int crosses = (spanBegin < middle ? 1 : 0) & (middle < count ? 1 : 0) & (firstOwn < endOwn ? 1 : 0);
${indent}if (crosses != 0) {
${indent}    int diagonal = firstOwn - regionBegin;
${indent}    int left = Math.max(0, diagonal - (regionEnd - middle));
${indent}    int mostLeft = Math.min(diagonal, middle - regionBegin);
${indent}    while (left < mostLeft) {
${indent}        int probe = (left + mostLeft) / 2;
${indent}        int inLeft = regionBegin + probe;
${indent}        int inRight = middle + diagonal - 1 - probe;
${indent}        int inOrder = words[inLeft + (inLeft >> 5)] <= words[inRight + (inRight >> 5)] ? 1 : 0;
${indent}        left = inOrder != 0 ? probe + 1 : left;
${indent}        mostLeft = inOrder != 0 ? mostLeft : probe;
${indent}    }
${indent}    int right = middle + diagonal - left;
${indent}    left = regionBegin + left;
${indent}    int rightPlace = Math.min(right, regionEnd - 1);
${indent}    rightPlace = rightPlace + (rightPlace >> 5);
${indent}    int leftPlace = left + (left >> 5);
${indent}    ${key} leftWord = words[leftPlace];
${indent}    ${key} rightWord = words[rightPlace];
<#list 0..<batch as k>
${indent}    int owns${k} = (${plus("own", k)} >= firstOwn ? 1 : 0) & (${plus("own", k)} < endOwn ? 1 : 0);
${indent}    int inOrder${k} = (leftWord <= rightWord ? 1 : 0) | (right < regionEnd ? 0 : 1);
${indent}    int taken${k} = (left < middle ? 1 : 0) & inOrder${k};
${indent}    ${key} word${k} = taken${k} != 0 ? leftWord : rightWord;
${indent}    e${k} = owns${k} != 0 ? word${k} : e${k};
${indent}    if (bySlot != 0) {
${indent}        int moved = slots[taken${k} != 0 ? leftPlace : rightPlace];
${indent}        slot${k} = owns${k} != 0 ? moved : slot${k};
${indent}    }
<#if k < batch - 1>
${indent}    left = left + (taken${k} & owns${k});
${indent}    right = right + ((1 - taken${k}) & owns${k});
${indent}    int from${k} = Math.min(taken${k} != 0 ? left : right, regionEnd - 1);
${indent}    from${k} = from${k} + (from${k} >> 5);
${indent}    ${key} next${k} = words[from${k}];
${indent}    leftWord = taken${k} != 0 ? next${k} : leftWord;
${indent}    rightWord = taken${k} != 0 ? rightWord : next${k};
${indent}    leftPlace = taken${k} != 0 ? from${k} : leftPlace;
${indent}    rightPlace = taken${k} != 0 ? rightPlace : from${k};
</#if>
</#list>
${indent}}
</#macro>

<#--
Finds the cut of two sorted runs (Green, McColl and Bader 2012): how many of the first elements of their merge, wanted of them,
are of the left run. The variable cut receives it.
-->
<#macro findCut indent left right high="Math.min(wanted, leftLength)">
${indent}int cut = Math.max(0, wanted - rightLength);
${indent}int cutHigh = ${high};
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
Merges a part of two sorted runs: its elements are count of the merge's. Slots are its elements of the left run, leftCount of
them from leftBegin on, and then those of the right run, from rightBegin on. Each work-item finds where its own elements begin
in local memory, and merges them one after the other. Afterwards the results are slots, or words.
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
Names the next elements of a merged part, those of ranks r, r + workItems, ...: slot0 to slot7, if results are slots, and their
keys, key0 to key7.
-->
<#macro mergedKeys indent left right>
<#list 0..<batch as k>
${indent}${key} result${k} = results[r + (r >> 5)${steps(k, "stripe")}];
</#list>
<#list 0..<batch as k>
${indent}int slot${k} = Math.min(${wide?then("(int) ", "")}result${k}, count - 1);
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
