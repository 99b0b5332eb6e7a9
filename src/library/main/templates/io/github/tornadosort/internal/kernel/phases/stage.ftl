<#-- What the kernels of stages share. -->
<#assign scalars = "IntArray length, int at, int capacity, int workItems, int items,\n            int blocks">

<#-- The elements of this group. -->
<#macro span>
        int item = context.localIdx;
        int group = context.groupIdx;
        int tileSize = workItems * items;
        int n = Math.max(0, Math.min(length.get(at), capacity));
        int begin = StageSpan.begin(n, group, tileSize, blocks);
        int end = StageSpan.begin(n, group + 1, tileSize, blocks);
</#macro>

<#-- Combines a number of each work-item: afterwards, the first element of the local array has the result. -->
<#macro combine array op barrier=true>
        for (int half = workItems / 2; half > 0; half = half / 2) {
            if (item < half) {
                ${array}[item] = ${op?replace("A", array + "[item]")?replace("B", array + "[item + half]")};
            }
            context.localBarrier();
        }
</#macro>

<#-- Adds the block sums before this group, with the local array partial. The result is in the variable. -->
<#macro blocksBefore variable sums>
        int ${variable}Own = 0;
        for (int b = item; b < group; b += workItems) {
            ${variable}Own = ${variable}Own + ${sums}.get(b);
        }
        partial[item] = ${variable}Own;
        context.localBarrier();
        <@combine "partial" "A + B"/>
        int ${variable} = partial[0];
        context.localBarrier();
</#macro>

<#-- From a count of each work-item to the counts before it, in the variable before, and the count of all, in all. -->
<#macro countsBefore own before="before" all="all">
            partial[item] = ${own};
            context.localBarrier();
            int ${before} = 0;
            int ${all}OfRow = 0;
            for (int c = 0; c < ROW; c++) {
                int s = partial[item / ROW * ROW + c];
                ${before} = ${before} + (c < (item & (ROW - 1)) ? s : 0);
                ${all}OfRow = ${all}OfRow + s;
            }
            if ((item & (ROW - 1)) == 0) {
                rowSums[item / ROW] = ${all}OfRow;
            }
            context.localBarrier();
            int ${all} = 0;
            for (int c = 0; c < workItems / ROW; c++) {
                int s = rowSums[c];
                ${before} = ${before} + (c < item / ROW ? s : 0);
                ${all} = ${all} + s;
            }
</#macro>
