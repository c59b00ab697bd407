extension Command {
    /// All commands, in the order in which help shows them.
    static let all: [Command] = [
        make, check, upload, cut, sheet, scan, colors, catalog, serve, split, worker, merge, doctor, help,
    ]

    static let allNames = all.map(\.name).joined(separator: ", ")
}
