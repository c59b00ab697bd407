import Clips
import Execution
import Files
import Imaging
import Movies
import Profiling
import StickerPacks
package import Stickers

/// Stickers that move.
extension StickerMaker {
    /// The longer side of a sticker that moves: what messengers take.
    private static let livingSide = 512
    /// Of the small one: as many of them move at once as are in view.
    private static let movingThumbnailRate = 15.0
    /// What a clip of a stranger may have at most: 8192 × 4320 pixels, 16 tracks, four hours.
    static let clipLimits = MovieLimits(pixels: 8192 * 4320, side: 8192, tracks: 16, seconds: 14_400)

    @concurrent
    package func kind(of data: [UInt8]) async throws(StickerError) -> PhotoKind {
        let limits = limits
        let clip = try await executor.run { () async throws(StickerError) -> ClipFile? in
            // Of too many bytes neither is taken; the picture's error says so.
            if data.count <= limits.bytes, let clip = ClipFile(data, limits: Self.clipLimits) { return clip }
            _ = try StickerError.wrapping { () throws(ImagingError) in try ImageSource(data, limits: limits).size }
            return nil
        }
        guard let clip else { return .photo }
        do {
            _ = try await clip.facts()
            return .clip
        } catch {
            throw StickerError(ofClip: error)
        }
    }

    @concurrent
    package func makeLiving(
        _ data: [UInt8], for wanted: RenderedFor, progress: @Sendable (ClipProgress) -> Void
    ) async throws(StickerError) -> MadeSticker {
        let processor = try await processor()
        do {
            return try await Trace.task("clip") { try await living(data, processor, for: wanted, progress) }
        } catch {
            throw Task.isCancelled ? StickerError(.cancelled, "cancelled") : StickerError(ofClip: error)
        }
    }

    private func living(
        _ data: [UInt8], _ processor: PhotoProcessor, for wanted: RenderedFor,
        _ progress: @Sendable (ClipProgress) -> Void
    ) async throws -> MadeSticker {
        let (cut, work) = try await cut(data, processor, for: wanted, progress)
        let bare = try await work.sticker(of: cut)
        let background = wanted.style.options(side: Self.livingSide).background
        let made = await executor.run { [bare] in ProcessedPhoto(bare) }
        let sticker = await executor.run { [bare] in bare.on(background, made.colorScheme) }
        var files = try await files(of: sticker)
        if let subject = bare.subject {
            files[MadeSticker.firstSubjectName] = try await executor.run {
                try ImageEncoder(.webp(quality: 90)).encode(subject.padded)
            }
        }
        if let words = bare.words {
            files.merge(try await self.files(of: words, background, made.colorScheme)) { first, _ in first }
        }
        var facts = StickerFacts(made)
        // As the file has them: pictures that are alike are one there.
        let moving = files[MadeSticker.name(in: .webp)].flatMap { MovingPicture($0) }
        facts.living = StickerFacts.Living(
            frames: moving?.durations.count ?? sticker.frames.count,
            milliseconds: moving?.duration ?? Int(sticker.duration / 1_000_000), incomplete: bare.loss)
        facts.found = bare.found.map {
            StickerFacts.FoundPart(start: Int($0.lowerBound / 1_000_000), end: Int($0.upperBound / 1_000_000))
        }
        return MadeSticker(files: files, facts: facts)
    }

    /// The clip as its sticker needs it.
    func cut(
        _ data: [UInt8], _ processor: PhotoProcessor, for wanted: RenderedFor,
        _ progress: @Sendable (ClipProgress) -> Void
    ) async throws -> (cut: ClipCut, work: LivingWork) {
        guard let clip = ClipFile(data, limits: Self.clipLimits) else {
            throw MovieError(.unknownFormat, "unsupported clip format")
        }
        let part = wanted.clip ?? ClipPart()
        let cutting = ClipProcessor(segmenter: processor.segmenter, executor: executor)
        let maker = LivingStickerMaker(cutting, options: part.options(side: Self.livingSide, style: wanted.style))
        let work = LivingWork(maker, memory: limits.memory)
        let digest = await executor.run { SHA256Digest(of: data) }
        let key = RecentCut.Key(clip: digest, start: part.start, end: part.end, marks: wanted.strokes)
        let cut = try await cuts.cut(key) {
            try await work.cut(clip, marks: wanted.strokes, unmarked: cuts.unmarked(of: key)) {
                progress(ClipProgress(frames: $0, of: $1))
            }
        }
        return (cut, work)
    }

