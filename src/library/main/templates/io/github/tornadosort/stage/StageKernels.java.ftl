<#-- The kernels of which a task runs one. In their names, W is the width of the keys, O the type of the values, I and F the same if it is of
     integers and of floats, and T the size of elements. -->
<#assign variants = {
    "W": ["32", "64"],
    "O": ["Ints", "Longs", "Floats", "Doubles"],
    "I": ["Ints", "Longs"],
    "F": ["Floats", "Doubles"],
    "T": ["Bytes", "Shorts", "Ints", "Longs"]}>
<#assign letters = {"W": "width(keys)", "O": "numbers(values, sums)", "I": "numbers(values, sums)", "F": "numbers(values, sums)",
    "T": "type(values)"}>
<#assign blocks = "g.workItems(), g.blocks()">
<#assign back = "state">
<#assign operator = "=kind(values), boolean inverted, boolean sums">
<#assign tiles = "g.workItems(), g.items(), g.blocks()">
<#-- For each method: its name, the kernels, their parameters up to the length, and those after the capacity. A parameter of type A is an
     array of any type; = comes before an expression; kernels take 1 for true. -->
<#assign methods = [
    ["countHeads", "", "A keys, IntArray counts, =kind(keys)", tiles, "BlockSelect{W}::countHeads"],
    ["moveHeads", "", "A keys, A heads, IntArray counts, IntArray total, =kind(keys), boolean partition", tiles,
        "BlockSelect{W}::moveHeads"],
    ["lookBackHeads", "GroupSelect{W}::lookBackHeads", "A keys, A heads, IntArray total, =kind(keys)", back],
    ["countFlagged", "", "IntArray flags, IntArray counts", tiles, "BlockSelect32::countFlagged"],
    ["moveFlagged", "",
        "IntArray flags, A keys, A chosen, IntArray counts, IntArray total, boolean partition", tiles, "BlockSelect{W}::moveFlagged"],
    ["moveFlaggedIndices", "",
        "IntArray flags, IntArray chosen, IntArray counts, IntArray total, boolean partition", tiles,
        "BlockSelect32::moveFlaggedIndices"],
    ["lookBackFlagged", "GroupSelect{W}::lookBackFlagged", "IntArray flags, A keys, A chosen, IntArray total, int others", back],
    ["lookBackFlaggedIndices", "GroupSelect32::lookBackFlaggedIndices", "IntArray flags, IntArray chosen, IntArray total, int others", back],
    ["reduceLengths", "", "A keys, IntArray counts, IntArray ofBlocks, =kind(keys)", tiles, "BlockRuns{W}::reduceLengths"],
    ["storeLengths", "", "A keys, A runKeys, IntArray lengths, IntArray counts, IntArray ofBlocks, IntArray total, =kind(keys)", tiles,
        "BlockRuns{W}::storeLengths"],
    ["lookBackLengths", "GroupRuns{W}::lookBackLengths", "A keys, A runKeys, IntArray lengths, IntArray total, =kind(keys)", back],
    ["reduceRuns", "GroupRuns{W}::reduce{F}", "A keys, A values, IntArray counts, A ofBlocks, =kind(keys), " + operator, tiles,
        "BlockRuns{W}::reduce{O}"],
    ["storeRuns", "GroupRuns{W}::store{F}",
        "A keys, A values, A runKeys, A results, IntArray counts, A ofBlocks, IntArray total, =kind(keys), " + operator, tiles,
        "BlockRuns{W}::store{O}"],
    ["scanRuns", "GroupRuns{W}::scan{F}",
        "A keys, A values, A results, IntArray counts, A ofBlocks, =kind(keys), " + operator + ", boolean inclusive", tiles,
        "BlockRuns{W}::scan{O}"],
    ["lookBackStore", "GroupRuns{W}::lookBackStore{I}",
        "A keys, A values, A runKeys, A results, IntArray total, =kind(keys), " + operator, back],
    ["lookBackScan", "GroupRuns{W}::lookBackScan{I}",
        "A keys, A values, A results, =kind(keys), " + operator + ", boolean inclusive", back],
    ["reduce", "GroupPrefix::reduce{F}", "A values, A ofBlocks, " + operator, tiles, "BlockPrefix::reduce{O}"],
    ["scan", "GroupPrefix::scan{F}", "A values, A results, A ofBlocks, " + operator + ", boolean inclusive", tiles,
        "BlockPrefix::scan{O}"],
    ["lookBack", "GroupPrefix::lookBack{I}", "A values, A results, " + operator + ", boolean inclusive", back],
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
    ["gather", "GroupGather::gather{T}", "A values, IntArray order, A results", tiles],
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
<#function others kernel>
    <#list ["O", "I", "F", "T"] as letter>
        <#if kernel?contains("{" + letter + "}")><#return variants[letter]></#if>
    </#list>
    <#return [""]>
