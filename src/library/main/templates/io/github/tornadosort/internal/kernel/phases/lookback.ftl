<#--
Decoupled look-back: the words of LookBack. Variables of the kernel: context, state (a LongArray that is zeroed once), epoch, limit
(LookBack.LIMIT). The word of a tile is state.get(${word}) with the tile for @; with several sums per tile, a work-item has its own:
"@ * RADIX + item". A sum of type long has two words, which hold its upper and its lower half: word and low. All work-items of a group
that look back do so at the same time; none waits for another of its group meanwhile.
-->
<#function wordOf word tile>
    <#return word?replace("@", tile)>
</#function>

<#-- Publishes the sum of a tile, as soon as it is complete. Tile 0 has nothing before it, so that its sum is a prefix. -->
<#macro publish tile sum word="@" low="" kind="" indent="        ">
<#local k = (kind == "")?then("${tile} == 0 ? LookBack.PREFIX : LookBack.SUM", kind)>
<#if low == "">
${indent}state.set(${wordOf(word, tile)}, LookBack.word(epoch, ${k}, ${sum}));
<#else>
${indent}state.set(${wordOf(word, tile)}, LookBack.word(epoch, ${k}, (int) (${sum} >> 32)));
${indent}state.set(${wordOf(low, tile)}, LookBack.word(epoch, ${k}, (int) ${sum}));
</#if>
</#macro>

<#-- Publishes the sum of all tiles up to this one, after the look-back. -->
<#macro publishPrefix tile prefix word="@" low="" indent="        ">
${indent}if (${tile} > 0) {
<@publish tile=tile sum=prefix word=word low=low kind="LookBack.PREFIX" indent="${indent}    "/>
${indent}}
</#macro>

<#--
Adds up the tiles before this one, from the nearest back to the first that has a prefix, in the variable `before`. Loads four words a step.
A plain load may find an old word for ever, since it is served by the cache of the unit. So a work-item that made no step adds 0 to the
word: atomics work in the memory that all units share, and drop the unit's copy, so that the load after it, by the same work-item, is
fresh. Both halves of a long must be of the same kind. Afterwards the variable `beforeWaiting` is not 0 if the work-item gave up. Sums are
combined by op, where none changes nothing.
-->
<#macro lookBack tile word="@" low="" before="before" type="int" op="BEFORE + WORD" none="0" loads=4 indent="        ">
${indent}${type} ${before} = ${none};
${indent}int ${before}At = ${tile} - 1;
${indent}int ${before}Waiting = ${tile} > 0 ? 1 : 0;
${indent}int ${before}Tries = 0;
${indent}while (${before}Waiting != 0 && ${before}Tries < limit) {
<#list 0..<loads as k>
${indent}    long ${before}Word${k} = state.get(${wordOf(word, "Math.max(${before}At - ${k}, 0)")});
<#if low != "">
${indent}    long ${before}Low${k} = state.get(${wordOf(low, "Math.max(${before}At - ${k}, 0)")});
</#if>
</#list>
${indent}    int ${before}From = ${before}At;
${indent}    int ${before}Here = 1;
<#list 0..<loads as k>
<#local value = (low == "")?then("(int) ${before}Word${k}", "(${before}Word${k} << 32) | (${before}Low${k} & 0xffffffffL)")>
${indent}    int ${before}High${k} = (int) (${before}Word${k} >> 32);
${indent}    ${before}Here = (${before}High${k} >> 1) == epoch ? ${before}Here : 0;
<#if low != "">
${indent}    ${before}Here = (int) (${before}Low${k} >> 32) == ${before}High${k} ? ${before}Here : 0;
</#if>
${indent}    ${type} ${before}Sum${k} = ${before}Here != 0 ? ${value} : ${none};
${indent}    ${before} = ${op?replace("BEFORE", before)?replace("WORD", "${before}Sum${k}")};
${indent}    ${before}At = ${before}At - ${before}Here;
${indent}    ${before}Waiting = ${before}Here != 0 ? 1 - (${before}High${k} & 1) : ${before}Waiting;
${indent}    ${before}Here = ${before}Here & ${before}Waiting;
</#list>
${indent}    if (${before}Waiting != 0 && ${before}At == ${before}From) {
${indent}        context.atomicAdd(state, ${wordOf(word, "${before}At")}, 0L);
<#if low != "">
${indent}        context.atomicAdd(state, ${wordOf(low, "${before}At")}, 0L);
</#if>
${indent}        ${before}Tries = ${before}Tries + 1;
${indent}    }
${indent}}
</#macro>

<#--
What a work-item does that has given up: it raises a flag, and goes on with the sum that it has, as if that were right. It still
publishes its prefix, so that no group after it waits in vain, and the execution ends soon. A sum of counts is then too small, so that
indices stay in range. The host sees the flag, and discards the result.
-->
<#macro giveUp flags at before="before" indent="        ">
${indent}if (${before}Waiting != 0) {
${indent}    context.atomicAdd(${flags}, ${at}, 1);
${indent}}
</#macro>
