import Clips
import Execution
package import Files
package import Imaging
package import Movies
import Stickers

/// A clip of which a sticker is made: a movie, or a GIF, WebP, PNG or AVIF that moves.
package struct ClipFile: Sendable {
    private enum Content: Sendable {
        case movie(MovieSource, MovieLimits)
        case picture(MovingPicture)
    }

    private let content: Content

    /// What the names of movies end with.
    package static let pathExtensions = ["mp4", "mov", "m4v", "webm", "mkv", "avi"]

    /// A file on the disk. Blocks: it reads the first bytes, and all of a WebP.
    package init(_ path: FilePath, limits: MovieLimits = MovieLimits()) {
        let format = (try? Self.head(of: path)).flatMap { ImageFormat(signatureOf: $0) }
        if format == .webp, let bytes = try? path.readBytes(limit: ImageLimits().bytes),
            let picture = MovingPicture(bytes)
        {
            content = .picture(picture.asShown)
        } else {
            content = .movie(.file(path), limits)
        }
    }

    /// A file in memory; `nil` for a picture that does not move, and for what is neither.
    package init?(_ bytes: [UInt8], limits: MovieLimits = MovieLimits()) {
        // FFmpeg does not read an animated WebP.
        if let picture = MovingPicture(bytes) {
            content = .picture(picture.asShown)
        } else if Self.isMovie(bytes) {
            content = .movie(.bytes(bytes), limits)
        } else {
            return nil
        }
    }

    /// The movie in a phone's photo; `nil` for a photo without one.
    package init?(motionHalfOf photo: [UInt8], limits: MovieLimits = MovieLimits()) {
        switch ImageFormat(signatureOf: photo) {
        case .jpeg?, .heic?, .avif?: break
        default: return nil
        }
        guard let half = MotionHalf(photo) else { return nil }
        content = .movie(.bytes(Array(photo[half.range])), limits)
    }

    /// A movie on the disk, by its first bytes; `nil` for pictures, also for those that move. Blocks.
    package init?(movieAt path: FilePath, limits: MovieLimits = MovieLimits()) throws(FileError) {
        let head = try Self.head(of: path)
        guard ImageFormat(signatureOf: head) == nil, Self.isMovie(head) else { return nil }
        content = .movie(.file(path), limits)
    }

    private static func head(of path: FilePath) throws(FileError) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 4096)
        head.removeLast(head.count - (try OpenFile.readingFile(path).read(into: &head)))
        return head
    }

    /// QuickTime File Format, "Overview of Movie Atoms": what files begin with that are older than `ftyp`.
    static let firstBoxes = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]

    /// By its first bytes: ISO 14496-12 4.3, RFC 8794 11.2.1 (Matroska and WebM), AVI, a picture with a second one.
    private static func isMovie(_ bytes: [UInt8]) -> Bool {
        switch ImageFormat(signatureOf: bytes) {
        case .gif?: hasSecondPicture(bytes)
        case .png?: saysThatItMoves(png: bytes) && hasSecondPicture(bytes)
        // AV1-AVIF 1.1, 6.3: the brand of sequences.
        case .avif?: String(decoding: bytes.prefix(64), as: UTF8.self).contains("avis") && hasSecondPicture(bytes)
        case .some: false
        case nil:
            // Canon's raw files (CR3) are boxes, too.
            bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
                || firstBoxes.contains(where: { bytes.dropFirst(4).starts(with: $0.utf8) })
                    && !bytes.dropFirst(8).starts(with: "crx ".utf8)
                || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "AVI ".utf8)
        }
    }

    private static func hasSecondPicture(_ bytes: [UInt8]) -> Bool {
        (try? MovieFacts(bytes)).map { $0.frameCount > 1 } ?? false
    }

    /// PNG 3rd ed. 11.3.6.1: `acTL` stands before the pixels.
    private static func saysThatItMoves(png bytes: [UInt8]) -> Bool {
        PNGChunks(bytes).first { ["acTL", "IDAT"].contains($0.name) }?.name == "acTL"
    }

    /// How large its frames are, as a person sees them, and how long it lasts.
    package struct Facts: Hashable, Sendable {
        /// In pixels.
        package let size: PixelSize
        /// In nanoseconds; `nil` where the file does not say.
        package internal(set) var duration: Int64?
        /// Frames a second; `nil` where the file does not say.
        let frameRate: Double?
        /// Whether its frames have alpha, used or not.
        var hasAlpha = false

        /// About how many frames of a part are taken, at a limited rate; as if the clip were long where the file does
        /// not say how long it is.
        ///
        /// - Parameters:
        ///   - start: in nanoseconds.
        ///   - end: in nanoseconds.
        ///   - rate: frames a second.
        func frameCount(from start: Int64, before end: Int64, atMost rate: Double) -> Int {
            let seconds = Double(max(0, min(end, duration ?? end) - start)) / 1e9
            // Of frames that come faster, each second one is taken, or each third, …; times vary by a tenth.
            let own = frameRate ?? rate
            return max(1, Int((seconds * own / max(1, (0.9 * own / rate).rounded(.up))).rounded()))
        }
    }

    /// Reads the header and the first frame.
    ///
    /// - Throws: `MovieError` for a clip that cannot be read.
    package func facts() async throws -> Facts {
        switch content {
        case .movie(let source, let limits):
            let (reader, picture) = try await Self.open(source, limits, framesAhead: 1)
            return Facts(
                size: picture.format.displaySize, duration: reader.info.duration, frameRate: picture.frameRate,
                hasAlpha: picture.hasAlpha)
        case .picture(let picture):
            let rate = Double(picture.durations.count) * 1000 / Double(max(1, picture.duration))
            return Facts(size: picture.size, duration: Int64(picture.duration) * 1_000_000, frameRate: rate)
        }
    }

    /// Pictures of its beginning at equal distances; none if it has no frame.
    ///
    /// - Parameters:
    ///   - end: what of the clip is shown, in nanoseconds.
    ///   - side: the longer side; a smaller frame stays as it is.
    package func pictures(_ count: Int, until end: Int64, side: Int) async throws -> [Bitmap] {
        var pictures: [Bitmap] = []
        var last: Bitmap?
        func place(_ number: Int) -> Int64 { Int64(number) * end / Int64(count) }
        for try await frame in try await frames(side: side, before: end) {
            // A place at which no frame begins before the next place shows the one before.
            while let last, pictures.count < count, place(pictures.count + 1) <= frame.time { pictures.append(last) }
            if pictures.count < count, frame.time >= place(pictures.count) { pictures.append(frame.picture) }
            if pictures.count == count || frame.time >= end { break }
            last = frame.picture
        }
        while let last, pictures.count < count { pictures.append(last) }
        return pictures
    }

    /// A file whose header has no duration is read whole, up to so many bytes.
    private static let measuredBytes = 64 << 20

    /// The same, also with the duration of a file of less than 64 MiB whose header does not say it: all of it is read,
    /// and nothing decoded.
    ///
    /// - Throws: `MovieError` for a clip that cannot be read.
    package func facts(measuringOn executor: PhotoExecutor) async throws -> Facts {
        var facts = try await facts()
        if facts.duration == nil {
            facts.duration = try await executor.run { try measuredDuration(limit: Self.measuredBytes) }
        }
        return facts
    }

    private func measuredDuration(limit: Int) throws -> Int64? {
        guard case .movie(let source, let limits) = content else { return nil }
        switch source {
        case .file(let path):
            guard let bytes = try? path.readBytes(limit: limit) else { return nil }
            return try MovieFacts(bytes, limits: limits).duration
        case .bytes(let bytes): return bytes.count > limit ? nil : try MovieFacts(bytes, limits: limits).duration
        default: return nil
        }
    }

    /// Its first frame.
    ///
    /// - Parameter side: the longer side; a smaller frame stays as it is.
    package func firstFrame(side: Int) async throws -> Bitmap {
        for try await frame in try await frames(side: side, before: 1) { return frame.picture }
        throw MovieError(.damaged, "there is no picture in it")
    }

    /// The first frame at a time or later, in nanoseconds; the last one where none is so late.
    ///
    /// - Parameter side: the longer side; a smaller frame stays as it is.
    package func frame(at time: Int64, side: Int) async throws -> Bitmap {
        var last: Bitmap?
        for try await frame in try await frames(side: side, before: time + longestStep) {
            last = frame.picture
            // Times in files are rounded.
            if frame.time >= time - 1_000_000 { break }
        }
        guard let last else { throw MovieError(.damaged, "there is no picture in it") }
        return last
    }

    /// Between two frames of a picture, in nanoseconds; a movie is read until it is left.
    private var longestStep: Int64 {
        guard case .picture(let picture) = content else { return 0 }
        return Int64(picture.durations.max() ?? 0) * 1_000_000
    }

    /// - Parameter framesAhead: how many are read before the caller asks for them; so many threads decode, two at most.
    private static func open(
        _ source: MovieSource, _ limits: MovieLimits, framesAhead: Int = 3
    ) async throws -> (MovieReader, MovieInfo.Picture) {
        let reader = try await MovieReader.open(
            source,
            ReadingOptions(
                buffering: .everyFrame(framesAhead), wantsSound: false, wantsAlpha: true, limits: limits,
                pool: FramePool(capacity: 8), decodingThreads: min(2, framesAhead)))
        guard let picture = reader.info.picture else {
            throw MovieError(.noVideo, "there is only sound in it")
        }
        return (reader, picture)
    }

    /// What making a sticker of it takes in bytes: a movie's frames that wait to be cut, all of a picture's, the
    /// sticker.
    ///
    /// - Parameters:
    ///   - end: as ``frames(side:before:)``.
    ///   - side: as ``frames(side:before:)``.
    ///   - waiting: how many of a movie's frames there are in that size at once.
    func memory(_ facts: Facts, before end: Int64, side: Int, waiting: Int = 20) -> Int {
        let frames =
            switch content {
            // Sixteen decoded ones, those of the pool, and the decoder's own: of 12 bits a pixel, or of 32 with alpha.
            case .movie:
                (facts.hasAlpha ? 64 : 24) * facts.size.area + waiting * 4 * facts.size.fitting(side).area
            case .picture(let picture): picture.decodingMemory(before: Self.milliseconds(end))
            }
        return frames + Self.stickerMemory
    }

    /// The most pixels of a picture's frames together that are searched for the best part: 128 frames of 512 × 512.
    private static let searchedPixels = 1 << 25

    /// How much of it can be searched for the best part, in nanoseconds: all of a picture's frames are in memory.
    var searchableEnd: Int64 {
        guard case .picture(let picture) = content else { return .max }
        let count = Self.searchedPixels / max(1, picture.size.area)
        return picture.durations.prefix(count).reduce(0) { $0 + Int64($1) } * 1_000_000
    }

    /// Three seconds of 30 frames, cut and drawn.
    private static let stickerMemory = 2 * 90 * 512 * 512 * 4

    private static func milliseconds(_ time: Int64) -> Int { Int(time / 1_000_000) + 1 }

    /// Its frames, as a person sees them.
    ///
    /// - Parameters:
    ///   - side: their longer side; smaller frames stay as they are.
    ///   - end: in nanoseconds. Frames that begin later may be left out.
    func frames(side: Int, before end: Int64) async throws -> ClipFrames {
        switch content {
        case .movie(let source, let limits):
            let (reader, picture) = try await Self.open(source, limits)
            var keepsAlpha = false
            if picture.hasAlpha { keepsAlpha = try await Self.isCutOut(source, limits) }
            return ClipFrames(
                .movie(reader, picture.format.displaySize.fitting(side), keepsAlpha: keepsAlpha))
        case .picture(let picture):
            let pictures = try picture.frames(before: Self.milliseconds(end))
            return ClipFrames(
                .pictures(
                    pictures, picture.durations, picture.size.fitting(side),
                    keepsAlpha: 2 * pictures.count(where: \.isCutOut) > pictures.count))
        }
    }

    /// How many frames tell whether a movie is cut out already, and their longer side.
    private static let (judgedFrames, judgedSide) = (30, 256)

    /// Whether most of a movie's first frames are cut out already.
    private static func isCutOut(_ source: MovieSource, _ limits: MovieLimits) async throws -> Bool {
        let (reader, picture) = try await open(source, limits)
        let size = picture.format.displaySize.fitting(judgedSide)
        var (cutOut, others) = (0, 0)
        for try await frame in ClipFrames(.movie(reader, size, keepsAlpha: true)) {
            if frame.picture.isCutOut { cutOut += 1 } else { others += 1 }
            if max(cutOut, others) > judgedFrames / 2 { break }
        }
        return cutOut > others
    }
}