</#function>
<#-- The words of look-back for each tile: one for a count, and one for each 32 bits of a value. -->
<#function words kernel>
    <#local ofValues = 'width(values).equals("64") ? 2 : 1'>
    <#return kernel?contains("Store")?then("1 + (" + ofValues + ")", kernel?contains("{I}")?then(ofValues, kernel?contains("Lengths")?then("2", "1")))>
</#function>
<#-- Adds the kernel for the types of the arrays, as a parallel loop or with groups. -->
<#macro cases kernel scalars loop=false>
<#local selectors = []>
<#list letters as letter, selector>
<#if kernel?contains("{" + letter + "}")><#local selectors += [selector]></#if>
</#list>
<#if selectors?size == 0>
        var kernel = UntypedKernel.of(${kernel});
<#else>
        var kernel = switch (${selectors?join(" + ")}) {
<#list kernel?contains("{W}")?then(variants.W, [""]) as W>
<#list others(kernel) as other>
            case "${W}${other}" -> UntypedKernel.of(${kernel?replace("{W}", W)?replace("[{][OIFT][}]", other, "r")});
</#list>
</#list>
            default -> throw new IllegalStateException(task);
        };
</#if>
        tasks.${loop?then("addLoop(task", "add(task, g")}, (graph, id) -> graph.task(
                id, kernel, <#if !loop>tasks.context(), </#if><#list parameters as p>${argument(p)}, </#list>
<#if scalars == back>
                tasks.lengthOnDevice(n), tasks.parameters(), tasks.lengthFromHost(n), n.capacity(), state, g.workItems(), g.items()));
<#else>
                n.array(), n.at(), n.capacity(), ${scalars}));
</#if>
</#macro>
package io.github.tornadosort.stage;

<#list ["Prefix", "Runs32", "Runs64", "Select32", "Select64"] as name>
import io.github.tornadosort.internal.kernel.Block${name};
</#list>
<#list ["Gather", "Histogram", "MergePath32", "MergePath64", "Prefix", "Runs32", "Runs64", "Search32", "Search64", "Segments32",
    "Segments64", "Select32", "Select64", "TopK32", "TopK64"] as name>
import io.github.tornadosort.internal.kernel.Group${name};
</#list>
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.plan.UntypedKernel;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Adds kernels to stages, those for the types of the arrays. The parameters after the length are those of the kernels. */
@SuppressWarnings("unchecked")
final class StageKernels {
    private StageKernels() {}
<#list methods as method>
<#assign parameters = method[2]?split(", ")>

    static void ${method[0]}(
            StageTasks tasks, String task, Groups g, Length n<#list parameters?filter(p -> !p?starts_with("=")) as p>,
            ${p?replace("^A ", "TornadoNativeArray ", "r")}</#list>) {
<#if (method[4]!"") != "">
<#if method[1] != "">
        if (tasks.byBlocks()) {
<@cases kernel=method[4] scalars="g.blocks()" loop=true/>
            return;
        }
<#else>
<@cases kernel=method[4] scalars="g.blocks()" loop=true/>
</#if>
</#if>
<#if method[3] == back>
        LongArray state = tasks.words(g, ${words(method[1])});
</#if>
<#if method[1] != "">
<@cases kernel=method[1] scalars=method[3]/>
</#if>
    }
</#list>

    /** {@return the kind of keys for kernels} */
    static int kind(TornadoNativeArray keys) {
        return keys instanceof FloatArray || keys instanceof DoubleArray ? OrderedBits.FLOAT : OrderedBits.INTEGER;
    }

    /** Returns whether values can be in the words of a look-back: not sums of floats. */
    static boolean looksBack(TornadoNativeArray values, boolean sums) {
        return !sums || kind(values) == OrderedBits.INTEGER;
    }

    private static String width(TornadoNativeArray keys) {
        return StageTasks.isWide(keys) ? "64" : "32";
    }

    /** @param sums whether values are added up, and not compared: the words of floats are ints */
    private static String numbers(TornadoNativeArray values, boolean sums) {
        String integers = width(values).equals("64") ? "Longs" : "Ints";
        return sums ? values.getClass().getSimpleName().replace("Array", "s") : integers;
    }

    private static String type(TornadoNativeArray values) {
        return switch (values.getElementSize()) {
            case 1 -> "Bytes";
            case 2 -> "Shorts";
            case 4 -> "Ints";
            default -> "Longs";
        };
    }
}
