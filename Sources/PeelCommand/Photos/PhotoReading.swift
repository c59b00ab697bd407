import Catalog
import FoundationEssentials
import Glibc
import ImageLoading
import Peel

/// The bytes of a photo that was named, or of standard input.
@concurrent
func readPhoto(
    _ path: FilePath?, limits: ImageLimits, readInput: @Sendable (Int) throws -> [UInt8]
) async throws -> [UInt8] {
    try await naming(path) {
        if let path, let source = try? CatalogSource(operand: path), case .picture(let url) = source.kind {
            return try await readPicture(url, limits)
        }
        do {
            if let path { return try path.readBytes(limit: limits.bytes, allowsPipes: true) }
            return try readInput(limits.bytes)
        } catch let error as FileError {
            let failure = CommandFailure(reading: error)
            guard error.cause == .system(EISDIR) else { throw failure }
            throw CommandFailure("\(failure) (give the photos in it, or use peel make)")
        }
    }
}

/// A picture from the web, with the loader's limits.
private func readPicture(_ url: URL, _ limits: ImageLimits) async throws -> [UInt8] {
    let loader = WebCatalog(WebSettings(), limits: limits).loader
    do {
        let bytes = try await loader.data(ImageRequest(url, cachePolicy: .staleIfUnreachable)).bytes
        await loader.finishWriting()
        return bytes
    } catch {
        // Without the remedy of commands that have --timeout.
        throw CommandFailure("\(error)", isTemporary: CommandFailure(error).isTemporary)
    }
}

/// Puts the photo's name before what went wrong with it.
func naming<Value>(_ photo: FilePath?, _ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch {
        let failure = CommandFailure(error)
        throw CommandFailure("\(photo?.description ?? "standard input"): \(failure)", isTemporary: failure.isTemporary)
    }
}

/// Whether both are one file that is there, also by way of links.
@concurrent
func isSameFile(_ left: FilePath, _ right: FilePath) async -> Bool {
    guard let left = try? left.status(), let right = try? right.status() else { return false }
    return left.kind == .regular && left.identity == right.identity
}

/// `cat-1.png` of `cat.png`.
func numbered(_ path: FilePath, _ number: Int) -> FilePath {
    let name = path.lastComponent.bytes
    let stem = path.stem.bytes
    let numbered = FilePath(bytes: stem + Array("-\(number)".utf8) + name[stem.count...])
    return path.bytes.contains(UInt8(ascii: "/")) ? path.parent.appending(numbered) : numbered
}
