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
    @inline(never)  // The optimizer of Swift 6.3 crashes when it puts this into an asynchronous function.
    func piece(_ random: inout SeededGenerator, longestSide: Int = 720) throws -> [UInt8] {
        let bitmap = try bitmap(&random, longestSide: longestSide)
        let format: ImageEncoder.Format = Bool.random(using: &random) ? .png() : .webp(effort: 0)
        return try ImageEncoder(format).encode(bitmap)
    }

    /// Movies of less than a second in which such a part sways.
    func clips(_ count: Int, _ random: inout SeededGenerator) async throws -> [[UInt8]] {
        let folder = TemporaryFolder()
        let sway: FilePath = "scale=240:240,pad=280:240:20:0,crop=240:240:'20+12*sin(9*t)':0,format=yuv420p"
        var clips: [[UInt8]] = []
        for number in 0..<count {
            let bitmap = try bitmap(&random, longestSide: 480)
            let photo = try folder.write(try ImageEncoder(.png()).encode(bitmap), to: FilePath("\(number).png"))
            let movie = folder.path.appending("\(number).mp4")
            let made = try await Subprocess(
                "ffmpeg",
                ["-nostdin", "-v", "error", "-loop", "1", "-r", "10", "-i", photo, "-t", "0.8", "-vf", sway, movie]
            ).run()
            guard made.succeeded else { throw SoakError("ffmpeg makes no clip: \(made.errorText)") }
            clips.append(try movie.readBytes())
        }
        return clips
    }

    private func bitmap(_ random: inout SeededGenerator, longestSide: Int) throws -> Bitmap {
        let source = sources[Int.random(in: 0..<sources.count, using: &random)]
        let size = source.size
        let width = Int.random(in: size.width * 3 / 5...size.width, using: &random)
        let height = Int.random(in: size.height * 3 / 5...size.height, using: &random)
        let part = PixelRect(
            x: Int.random(in: 0...size.width - width, using: &random),
            y: Int.random(in: 0...size.height - height, using: &random), width: width, height: height)
        let side = Double(Int.random(in: longestSide / 2...longestSide, using: &random))
        let target = part.size.scaled(by: min(1, side / Double(part.size.longestSide)))
        return try source.decode(part, resizedTo: target)
    }
}