    private func files(of sticker: LivingSticker) async throws -> [String: [UInt8]] {
        let name: FilePath = "sticker.webp"
        let small = await executor.run { sticker.smaller(side: Self.thumbnailSide, atMost: Self.movingThumbnailRate) }
        var files = [
            MadeSticker.name(in: .webp): try await LivingEncoder.packed(sticker, named: name, executor: executor),
            MadeSticker.movingThumbnailName: try await LivingEncoder.packed(
                small, quality: 75, named: name, executor: executor),
        ]
        let stills = try await executor.run {
            [
                MadeSticker.name(in: .png): try ImageEncoder(.png()).encode(sticker.frames[0].picture),
                MadeSticker.thumbnailName: try ImageEncoder(.webp(quality: 80)).encode(small.frames[0].picture),
            ]
        }
        files.merge(stills) { _, still in still }
        return files
    }

    /// What a person moves words on.
    private func files(
        of words: LivingSticker.Words, _ background: ProcessingOptions.Background, _ colors: PhotoColorScheme
    ) async throws -> [String: [UInt8]] {
        try await executor.run {
            let behind = background.bitmap(size: words.below.size, colorScheme: colors)
            let below = behind.map { words.below.composited(over: $0) } ?? words.below
            return [
                MadeSticker.wordsName: try ImageEncoder(.webp(quality: 85)).encode(words.alone),
                MadeSticker.wordlessName: try ImageEncoder(.webp(quality: 85)).encode(below),
            ]
        }
    }

    /// A sticker that moves in another style: its first picture.
    ///
    /// - Parameter subject: the file of its first picture's subject.
    @concurrent
    func look(_ subject: [UInt8], style: StudioStyle, side: Int) async throws -> [UInt8] {
        try await cut(subject, options: style.options(side: side), encoder: ImageEncoder(.webp(quality: 80)))
    }
}

extension Bitmap {
    /// With room around, so that no side of the picture seems to cut it.
    fileprivate var padded: Bitmap {
        let room = size.longestSide / 12 + 1
        return transformed(
            by: .moving(x: Double(room), y: Double(room)),
            onto: PixelSize(width: width + 2 * room, height: height + 2 * room))
    }
}

extension LivingSticker {
    fileprivate func smaller(side: Int, atMost rate: Double) -> LivingSticker {
        let few = evenly(atMost: rate)
        let size = self.size.scaled(by: min(1, Double(side) / Double(self.size.longestSide)))
        return few.withPictures(few.frames.map { $0.picture.resized(to: size) })
    }

    fileprivate func on(_ background: ProcessingOptions.Background, _ colors: PhotoColorScheme) -> LivingSticker {
        guard let behind = background.bitmap(size: size, colorScheme: colors) else { return self }
        return withPictures(frames.map { $0.picture.composited(over: behind) })
    }
}

extension StickerError {
    /// The error of a clip, in the codes for which pages have words.
    init(ofClip error: any Error) {
        switch error {
        case let error as StickerError: self = error
        case let error as ImagingError: self.init(error)
        case let error as MovieError: self.init(.imaging(error.code.ofPicture), error.description)
        case ClipError.source(let error): self.init(ofClip: error)
        case ClipError.cutting(let error): self = error
        case ClipError.nothingToShow(let words): self.init(.noSubject, words)
        default: self.init(.imaging(.damaged), "\(error)")
        }
    }
}

extension MovieError.Code {
    fileprivate var ofPicture: ImagingError.Code {
        switch self {
        case .empty: .empty
        case .limit: .pixelCount
        case .unknownFormat, .unknownCodec, .noVideo, .notInstalled: .unknownFormat
        case .outOfMemory, .poolExhausted: .memory
        case .cancelled: .cancelled
        default: .damaged
        }
    }
}
