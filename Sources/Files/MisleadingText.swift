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
