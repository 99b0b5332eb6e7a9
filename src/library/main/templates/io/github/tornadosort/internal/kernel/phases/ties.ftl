<#-- Words that tie in the bits of their keys: phases of the sorts of GroupBuckets64. -->

<#-- Finds the ties. -->
<#macro findTies>
                    if (held > lowest) {
                        // Find the words that tie with the one before, and those of the next work-item that tie with the last.
                        int previous = Math.max(item * ITEMS - 1, 0);
                        int leftWord = item == 0 ? -1 : tile[source + previous + (previous >> 5)];
                        for (int i = 0; i < ITEMS; i++) {
                            int word = tile[source + blocked + i];
                            int same = (word >> INDEX_BITS) == (leftWord >> INDEX_BITS) ? 1 : 0;
                            int real = (word & indexMask) < valid ? same : 0;
                            ties = ties | (real << i);
                            leftWord = word;
                        }
                        int digits = leftWord >> INDEX_BITS;
                        int limit = Math.min(owned + ITEMS, capacity);
                        extended = owned;
                        int tying = 1;
                        while (tying != 0) {
                            int at = Math.min(extended, capacity - 1);
                            int word = tile[source + at + (at >> 5)];
                            int same = (word >> INDEX_BITS) == digits ? 1 : 0;
                            tying = same & ((word & indexMask) < valid ? 1 : 0) & (extended < limit ? 1 : 0);
                            extended = extended + tying;
                        }
                        // Too many ties are left to a sort by all bits.
                        unsorted = unsorted | (extended == owned + ITEMS ? 1 : 0);
                    }
</#macro>

<#-- Sorts each run of ties. -->
<#macro sortTies>
                    if (held > lowest) {
                        // Sort each run of ties that begins among the own words by insertion.
                        int runs = item * ITEMS + Integer.bitCount(ties ^ (ties + 1)) - 1;
                        for (int i = runs + 1; i < extended; i++) {
                            // All words of the next work-item up to the end of the run tie.
                            if ((((ties | (-1 << ITEMS)) >> (i - owned + ITEMS)) & 1) != 0) {
                                int at = i;
                                int word = tile[source + at + (at >> 5)];
                                long key =
                                        order(keys.get(begin + (word & indexMask)), kind, flip, bits) ^ Long.MIN_VALUE;
                                int moving = 1;
                                while (moving != 0) {
                                    int before = Math.max(at - 1, runs);
                                    int left = tile[source + before + (before >> 5)];
                                    int larger = 0;
                                    if ((left >> INDEX_BITS) == (word >> INDEX_BITS)) {
                                        long other = order(keys.get(begin + (left & indexMask)), kind, flip, bits);
                                        larger = (other ^ Long.MIN_VALUE) > key ? 1 : 0;
                                    }
                                    moving = larger & (at > runs ? 1 : 0);
                                    if (moving != 0) {
                                        tile[source + at + (at >> 5)] = left;
                                        at = before;
                                    }
                                }
                                tile[source + at + (at >> 5)] = word;
                            }
                        }
                    }
</#macro>
