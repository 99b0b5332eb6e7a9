<#include "unrolled.ftl">
<#-- Elements of a work-item. All are loaded before the first is stored, so that the device's memory is busy. -->
<#assign items = 8>
<#assign bytes = {"Byte": "1 byte", "Short": "2 bytes", "Int": "4 bytes", "Long": "8 bytes"}>
<#assign moves = [
    {"name": "move32", "does": "Copies 32-bit", "from": "Int", "to": "Int", "type": "int", "cast": ""},
    {"name": "move64", "does": "Copies 64-bit", "from": "Long", "to": "Long", "type": "long", "cast": ""},
    {"name": "widen8", "does": "Widens 8-bit", "from": "Byte", "to": "Int", "type": "int", "cast": ""},
    {"name": "widen16", "does": "Widens 16-bit", "from": "Short", "to": "Int", "type": "int", "cast": ""},
    {"name": "narrow8", "does": "Narrows to 8-bit", "from": "Int", "to": "Byte", "type": "int", "cast": "(byte) "},
    {"name": "narrow16", "does": "Narrows to 16-bit", "from": "Int", "to": "Short", "type": "int", "cast": "(short) "}
]>
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;

/**
 * Copies {@code N} elements to another buffer, from its index {@link PassParameters#FIRST} on. Work-groups of
 * {@link #WORK_ITEMS}, one per {@link #TILE} elements; no local memory. Elements of 8 and 16 bits are signed here, whatever the
 * key type: the upper bits of widened keys are not part of the key, and sorts ignore them.
 */
public final class GroupMove {
    /** Number of work-items of a group. */
    public static final int WORK_ITEMS = 256;
    /** Number of elements of a group. */
    public static final int TILE = ${items} * WORK_ITEMS;

    private GroupMove() {}
<#list moves as move>

    /** ${move.does} elements. Reads ${bytes[move.from]} and writes ${bytes[move.to]} per element. */
    public static void ${move.name}(KernelContext context, ${move.from}Array from, ${move.to}Array to, IntArray p) {
        int n = p.get(PassParameters.N);
        int first = p.get(PassParameters.FIRST);
        int i = context.groupIdx * TILE + context.localIdx;
        if (i + ${items - 1} * WORK_ITEMS < n) {
<#list 0..<items as k>
            ${move.type} e${k} = from.get(i${steps(k, "WORK_ITEMS")});
</#list>
<#list 0..<items as k>
            to.set(first + i${steps(k, "WORK_ITEMS")}, ${move.cast}e${k});
</#list>
        } else {
            for (int k = i; k < n; k += WORK_ITEMS) {
                to.set(first + k, ${move.cast}from.get(k));
            }
        }
    }
</#list>
}
