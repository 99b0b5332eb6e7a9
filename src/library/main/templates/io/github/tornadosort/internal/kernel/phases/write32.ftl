<#-- The downsweep of 32-bit keys: writes the tile, from the words that are sorted by their digits. -->
            if (withValues != 0) {
                // Load the keys into the second half of the tile's memory, to be read in the order of their digits.
                for (int i = 0; i < items; i++) {
                    loaded[i] = from.get(Math.min(tileBegin + item + i * workItems, n - 1));
                }
                for (int i = 0; i < items; i++) {
                    tile[tileWords + i * workItems + item] = loaded[i];
                }
                context.localBarrier();
            }
            // Write the keys in the order of their digits.
            if (valid >= tileSize) {
                for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                    int word${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..3 as k>
                    int at${k} = offset[digit(word${k}, wordKind, wordFloats, wordFlip, wordShift, mask)] + ${factor("i", k)} * workItems + item;
</#list>
<#list 0..3 as k>
                    int moved${k} = withValues != 0 ? tile[tileWords + (word${k} & 65535)] : OrderedBits.key(word${k}, floats);
</#list>
<#list 0..3 as k>
                    to.set(at${k}, moved${k});
</#list>
                }
            } else {
                for (int i = 0; i < items; i++) {
                    int j = i * workItems + item;
                    if (j < valid) {
                        int word = tile[striped + i * stripe];
                        int target = offset[digit(word, wordKind, wordFloats, wordFlip, wordShift, mask)] + j;
                        to.set(target,
                                withValues != 0 ? tile[tileWords + (word & 65535)] : OrderedBits.key(word, floats));
                    }
                }
            }
            // No barrier after the last phase: the next tile goes to the words that the same work-item has read here. Everything
            // else that this phase reads is written again after the barriers of the next tile.
            // Write the values in the same order, through the second half of the tile's memory.
            if (withValues != 0) {
                context.localBarrier();
                if (numbered == 0) {
                    for (int i = 0; i < items; i++) {
                        loaded[i] = fromValues.get(Math.min(tileBegin + item + i * workItems, n - 1));
                    }
                    for (int i = 0; i < items; i++) {
                        tile[tileWords + i * workItems + item] = loaded[i];
                    }
                } else {
                    for (int i = 0; i < items; i++) {
                        tile[tileWords + i * workItems + item] = tileBegin + i * workItems + item;
                    }
                }
                context.localBarrier();
                if (valid >= tileSize) {
                    for (int i = 0; i < items; i += 4) {
<#list 0..3 as k>
                        int word${k} = tile[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..3 as k>
                        int at${k} = offset[(word${k} >>> 16) & mask] + ${factor("i", k)} * workItems + item;
</#list>
<#list 0..3 as k>
                        int moved${k} = tile[tileWords + (word${k} & 65535)];
</#list>
<#list 0..3 as k>
                        toValues.set(at${k}, moved${k});
</#list>
                    }
                } else {
                    for (int i = 0; i < items; i++) {
                        int j = i * workItems + item;
                        if (j < valid) {
                            int word = tile[striped + i * stripe];
                            toValues.set(offset[(word >>> 16) & mask] + j,
                                    tile[tileWords + (word & 65535)]);
                        }
                    }
                }
            }
