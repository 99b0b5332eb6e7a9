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

<#-- Elements that a work-item loads before it uses the first. -->
<#assign loads = 4>

<#--
Merges a part of two sorted runs (Green, McColl and Bader 2012): its elements are those from rank on, count of them, of the result of
leftLength and rightLength elements. Work-items 0 and 1 find where the part begins and ends in the left run. Each work-item then finds
where its own elements begin in local memory, and merges them one after the other. Afterwards slots[place(r)] is the index, in the part's
elements of the left run and then of the right run, of the element with the r-th rank.
-->
<#macro mergePart indent left right>
${indent}int wanted = rank + (item == 0 ? 0 : count);
${indent}int cutLow = Math.max(0, wanted - rightLength);
${indent}int cutHigh = item < 2 ? Math.min(wanted, leftLength) : cutLow;
${indent}while (cutLow < cutHigh) {
${indent}    int probe = (cutLow + cutHigh) / 2;
${indent}    int opposite = wanted - 1 - probe;
${indent}    int inOrder = ${word(left?replace("@", "probe"))} <= ${word(right?replace("@", "opposite"))} ? 1 : 0;
${indent}    cutLow = inOrder != 0 ? probe + 1 : cutLow;
${indent}    cutHigh = inOrder != 0 ? cutHigh : probe;
${indent}}
${indent}if (item < 2) {
${indent}    cuts[item] = cutLow;
${indent}}
${indent}context.localBarrier();
${indent}int leftBegin = cuts[0];
${indent}// Runs that are not sorted have cuts that make no sense: no index leaves the runs.
${indent}int leftCount = Math.max(0, Math.min(cuts[1] - leftBegin, count));
${indent}int rightBegin = rank - leftBegin;
${indent}for (int j = item; j < count; j += ${loads} * workItems) {
<#list 0..<loads as k>
${indent}    int j${k} = Math.min(j${steps(k, "workItems")}, count - 1);
${indent}    int inLeft${k} = leftBegin + j${k};
${indent}    int inRight${k} = rightBegin + j${k} - leftCount;
${indent}    ${key} key${k} = 0;
${indent}    if (j${k} < leftCount) {
${indent}        key${k} = ${left?replace("@", "inLeft${k}")};
${indent}    } else {
${indent}        key${k} = ${right?replace("@", "inRight${k}")};
${indent}    }
</#list>
<#list 0..<loads as k>
${indent}    words[j${steps(k, "workItems")}] = ${word("key${k}")};
</#list>
${indent}}
${indent}context.localBarrier();
${indent}int diagonal = Math.min(item * items, count);
${indent}int fromLeft = Math.max(0, diagonal - (count - leftCount));
${indent}int mostLeft = Math.min(diagonal, leftCount);
${indent}while (fromLeft < mostLeft) {
${indent}    int probe = (fromLeft + mostLeft) / 2;
${indent}    int inOrder = words[probe] <= words[leftCount + diagonal - 1 - probe] ? 1 : 0;
${indent}    fromLeft = inOrder != 0 ? probe + 1 : fromLeft;
${indent}    mostLeft = inOrder != 0 ? mostLeft : probe;
${indent}}
${indent}int fromRight = leftCount + diagonal - fromLeft;
${indent}${key} leftWord = words[Math.min(fromLeft, count - 1)];
${indent}${key} rightWord = words[Math.min(fromRight, count - 1)];
${indent}for (int i = 0; i < items; i++) {
${indent}    int isLeft = fromLeft < leftCount ? 1 : 0;
${indent}    int isRight = fromRight < count ? 1 : 0;
${indent}    int inOrder = leftWord <= rightWord ? 1 : 0;
${indent}    int taken = isLeft & (inOrder | (1 - isRight));
${indent}    slots[item * items + i + ((item * items + i) >> 5)] = taken != 0 ? fromLeft : fromRight;
${indent}    fromLeft = fromLeft + taken;
${indent}    fromRight = fromRight + 1 - taken;
${indent}    ${key} next = words[Math.min(taken != 0 ? fromLeft : fromRight, count - 1)];
${indent}    leftWord = taken != 0 ? next : leftWord;
${indent}    rightWord = taken != 0 ? rightWord : next;
${indent}}
${indent}context.localBarrier();
</#macro>

<#--
Names the next elements of a merged part, those of ranks r, r + workItems, ...: slot0 to slot3 are their slots, and key0 to key3 the keys, which
the words of integers give back; those of NaNs do not.
-->
<#macro mergedKeys indent left right>
<#list 0..<loads as k>
${indent}int r${k} = Math.min(r${steps(k, "workItems")}, count - 1);
${indent}int slot${k} = slots[r${k} + (r${k} >> 5)];
</#list>
<#list 0..<loads as k>
${indent}${key} key${k} = SignedWords.key(words[slot${k}], kind, flip);
</#list>
${indent}if (kind != OrderedBits.INTEGER) {
<#list 0..<loads as k>
${indent}    if (slot${k} < leftCount) {
${indent}        key${k} = ${left?replace("@", "leftBegin + slot${k}")};
${indent}    } else {
${indent}        key${k} = ${right?replace("@", "rightBegin + slot${k} - leftCount")};
${indent}    }
</#list>
${indent}}
</#macro>
