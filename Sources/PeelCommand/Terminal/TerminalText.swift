import Peel

/// Text from strangers as a terminal may show it, on one line: what would move the cursor, change colours or the order of
/// letters is written as its number.
func terminalText(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
        if scalar == "\n" || scalar == "\t" {
            shown += " "
        } else if scalar.isMisleading {
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}
