<#-- The types of the values of scans and of reductions by key. Sums of floats depend on the order of additions, and do not fit in words of
     ints: they do not look back. -->
<#assign operators = [
    {"name": "Ints", "type": "int", "array": "IntArray", "none": "StageOperator.none32(sums, n)", "looksBack": true},
    {"name": "Longs", "type": "long", "array": "LongArray", "none": "StageOperator.none64(sums, n)", "looksBack": true},
    {"name": "Floats", "type": "float", "array": "FloatArray", "none": "0.0f", "looksBack": false},
    {"name": "Doubles", "type": "double", "array": "DoubleArray", "none": "0.0", "looksBack": false}]>
<#assign operator = "int valueKind, int inverted, int sums">
<#function op a b>
    <#return "StageOperator.of(${a}, ${b}, sums)">
</#function>
<#function load from>
    <#return "StageOperator.word(${from}, sums, valueKind, inverted)">
</#function>
<#function store value>
    <#return "StageOperator.element(${value}, sums, valueKind, inverted)">
</#function>

<#-- Stores a tile from a local array; what is stored of an element e is the expression, with @ for its index in the tile. -->
<#macro storeTile o array expression="e">
            for (int i = 0; i < items; i += ${batch}) {
                int first = i * workItems + item;
<#list 0..<batch as k>
                ${o.type} e${k} = ${array}[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..<batch as k>
                int at${k} = first${steps(k, "workItems")};
                if (tileBegin + at${k} < n) {
                    out.set(tileBegin + at${k}, ${store(expression?replace("@", "at${k}")?replace("VALUE", "e${k}"))});
                }
</#list>
            }
</#macro>