/// The frames of a clip, made smaller.
struct ClipFrames: AsyncSequence, Sendable {
    enum Content: Sendable {
        /// With the size of the first frame: others are brought to it.
        case movie(MovieReader, PixelSize, keepsAlpha: Bool)
        /// With their durations in milliseconds, and whether most are cut out already.
        case pictures([Bitmap], [Int], PixelSize, keepsAlpha: Bool)
    }

    private let content: Content
    /// Frames of a movie that begin earlier may be left out, in nanoseconds.
    var start: Int64 = 0
    /// How far apart frames of a movie are at least, in nanoseconds; a tenth less is enough. 0 takes all.
    var step: Int64 = 0

    init(_ content: Content) {
        self.content = content
    }

    /// What is missing of the part of a movie that was read.
    var loss: MovieLoss? {
        if case .movie(let reader, _, _) = content { reader.loss } else { nil }
    }

    func makeAsyncIterator() -> Iterator {
        switch content {
        case .movie(let reader, let size, let keepsAlpha):
            Iterator(
                reader: reader, samples: reader.makeIterator(), size: size, keepsAlpha: keepsAlpha, due: start,
                step: step)
        case .pictures(let pictures, let durations, let size, let keepsAlpha):
            Iterator(pictures: pictures, durations: durations, size: size, keepsAlpha: keepsAlpha)
        }
    }

