<#-- The operators of scans and of reductions by key. Extremes are those of the keys' signed words. -->
<#assign operators = [
    {"name": "IntSums", "type": "int", "array": "IntArray", "none": "0", "extreme": false},
    {"name": "LongSums", "type": "long", "array": "LongArray", "none": "0L", "extreme": false},
    {"name": "FloatSums", "type": "float", "array": "FloatArray", "none": "0.0f", "extreme": false},
    {"name": "DoubleSums", "type": "double", "array": "DoubleArray", "none": "0.0", "extreme": false},
    {"name": "Extremes32", "type": "int", "array": "IntArray", "none": "0x80000000", "extreme": true},
    {"name": "Extremes64", "type": "long", "array": "LongArray", "none": "0x8000000000000000L", "extreme": true}]>
<#function op o a b>
    <#return o.extreme?then("Math.max(${a}, ${b})", "${a} + ${b}")>
</#function>
<#function load o from>
    <#return o.extreme?then("SignedWords.of(${from}, kind, ${flip(o)})", from)>
</#function>
<#function store o value>
    <#return o.extreme?then("SignedWords.key(${value}, kind, ${flip(o)})", value)>
</#function>
<#function flip o>
    <#return (o.type == "long")?then("flip64(unsigned, inverted)", "flip32(unsigned, inverted)")>
</#function>
<#macro flips>

    /** {@return the flip of {@link SignedWords}} */
    private static int flip32(int unsigned, int inverted) {
        return (unsigned != 0 ? 0x80000000 : 0) ^ (inverted != 0 ? -1 : 0);
    }

    /** {@return the flip of {@link SignedWords}} */
    private static long flip64(int unsigned, int inverted) {
        return (unsigned != 0 ? 0x8000000000000000L : 0L) ^ (inverted != 0 ? -1L : 0L);
    }
</#macro>
