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
Merges a part of two sorted runs (Green, McColl and Bader 2012): its elements are those from rank on, count of them, of the result of
leftLength and rightLength elements. Work-items 0 and 1 find where the part begins and ends in the left run. Afterwards slots[r] is
the index, in the part's elements of the left run and then of the right run, of the element with the r-th rank.
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
${indent}// Runs that are not sorted have cuts that make no sense, and equal ranks: no index leaves the runs, and no slot stays unset.
${indent}int leftCount = Math.max(0, Math.min(cuts[1] - leftBegin, count));
${indent}int rightBegin = rank - leftBegin;
${indent}for (int j = item; j < count; j += workItems) {
${indent}    int inLeft = leftBegin + j;
${indent}    int inRight = rightBegin + j - leftCount;
${indent}    ${key} key = 0;
${indent}    if (j < leftCount) {
${indent}        key = ${left?replace("@", "inLeft")};
${indent}    } else {
${indent}        key = ${right?replace("@", "inRight")};
${indent}    }
${indent}    words[j] = ${word("key")};
${indent}    slots[j] = j;
${indent}}
${indent}context.localBarrier();
${indent}for (int j = item; j < count; j += workItems) {
${indent}    ${key} word = words[j];
${indent}    int isLeft = j < leftCount ? 1 : 0;
${indent}    int low = isLeft != 0 ? leftCount : 0;
${indent}    int high = isLeft != 0 ? count : leftCount;
${indent}    while (low < high) {
${indent}        int probe = (low + high) / 2;
${indent}        ${key} element = words[probe];
${indent}        int less = element < word ? 1 : 0;
${indent}        int notGreater = element <= word ? 1 : 0;
${indent}        int before = isLeft != 0 ? less : notGreater;
${indent}        low = before != 0 ? probe + 1 : low;
${indent}        high = before != 0 ? high : probe;
${indent}    }
${indent}    slots[j + low - leftCount] = j;
${indent}}
${indent}context.localBarrier();
</#macro>
