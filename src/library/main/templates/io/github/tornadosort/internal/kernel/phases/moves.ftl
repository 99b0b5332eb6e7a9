<#-- Copies of elements: the methods of BlockMove and GroupMove. -->
<#assign bytes = {"Byte": "1 byte", "Short": "2 bytes", "Int": "4 bytes", "Long": "8 bytes"}>
<#assign moves = [
    {"name": "move32", "does": "Copies 32-bit", "from": "Int", "to": "Int", "cast": ""},
    {"name": "move64", "does": "Copies 64-bit", "from": "Long", "to": "Long", "cast": ""},
    {"name": "widen8", "does": "Widens 8-bit", "from": "Byte", "to": "Int", "cast": ""},
    {"name": "widen16", "does": "Widens 16-bit", "from": "Short", "to": "Int", "cast": ""},
    {"name": "narrow8", "does": "Narrows to 8-bit", "from": "Int", "to": "Byte", "cast": "(byte) "},
    {"name": "narrow16", "does": "Narrows to 16-bit", "from": "Int", "to": "Short", "cast": "(short) "}
]>
<#-- What all methods document. -->
<#macro documented move>
    /** ${move.does} elements. Reads ${bytes[move.from]} and writes ${bytes[move.to]} per element. */
</#macro>
