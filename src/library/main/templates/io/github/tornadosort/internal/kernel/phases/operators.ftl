<#-- The operators of scans and of reductions by key. Extremes are those of the keys' signed words. -->
<#assign operators = [
    {"name": "IntSums", "type": "int", "array": "IntArray", "none": "0", "extreme": false},
    {"name": "LongSums", "type": "long", "array": "LongArray", "none": "0L", "extreme": false},
    {"name": "FloatSums", "type": "float", "array": "FloatArray", "none": "0.0f", "extreme": false},
    {"name": "DoubleSums", "type": "double", "array": "DoubleArray", "none": "0.0", "extreme": false},
    {"name": "Extremes32", "type": "int", "array": "IntArray", "none": "none", "extreme": true},
    {"name": "Extremes64", "type": "long", "array": "LongArray", "none": "none", "extreme": true}]>
<#function op o a b>
    <#return o.extreme?then("Math.max(${a}, ${b})", "${a} + ${b}")>
</#function>
<#function load o from>
    <#return o.extreme?then("SignedWords.of(${from}, valueKind, ${flip(o)})", from)>
</#function>
<#function store o value>
    <#return o.extreme?then("SignedWords.key(${value}, valueKind, ${flip(o)})", value)>
</#function>
<#function flip o>
    <#return (o.type == "long")?then("flip64(inverted)", "flip32(inverted)")>
</#function>
<#macro flips>

    /** {@return the flip of {@link SignedWords}} */
    private static int flip32(int inverted) {
        return inverted != 0 ? -1 : 0;
    }

    /** {@return the flip of {@link SignedWords}} */
    private static long flip64(int inverted) {
        return inverted != 0 ? -1L : 0L;
    }
</#macro>

<#-- The group's elements, and what an extreme of no elements is. -->
<#macro spanAndNone o>
<@span/>
<#if o.extreme>
        ${o.type} none = SignedWords.lowest${(o.type == "long")?then(64, 32)}(length.get(at));
</#if>
</#macro>

<#-- Stores a tile from a local array. -->
<#macro storeTile o array>
            for (int i = 0; i < items; i += ${batch}) {
                int first = tileBegin + i * workItems + item;
<#list 0..<batch as k>
                ${o.type} e${k} = ${array}[striped + ${factor("i", k)} * stripe];
</#list>
<#list 0..<batch as k>
                if (first${steps(k, "workItems")} < end) {
                    out.set(first${steps(k, "workItems")}, ${store(o, "e${k}")});
                }
</#list>
            }
</#macro>