    struct Iterator: AsyncIteratorProtocol {
        /// The source stops with the last reference to it.
        private let reader: MovieReader?
        var samples: MovieSamples.Iterator?
        var pictures: [Bitmap] = []
        var durations: [Int] = []
        let size: PixelSize
        private let keepsAlpha: Bool
        private let step: Int64
        /// No frame before this time is converted.
        private var due: Int64
        private let scaler = FrameScaler()
        private var number = 0
        private var time: Int64 = 0

        init(
            reader: MovieReader? = nil, samples: MovieSamples.Iterator? = nil, pictures: [Bitmap] = [],
            durations: [Int] = [], size: PixelSize, keepsAlpha: Bool = false, due: Int64 = 0, step: Int64 = 0
        ) {
            (self.reader, self.keepsAlpha, self.due, self.step) = (reader, keepsAlpha, due, step)
            (self.samples, self.pictures, self.durations, self.size) = (samples, pictures, durations, size)
        }

        mutating func next() async throws(MovieError) -> ClipFrame? {
            guard samples != nil else { return nextPicture() }
            while let sample = try await samples?.next(isolation: #isolation) {
                guard case .picture(let frame) = sample, frame.time >= due else { continue }
                if step > 0 { due = frame.time + step - step / 10 }
                let picture = try scaler.bitmap(
                    of: frame, longestSide: size.longestSide, keepsAlpha: keepsAlpha)
                return fitted(picture, frame.time, frame.duration)
            }
            return nil
        }

        private mutating func nextPicture() -> ClipFrame? {
            guard number < pictures.count else { return nil }
            let duration = Int64(Swift.max(1, durations[number])) * 1_000_000
            defer {
                time += duration
                number += 1
            }
            return fitted(pictures[number], time, duration)
        }

        private func fitted(_ picture: Bitmap, _ time: Int64, _ duration: Int64?) -> ClipFrame {
            let fitted = picture.size == size ? picture : picture.resized(to: size)
            var frame = ClipFrame(fitted, time: time, duration: duration)
            frame.keepsAlpha = keepsAlpha
            return frame
        }
    }
}

extension PixelSize {
    fileprivate func fitting(_ side: Int) -> PixelSize { scaled(by: min(1, Double(side) / Double(longestSide))) }
}
