<#-- The first elements of runs of equal keys, and their number. -->

<#--
The bits of the work-item's elements that are the first of their run: of the first 16 elements in the variable low, of the
others in high. Loads the keys through the local array tile, of which nothing is needed afterwards. Loads values too, if given.
-->
<#macro heads values={}>
<@loadTile type=key array="tile" expression="SignedWords.of(keys.get(@), kind, 0)" none="0" second=values/>
            context.localBarrier();
            int last = Math.max(item * items - 1, 0);
            ${key} lastKey = tile[last + (last >> 5)];
            ${key} lastOfTile = SignedWords.of(keys.get(Math.max(tileBegin - 1, 0)), kind, 0);
            ${key} left = item > 0 ? lastKey : lastOfTile;
            int low = tileBegin + item == 0 ? 1 : 0;
            int high = 0;
<@eachHalf; bits, shift>
                ${key} right = tile[blocked + i];
                int differs = left != right ? 1 : 0;
                ${bits} = ${bits} | differs << ${shift};
                left = right;
</@eachHalf>
            int ofItem = n - tileBegin - item * items;
            low = low & ((1 << Math.max(0, Math.min(16, ofItem))) - 1);
            high = high & ((1 << Math.max(0, Math.min(16, ofItem - 16))) - 1);
</#macro>

<#-- Stores the sum of all blocks' counts, in the first group, with the local array partial. -->
<#macro total variable>
        int allOwn = 0;
        for (int b = item; b < blocks; b += workItems) {
            allOwn = allOwn + counts.get(b);
        }
<@combine "allOwn" "partial" "A + B"/>
        int ${variable} = partial[0];
        if (group == 0) {
            if (item == 0) {
                total.set(0, ${variable});
            }
        }
</#macro>

<#-- Stores the count of no elements. -->
<#macro noTotal>
        if (n + group + item == 0) {
            total.set(0, 0);
        }
</#macro>

<#-- Lists the indices of the heads, in the tile, in the local array tile. -->
<#macro listHeads>
<@eachHalf; bits, shift>
                int head = (${bits} >> ${shift}) & 1;
                int j = item * items + i;
                if (head != 0) {
                    tile[before] = j;
                }
                before = before + head;
</@eachHalf>
</#macro>

<#--
Counts the heads of a block, in the variable heads, and finds the last one, in the first element of the local array partial:
otherwise, if there is none.
-->
<#macro countBlock otherwise>
<@span/>
        int count = 0;
        int last = ${otherwise};
<@batchesFromLast>
<@loadBatch type="int" first="batchBegin + item" expression="BlockSelect${W}.isHead(keys, @, kind)"/>
            count = count + <#list 0..<batch as k>e${k}<#sep> + </#list>;
<#list 0..<batch as k>
            last = Math.max(last, e${k} != 0 ? at${k} : last);
</#list>
</@batchesFromLast>
<@combine "count" "partial" "A + B"/>
        int heads = partial[0];
        context.localBarrier();
<@combine "last" "partial" "Math.max(A, B)"/>
</#macro>

<#--
For each element i of the work-item: the first 16, whose bits are in the variable low, and the others, whose bits are in high.
Gives the name of that variable and how far the bit is shifted. No bit is that of a sign.
-->
<#macro eachHalf>
            for (int i = 0; i < 16; i++) {
<#nested "low", "i">
            }
            for (int i = 16; i < items; i++) {
<#nested "high", "(i - 16)">
            }
</#macro>
