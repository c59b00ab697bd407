import Files
import Peel

/// Reads broken pictures of every format: the header, the whole, a small version, a part, and what is encoded of it
/// again.
struct BrokenImages {
    /// Small enough for an input to take milliseconds.
    private static let limits = ImageLimits(bytes: 1 << 20, pixels: 1 << 18)
    private let processor: PhotoProcessor

    init() throws {
        processor = PhotoProcessor(
            segmenter: try SubjectSegmenter(), options: ProcessingOptions(size: .longestSide(128)))
    }

    /// The tests' pictures without the large ones.
    static func seeds(_ fixtures: FilePath) throws -> [[UInt8]] {
        try FolderWalk(fixtures).files.map { try $0.path.readBytes() }.filter { $0.count < 100_000 }.filter {
            ImageFormat(signatureOf: $0) != nil
        }
    }

    /// Reads a picture. Returns whether it could be decoded.
    func read(_ bytes: [UInt8], _ number: Int) throws -> Bool {
        if let moving = MovingPicture(bytes), moving.decodingMemory() <= 8 * Self.limits.pixels {
            _ = try? moving.frames()
        }
        guard let source = try? ImageSource(bytes, limits: Self.limits) else { return false }
        guard source.size.area > 0, source.size.area <= Self.limits.pixels else {
            throw SoakError("\(source.size) is over the limit")
        }
        if let whole = try? source.decode(), whole.size != source.size {
            throw SoakError("the header says \(source.size), decoded are \(whole.size)")
        }
        guard let small = try? source.decode(atLeast: 40) else { return false }
        let part = PixelRect(
            x: source.size.width / 3, y: source.size.height / 4, width: (source.size.width + 1) / 2,
            height: (source.size.height + 1) / 2)
        _ = try? source.decode(part, resizedTo: part.size.scaled(by: 0.3))
        let again = try ImageSource(try ImageEncoder(.png()).encode(small)).decode()
        guard again.size == small.size else { throw SoakError("\(small.size) becomes \(again.size)") }
        // A photo's whole path through the program takes a hundred times as long.
        if number.isMultiple(of: 50) { _ = try? processor.processBlocking(data: bytes) }
        return true
    }
}
