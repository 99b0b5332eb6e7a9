import io.github.tornadosort.Sorter
import io.github.tornadosort.Strings

fun main() {
    val keys = intArrayOf(3, 1, 2)
    val names = arrayOf("b", null, "a")
    Sorter.open().use { sorter ->
        sorter.sort(keys)
        sorter.sort(names)
    }
    // A string may be null, so Kotlin asks for the second value.
    val last: String = Strings.of(names).get(2) ?: "none"
    println(keys.joinToString() + " " + names.joinToString() + " " + last)
}
