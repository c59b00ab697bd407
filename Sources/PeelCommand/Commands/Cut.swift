import Catalog
import Execution
import FoundationEssentials
import Glibc
import ImageLoading
import Peel

/// `peel cut`.
///
/// - Throws: ``UsageError`` for an output that makes no sense once one has looked at it.
@MainActor
func cut(_ request: CutRequest, in context: CommandContext) async throws(UsageError) -> ExitCode {
    if request.output == nil, context.terminal.outputIsTerminal {
        throw UsageError("a picture is not text for a terminal: name a file, or lead it into a pipe", command: .cut)
    }
    if let photo = request.photo, let output = request.output, await isSameFile(photo, output) {
        throw UsageError("\(output) is the photo itself: the sticker needs another name", command: .cut)
    }
    do throws(CommandFailure) {
        let photo = try await readPhoto(request.photo, limits: request.limits, readInput: context.readInput)
        let cutting = try await context.backend.startCut(request)
        let cut = try await naming(request.photo) { () async throws(CommandFailure) in try await cutting.cut(photo) }
        let files = cut.files
        if let enlargement = cut.enlargement, !request.isQuiet {
            let factor = (enlargement * 10).rounded() / 10
            context.complain(
                "\(request.photo?.description ?? "standard input"): the sticker is enlarged \(factor) times; "
                    + "--size original keeps the photo's pixels")
        }
        if cut.isTextCut, !request.isQuiet {
            context.complain("--text has a word that is too wide and is cut: shorten it, or write it in several lines")
        }
        guard let output = request.output else {
            for file in files { context.output.write(bytes: file) }
            return .done
        }
        // A file that is begun is finished, or a killed run would leave its beginning beside it.
        context.stop.beginWork()
        defer { context.stop.endWork() }
        let isSplit = request.options.subjects.isEach
        if let photo = request.photo, isSplit {
            for number in 1...max(1, files.count) where await isSameFile(photo, numbered(output, number)) {
                throw CommandFailure("\(numbered(output, number)) is the photo itself: give another name with -o")
            }
        }
        try await write(files, to: output, isSplit: isSplit)
        return context.stop.isRequested ? .interrupted : .done
    } catch {
        context.complain(error.description)
        return ExitCode(endedBy: error)
    }
}

/// The bytes of a photo that was named, or of standard input.
@concurrent
func readPhoto(
    _ path: FilePath?, limits: ImageLimits, readInput: @Sendable (Int) throws(FileError) -> [UInt8]
) async throws(CommandFailure) -> [UInt8] {
    try await naming(path) { () async throws(CommandFailure) in
        if let path, let source = try? CatalogSource(operand: path, command: .cut), case .picture(let url) = source.kind
        {
            return try await readPicture(url, limits)
        }
        do throws(FileError) {
            if let path { return try path.readBytes(limit: limits.bytes, allowsPipes: true) }
            return try readInput(limits.bytes)
        } catch {
            let failure = CommandFailure(reading: error)
            guard error.cause == .system(EISDIR) else { throw failure }
            throw CommandFailure("\(failure) (name the photos in it, or use peel make)")
        }
    }
}

/// A picture from the web, with the loader's limits.
private func readPicture(_ url: URL, _ limits: ImageLimits) async throws(CommandFailure) -> [UInt8] {
    let loader = WebCatalog(WebSettings(), limits: limits).loader
    do throws(ImageLoaderError) {
        let bytes = try await loader.data(ImageRequest(url, cachePolicy: .staleIfUnreachable)).bytes
        await loader.finishWriting()
        return bytes
    } catch {
        throw CommandFailure(error)
    }
}

/// Puts the photo's name before what went wrong with it.
func naming<Value>(
    _ photo: FilePath?, _ work: () async throws(CommandFailure) -> Value
) async throws(CommandFailure) -> Value {
    do throws(CommandFailure) {
        return try await work()
    } catch {
        throw CommandFailure(
            "\(photo?.description ?? "standard input"): \(error)", isTemporary: error.isTemporary)
    }
}

/// Whether both are one file that is there, also by way of links.
@concurrent
func isSameFile(_ left: FilePath, _ right: FilePath) async -> Bool {
    guard let left = try? left.status(), let right = try? right.status() else { return false }
    return left.kind == .regular && left.identity == right.identity
}

/// Waits for the disk, on a thread of its own.
private func write(
    _ files: [[UInt8]], to output: FilePath, isSplit: Bool
) async throws(CommandFailure) {
    try await OwnThread.run { () throws(CommandFailure) in
        // What a killed run was just writing there.
        _ = try? AtomicFile.removeLeftovers(in: output.parent)
        do throws(FileError) {
            for (index, file) in files.enumerated() {
                let path = isSplit ? numbered(output, index + 1) : output
                try AtomicFile.write(file, to: path, followingLinks: !isSplit)
            }
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// `cat-1.png` of `cat.png`.
func numbered(_ path: FilePath, _ number: Int) -> FilePath {
    let name = path.lastComponent.bytes
    let stem = path.stem.bytes
    let numbered = FilePath(bytes: stem + Array("-\(number)".utf8) + name[stem.count...])
    return path.bytes.contains(UInt8(ascii: "/")) ? path.parent.appending(numbered) : numbered
}
