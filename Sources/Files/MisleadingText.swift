extension Unicode.Scalar {
    /// Whether a terminal does not show it as a letter: it moves the cursor, changes colours, ends the line, or turns
    /// the order of letters round. Joiners belong to words of some scripts and to emoji.
    package var isMisleading: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}
