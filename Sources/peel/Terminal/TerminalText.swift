/// Text from strangers as a terminal may show it, on one line: what would move the cursor, change colours or the order of
/// letters is written as its number.
nonisolated func terminalText(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator:
            shown += scalar == "\n" || scalar == "\t" ? " " : "\\u{\(String(scalar.value, radix: 16))}"
        // Joiners belong to words of some scripts and to emoji.
        case .format where scalar.value != 0x200C && scalar.value != 0x200D:
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}
