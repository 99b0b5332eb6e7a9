<#-- The kernels of which a task runs one. In their names, W is the width of the keys, O the operator on the values, and T their type. -->
<#assign variants = {
    "W": ["32", "64"],
    "O": ["IntSums", "LongSums", "FloatSums", "DoubleSums", "Extremes32", "Extremes64"],
    "T": ["Bytes", "Shorts", "Ints", "Longs"]}>
<#assign blocks = "g.workItems(), g.blocks()">
<#assign tiles = "g.workItems(), g.items(), g.blocks()">
<#-- For each method: its name, the kernels, their parameters up to the length, and those after the capacity. A parameter of type A is an
     array of any type; = comes before an expression; kernels take 1 for true. -->
<#assign methods = [
    ["countHeads", "GroupSelect{W}::countHeads", "A keys, IntArray counts, =kind(keys)", tiles],
    ["moveHeads", "GroupSelect{W}::moveHeads",
        "A keys, A heads, IntArray counts, IntArray total, =kind(keys), boolean partition", tiles],
    ["moveFlagged", "GroupSelect{W}::moveFlagged",
        "IntArray flags, A keys, A chosen, IntArray counts, IntArray total, boolean partition", tiles],
    ["reduceLengths", "GroupRuns{W}::reduceLengths", "A keys, IntArray counts, IntArray ofBlocks, =kind(keys)", tiles],
    ["storeLengths", "GroupRuns{W}::storeLengths",
        "A keys, A runKeys, IntArray lengths, IntArray counts, IntArray ofBlocks, IntArray total, =kind(keys)", tiles],
    ["reduceRuns", "GroupRuns{W}::reduce{O}",
        "A keys, A values, IntArray counts, A ofBlocks, =kind(keys), =kind(values), boolean inverted", tiles],
    ["storeRuns", "GroupRuns{W}::store{O}",
        "A keys, A values, A runKeys, A results, IntArray counts, A ofBlocks, IntArray total, =kind(keys), =kind(values), boolean inverted",
        tiles],
    ["scanRuns", "GroupRuns{W}::scan{O}",
        "A keys, A values, A results, IntArray counts, A ofBlocks, =kind(keys), =kind(values), boolean inverted, boolean inclusive", tiles],
    ["reduce", "GroupPrefix::reduce{O}", "A values, A ofBlocks, =kind(values), boolean inverted", tiles],
    ["scan", "GroupPrefix::scan{O}", "A values, A results, A ofBlocks, =kind(values), boolean inverted, boolean inclusive", tiles],
    ["bounds", "GroupSearch{W}::bounds",
        "A sorted, A keys, IntArray bounds, IntArray sortedLength, int sortedCapacity, =kind(keys), boolean upper", tiles],
    ["cut", "GroupMergePath{W}::cut",
        "A keys, A others, IntArray othersLength, int othersCapacity, IntArray cuts, =kind(keys), boolean inverted", "g.items()"],
    ["merge", "GroupMergePath{W}::merge",
        "A keys, A others, IntArray othersLength, int othersCapacity, IntArray cuts, A merged, IntArray order, =kind(keys), "
        + "boolean inverted, boolean indexed", tiles],
    ["sortTiles", "GroupSegments{W}::sortTiles",
        "A keys, IntArray offsets, IntArray firsts, A sorted, A spare, IntArray order, IntArray spareOrder, IntArray spans, =kind(keys), "
        + "boolean inverted, boolean indexed, int rowLength", tiles],
    ["mergeTiles", "GroupSegments{W}::mergeTiles",
        "A keys, A merged, IntArray order, IntArray mergedOrder, IntArray spans, int kind, boolean inverted, boolean indexed, "
        + "int remaining", tiles],
    ["choose", "GroupTopK{W}::choose",
        "A keys, IntArray from, IntArray to, A chosen, =kind(keys), boolean inverted, int k, int rowLength, int fromLength, int parts, "
        + "boolean last, int leaders, int load, int room", blocks],
    ["copyChosen", "GroupTopK{W}::copy", "A keys, IntArray order, IntArray indices, A chosen, int k, int rowLength", blocks],
    ["countBins", "GroupHistogram::count{W}", "A keys, A boundaries, IntArray counts, int bins, int parts, =kind(keys)", blocks],
    ["gatherTwo", "GroupGather::gatherTwo{T}",
        "A values, A others, IntArray order, A results, IntArray othersLength, int othersCapacity", tiles]]>
<#function argument parameter>
    <#if parameter?starts_with("=")>
        <#return parameter[1..]>
    </#if>
    <#local type = parameter?keep_before(" ")>
    <#local name = parameter?keep_after(" ")>
    <#return (type == "boolean")?then("${name} ? 1 : 0", name)>
</#function>
package io.github.tornadosort.stage;

<#list ["Gather", "Histogram", "MergePath32", "MergePath64", "Prefix", "Runs32", "Runs64", "Search32", "Search64", "Segments32",
    "Segments64", "Select32", "Select64", "TopK32", "TopK64"] as name>
import io.github.tornadosort.internal.kernel.Group${name};
</#list>
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.plan.Gather;
import io.github.tornadosort.internal.plan.UntypedKernel;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Adds kernels to stages, those for the types of the arrays. The parameters after the length are those of the kernels. */
@SuppressWarnings("unchecked")
final class StageKernels {
    private StageKernels() {}
<#list methods as method>
<#assign kernel = method[1]>
<#assign parameters = method[2]?split(", ")>
<#assign selectors = []>
<#list {"{W}": "width(keys)", "{O}": "operator(values, sums)", "{T}": "type(values)"} as letter, selector>
<#if kernel?contains(letter)><#assign selectors += [selector]></#if>
</#list>

    static void ${method[0]}(
            StageTasks tasks, String task, Groups g, Length n<#if kernel?contains("{O}")>,
            boolean sums</#if><#list parameters?filter(p -> !p?starts_with("=")) as p>,
            ${p?replace("^A ", "TornadoNativeArray ", "r")}</#list>) {
        String kernel = ${selectors?join(" + ")};
        tasks.add(task, g, (graph, id) -> {
            switch (kernel) {
<#list kernel?contains("{W}")?then(variants.W, [""]) as W>
<#list kernel?contains("{O}")?then(variants.O, kernel?contains("{T}")?then(variants.T, [""])) as other>
                case "${W}${other}" -> graph.task(
                        id,
                        UntypedKernel.of(${kernel?replace("{W}", W)?replace("{O}", other)?replace("{T}", other)}),
                        tasks.context(),
<#list parameters as p>
                        ${argument(p)},
</#list>
                        n.array(), n.at(), n.capacity(), ${method[3]});
</#list>
</#list>
                default -> throw new IllegalStateException(kernel);
            }
        });
    }
</#list>

    /** {@return the kind of keys for kernels} */
    static int kind(TornadoNativeArray keys) {
        return keys instanceof FloatArray || keys instanceof DoubleArray ? OrderedBits.FLOAT : OrderedBits.INTEGER;
    }

    private static String width(TornadoNativeArray keys) {
        return StageTasks.isWide(keys) ? "64" : "32";
    }

    /** @param sums whether values are added up, and not compared */
    private static String operator(TornadoNativeArray values, boolean sums) {
        String width = width(values);
        return sums ? values.getClass().getSimpleName().replace("Array", "Sums") : "Extremes" + width;
    }

    private static String type(TornadoNativeArray values) {
        return switch (values.getElementSize()) {
            case 1 -> "Bytes";
            case 2 -> "Shorts";
            case 4 -> "Ints";
            case 8 -> "Longs";
            default -> throw Gather.unsupported(values);
        };
    }
}
