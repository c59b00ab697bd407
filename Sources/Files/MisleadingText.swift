extension Unicode.Scalar {
    /// Whether a terminal acts on it instead of showing it: it moves the cursor, changes colours, ends the line, or
    /// turns the order of letters. Joiners, which belong to words of some scripts and to emoji, are allowed.
    package var isMisleading: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}

extension String {
    /// The text on one line, as a terminal may show it: what would move the cursor, change colours or the order of
    /// letters is written as its number.
    package var onOneLine: String {
        var shown = ""
        for scalar in unicodeScalars {
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
}
