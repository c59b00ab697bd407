import Files
import Imaging
import TestSupport

/// Pieces of real photos, each with different bytes.
struct SoakPhotos: Sendable {
    private let sources: [ImageSource]

    /// - Parameter folder: JPEG and PNG files.
    init(_ folder: FilePath) throws {
        let names = ((try? folder.names()) ?? []).filter { ["jpg", "jpeg", "png"].contains($0.pathExtension) }
        sources = try names.sorted { "\($0)" < "\($1)" }.map { try ImageSource(folder.appending($0).readBytes()) }
        guard !sources.isEmpty else { throw SoakError("no photos in \(folder)") }
    }

    /// A random part of a random photo, at a random scale, as PNG or WebP.
    ///
    /// - Parameter longestSide: of the result, at most, in pixels.
    func piece(_ random: inout SeededGenerator, longestSide: Int = 720) throws -> [UInt8] {
        let source = sources[Int.random(in: 0..<sources.count, using: &random)]
        let size = source.size
        let width = Int.random(in: size.width * 3 / 5...size.width, using: &random)
        let height = Int.random(in: size.height * 3 / 5...size.height, using: &random)
        let part = PixelRect(
            x: Int.random(in: 0...size.width - width, using: &random),
            y: Int.random(in: 0...size.height - height, using: &random), width: width, height: height)
        let side = Double(Int.random(in: longestSide / 2...longestSide, using: &random))
        let target = part.size.scaled(by: min(1, side / Double(part.size.longestSide)))
        let bitmap = try source.decode(part, resizedTo: target)
        let format: ImageEncoder.Format = Bool.random(using: &random) ? .png() : .webp(effort: 0)
        return try ImageEncoder(format).encode(bitmap)
    }
}
