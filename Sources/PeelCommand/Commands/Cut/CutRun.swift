import Execution
import Peel

extension CutRequest: CommandRequest {
    static let textIsCut =
        "--text has a word that does not fit and was cut off: shorten it, or write it in several lines"

    /// - Throws: ``UsageError`` for an output that makes no sense once one has looked at it.
    func run(in context: CommandContext) async throws -> ExitCode {
        if output == nil, context.terminal.outputIsTerminal {
            throw UsageError("refusing to write an image to the terminal: use -o FILE or a pipe")
        }
        if let photo, let output, await isSameFile(photo, output) {
            throw UsageError("\(output) is the photo itself: the sticker needs another name")
        }
        let bytes = try await readPhoto(photo, limits: limits, readInput: context.readInput)
        let cutting = try await context[PhotoCutting.self].start(self)
        let cut = try await naming(photo) { try await cutting(bytes) }
        let files = cut.files
        if let enlargement = cut.enlargement, !isQuiet {
            let factor = (enlargement * 10).rounded() / 10
            context.complain(
                "\(photo?.description ?? "standard input"): the sticker is enlarged \(factor) times; "
                    + "--size original keeps the photo's pixels")
        }
        if cut.isTextCut, !isQuiet {
            context.complain(Self.textIsCut)
        }
        guard let output else {
            for file in files { context.output.write(bytes: file) }
            return .done
        }
        // A file that is begun is finished, or a killed run would leave its beginning beside it.
        context.stop.beginWork()
        defer { context.stop.endWork() }
        let isSplit = options.subjects.isEach
        if let photo, isSplit {
            for number in 1...max(1, files.count) where await isSameFile(photo, numbered(output, number)) {
                throw CommandFailure("\(numbered(output, number)) is the photo itself: give another name with -o")
            }
        }
        try await write(files, to: output, isSplit: isSplit)
        return context.stop.isRequested ? .interrupted : .done
    }
}

/// Waits for the disk, on a thread of its own.
private func write(_ files: [[UInt8]], to output: FilePath, isSplit: Bool) async throws {
    try await OwnThread.run {
        // What a killed run was just writing there.
        _ = try? AtomicFile.removeLeftovers(in: output.parent)
        for (index, file) in files.enumerated() {
            let path = isSplit ? numbered(output, index + 1) : output
            try AtomicFile.write(file, to: path, followingLinks: !isSplit)
        }
    }
}
