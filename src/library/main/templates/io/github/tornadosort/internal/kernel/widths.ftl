<#-- What depends on the width of the keys. -->
<#assign wide = W == 64>
<#assign Keys = key?cap_first + "Array">
<#assign allocateKeys = "allocate" + key?cap_first + "LocalArray">
<#assign sign = wide?then("0x8000000000000000L", "0x80000000")>

<#-- The import of LongArray, if only the keys are longs. -->
<#macro importKeys>
<#if wide>
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
</#if>
</#macro>

<#-- A parameter that has a word for each half of a key. -->
<#function parameter name>
    <#return wide?then("PassParameters.${name}64(p)", "p.get(PassParameters.${name?upper_case})")>
</#function>

<#-- The bits of a key that have its order. -->
<#function ordered key>
    <#return "(OrderedBits.of(${key}, kind) ^ flip)">
</#function>

<#-- The upper half of a word, as an int. -->
<#function high word>
    <#return wide?then("(int) (${word} >>> 32)", "0")>
</#function>

<#-- The parameters of the order of keys. -->
<#macro order>
        ${key} flip = ${parameter("flip")};
        ${key} bits = ${parameter("bits")};
</#macro>
