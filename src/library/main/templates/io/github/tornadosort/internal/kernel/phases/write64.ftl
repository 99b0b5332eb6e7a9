<#-- The downsweep of 64-bit keys: writes the tile, by the rank of each key at its index in the tile. -->
<#-- The ranks in a word of four. -->
<#assign rankOf = ["(int) four & 65535", "((int) four >> 16) & 65535", "(int) (four >> 32) & 65535", "(int) (four >> 48) & 65535"]>
<#-- Takes the next word of four ranks from the queue, and appends it again. -->
<#macro nextFour next indent="">
                ${indent}${next};
                ${indent}ranks0 = ranks1;
                ${indent}ranks1 = ranks2;
                ${indent}ranks2 = ranks3;
                ${indent}ranks3 = four;
</#macro>
<#macro storeKeys ks indent="">
<#list ks as k>
                ${indent}int rank${k} = ${rankOf[k % 4]};
</#list>
<#list ks as k>
                ${indent}tile[rank${k}] = (int) key${k};
</#list>
<#list ks as k>
                ${indent}tile[tileWords + rank${k}] = (int) (key${k} >> 32);
</#list>
</#macro>
            // Read the ranks of the work-item's keys, four to a word. These queues of words stay in registers: a private array
            // would be placed in memory.
<#list 0..3 as k>
            long ranks${k} = 0;
</#list>
            for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                long rank${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
                ranks0 = ranks1;
                ranks1 = ranks2;
                ranks2 = ranks3;
                ranks3 = (rank3 << 48) | (rank2 << 32) | (rank1 << 16) | rank0;
            }
            context.localBarrier();
            // Read the keys again, and store each at its rank: lower halves in the first half of the tile's memory. Eight loads
            // precede the first store.
            for (int i = 0; i < items; i += 8) {
                int source = tileBegin + i * workItems + item;
<#list 0..7 as k>
                <#assign load = "from.get(Math.min(source${steps(k, 'workItems')}, n - 1))">
                long key${k} = ${(k < 4)?then(load, "items > 4 ? ${load} : 0")};
</#list>
<@nextFour next="long four = items == 16 ? ranks0 : items == 8 ? ranks2 : ranks3"/>
<@storeKeys ks=0..3/>
                if (items > 4) {
<@nextFour next="four = items == 16 ? ranks0 : ranks2" indent="    "/>
<@storeKeys ks=4..7 indent="    "/>
                }
            }
            context.localBarrier();
            // Write the keys in the order of their digits. With values, keep the indices to which they go.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                    int word${k} = striped + ${factor("i", k)} * stripe;
</#list>
<#list 0..3 as k>
                    long key${k} = key(tile[word${k}], tile[tileWords + word${k}]);
</#list>
<#list 0..3 as k>
                    int at${k} = offset[digitOf(key${k}, kind, floats, flip, shift, mask)] + ${factor("i", k)} * workItems + item;
</#list>
<#list 0..3 as k>
                    to.set(at${k}, key${k});
</#list>
                    if (withValues != 0) {
<#list 0..3 as k>
                        tile[tileWords + word${k}] = at${k};
</#list>
                    }
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        int word = striped + i * stripe;
                        long key = key(tile[word], tile[tileWords + word]);
                        int at = offset[digitOf(key, kind, floats, flip, shift, mask)] + j;
                        to.set(at, key);
                        tile[tileWords + word] = at;
                    }
                }
            }
            // No barrier after the last phase: the next tile goes to the words that the same work-item has read here. Everything
            // else that this phase reads is written again after the barriers of the next tile.
            // Write the values in the same order, through the first half of the tile's memory.
            if (withValues != 0) {
                context.localBarrier();
<#list [false, true] as numbered>
                <#if numbered>} else {<#else>if (numbered == 0) {</#if>
                    for (int i = 0; i < items; i += 4) {
<@nextFour next="long four = items == 16 ? ranks0 : items == 8 ? ranks2 : ranks3" indent="        "/>
                        int source = tileBegin + i * workItems + item;
    <#if numbered>
        <#list 0..3 as k>
                        tile[${rankOf[k]}] = source${steps(k, "workItems")};
        </#list>
    <#else>
        <#list 0..3 as k>
                        int value${k} = fromValues.get(Math.min(source${steps(k, "workItems")}, n - 1));
        </#list>
        <#list 0..3 as k>
                        tile[${rankOf[k]}] = value${k};
        </#list>
    </#if>
                    }
</#list>
                }
                context.localBarrier();
                if (valid >= tileSize) {
                    for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                        int word${k} = striped + ${factor("i", k)} * stripe;
</#list>
<#list 0..3 as k>
                        int value${k} = tile[word${k}];
</#list>
<#list 0..3 as k>
                        int at${k} = tile[tileWords + word${k}];
</#list>
<#list 0..3 as k>
                        toValues.set(at${k}, value${k});
</#list>
                    }
                } else {
                    for (int i = 0; i < items; i++) {
                        int word = striped + i * stripe;
                        if (i * workItems + item < valid) {
                            toValues.set(tile[tileWords + word], tile[word]);
                        }
                    }
                }
            }
