import Peel

/// Text from strangers as a terminal may show it, on one line: what would move the cursor, change colours or the order
/// of letters is written as its number.
func terminalText(_ text: String) -> String {
    text.onOneLine
}
