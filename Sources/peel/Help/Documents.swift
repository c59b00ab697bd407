extension Request.Document {
    /// The whole document, as it is printed.
    nonisolated var text: String {
        switch self {
        case .program: programHelp()
        case .command(let command): commandHelp(command)
        case .man: manPage()
        case .completions("zsh"): zshCompletion()
        case .completions("fish"): fishCompletion()
        case .completions: bashCompletion()
        }
    }
}
