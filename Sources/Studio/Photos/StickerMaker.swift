import Execution
import FoundationEssentials
package import Imaging
package import PhotoLibrary
import Profiling
package import Stickers
import Synchronization

/// Makes stickers with the network, on the photo executor.
package struct StickerMaker: StickerMaking {
    /// Of a sticker, in pixels: enough for a large screen; a messenger takes 512.
    package static let side = 1024
    static let thumbnailSide = 256
    static let previewSide = 1280

    private let network: NetworkLoading
    let limits: ImageLimits
    let executor: PhotoExecutor
    private let overviews = RecentOverviews()
    private let editors = RecentEditors()
    let cuts = RecentCut()
    let frames = RecentFrame()

    package init(network: NetworkLoading, limits: ImageLimits = ImageLimits(), executor: PhotoExecutor = .shared) {
        self.network = network
        self.limits = limits
        self.executor = executor
    }

    /// Whether it can begin at once.
    var isReady: Bool { network.isLoaded }

    package func forget(_ photos: Set<PhotoID>) {
        cuts.forget(photos)
        frames.forget()
        // They are found by the photo's bytes, and cost little to make again.
        overviews.forgetAll()
        editors.forgetAll()
    }

    /// Waits for the network.
    func processor() async throws(StickerError) -> PhotoProcessor {
        PhotoProcessor(segmenter: try await network.segmenter(), limits: limits, executor: executor)
    }

    @concurrent
    package func make(
        _ data: [UInt8], subject: [UInt8]?, style: StudioStyle, strokes: [MatteStroke], isAwaited: Bool
    ) async throws(StickerError) -> MadeSticker {
        var processor = try await processor()
        processor.options = style.options(side: Self.side)
        let photo = try await processor.admit(data)
        defer { photo.release() }
        let known = subject.flatMap { try? PhotoSubject(serialized: $0) }
        let made: ProcessedPhoto
        let found: PhotoSubject
        if let known, strokes.isEmpty {
            found = known
            made = try await processor.render(photo, subject: known)
        } else if known == nil, strokes.isEmpty {
            made = try await processor.process(photo)
            guard let subject = made.subject else { throw StickerError(.noSubject, "the subject was not kept") }
            found = subject
        } else {
            found = if let known { known } else { try await findSubject(in: photo, processor) }
            let fixed = try await editor(of: data, photo, processor, found, strokes: strokes).subject
            made = try await processor.render(photo, subject: fixed)
        }
        return try await executor.run { () async throws(StickerError) in
            try StickerError.wrapping { () throws(ImagingError) in
                try Self.files(of: made, found, in: isAwaited ? [.png, .webp] : [.png])
            }
        }
    }

    /// The bare subject on the photo's whole canvas, as large as a preview.
    @concurrent
    func cutout(_ data: [UInt8], subject: [UInt8], strokes: [MatteStroke]) async throws -> [UInt8] {
        try await picture(
            data, subject: subject, strokes: strokes,
            ProcessingOptions(size: .longestSide(Self.previewSide), style: .plain, keepsFullFrame: true),
            ImageEncoder(.webp(quality: 85)))
    }

    /// What a person moves, turns and scales: the sticker as it is before that, in the middle of the square canvas that
    /// it will have, without what is around it, and on no background.
    @concurrent
    func unplaced(_ data: [UInt8], subject: [UInt8], for made: RenderedFor) async throws -> [UInt8] {
        var options = made.style.options(side: Self.side)
        options.background = .transparent
        options.arrangement = options.arrangement.croppedOnly
        return try await picture(
            data, subject: subject, strokes: made.strokes, options, ImageEncoder(.webp(quality: 85)))
    }

    /// A sticker that was made already, in another size: rendered of the photo, not of the sticker's pixels.
    @concurrent
    func sticker(
        _ data: [UInt8], subject: [UInt8], for made: RenderedFor, size: ProcessingOptions.Size, encoder: ImageEncoder
    ) async throws -> [UInt8] {
        var options = made.style.options(side: Self.side)
        options.size = size
        return try await picture(data, subject: subject, strokes: made.strokes, options, encoder)
    }

    /// A sticker with another style, as large as `side`.
    @concurrent
    func look(
        _ data: [UInt8], subject: [UInt8], style: StudioStyle, strokes: [MatteStroke], side: Int
    ) async throws -> [UInt8] {
        try await picture(
            data, subject: subject, strokes: strokes, style.options(side: side), ImageEncoder(.webp(quality: 80)))
    }

    /// What a person moves words on: a sticker with its words alone, or without them, as large as it is.
    @concurrent
    func sticker(
        _ data: [UInt8], subject: [UInt8], for made: RenderedFor, showing shown: ShownText
    ) async throws -> [UInt8] {
        var options = made.style.options(side: Self.side)
        if shown == .textAlone { options.background = .transparent }
        return try await picture(
            data, subject: subject, strokes: made.strokes, options, ImageEncoder(.webp(quality: 85)), showing: shown)
    }

    /// - Parameter subject: what the network found, without strokes.
    @concurrent
    private func picture(
        _ data: [UInt8], subject: [UInt8], strokes: [MatteStroke], _ options: ProcessingOptions,
        _ encoder: ImageEncoder, showing shown: ShownText = .all
    ) async throws -> [UInt8] {
        var processor = try await processor()
        processor.shownText = shown
        processor.options = options
        var found = try PhotoSubject(serialized: subject)
        let photo = try await processor.admit(data)
        defer { photo.release() }
        if !strokes.isEmpty { found = try await editor(of: data, photo, processor, found, strokes: strokes).subject }
        let sticker = try await processor.render(photo, subject: found).sticker
        return try await executor.run { try encoder.encode(sticker) }
    }

    /// One photo in, its sticker's file out; nothing is kept.
    @concurrent
    func cut(
        _ data: [UInt8], options: ProcessingOptions, encoder: ImageEncoder
    ) async throws(StickerError) -> [UInt8] {
        var processor = try await processor()
        processor.options = options
        let photo = try await processor.admit(data)
        defer { photo.release() }
        let sticker = try await processor.process(photo).sticker
        return try await executor.run { () async throws(StickerError) in
            try StickerError.wrapping { () throws(ImagingError) in try encoder.encode(sticker) }
        }
    }

    private static func files(
        of photo: ProcessedPhoto, _ subject: PhotoSubject, in formats: [OutputFormat]
    ) throws(ImagingError) -> MadeSticker {
        let sticker = photo.sticker
        let factor = min(1, Double(thumbnailSide) / Double(sticker.size.longestSide))
        let files = try Trace.span("encode") { () throws(ImagingError) in
            let thumbnail = sticker.resized(to: sticker.size.scaled(by: factor))
            var files = [
                MadeSticker.thumbnailName: try ImageEncoder(.webp(quality: 80)).encode(thumbnail),
                MadeSticker.subjectName: subject.serialized(),
            ]
            for format in formats {
                files[MadeSticker.name(in: format)] = try format.encoder().encode(sticker)
            }
            return files
        }
        return MadeSticker(files: files, facts: StickerFacts(photo), timings: photo.timings)
    }

    /// Strokes begin with an empty subject where the network finds none.
    func findSubject(
        in photo: AdmittedPhoto, _ processor: PhotoProcessor
    ) async throws(StickerError) -> PhotoSubject {
        do {
            if let subject = try await processor.process(photo).subject { return subject }
        } catch {
            guard error.code == .noSubject else { throw error }
        }
        return PhotoSubject(matte: Matte(size: processor.segmenter.inputSize), photoSize: photo.size, looks: 1)
    }

    func overview(
        of data: [UInt8], _ photo: AdmittedPhoto, _ processor: PhotoProcessor
    ) async throws(StickerError) -> Bitmap {
        if let kept = overviews.find(data) { return kept }
        let overview = try await processor.strokeOverview(photo)
        overviews.keep(overview, of: data)
        return overview
    }

    /// A photo's subject with strokes on it. Only strokes that came since the last time are drawn.
    func editor(
        of data: [UInt8], _ photo: AdmittedPhoto, _ processor: PhotoProcessor, _ found: PhotoSubject,
        strokes: [MatteStroke]
    ) async throws(StickerError) -> StrokeEditor {
        let kept = editors.find(found, data, strokes)
        if let kept, kept.strokes == strokes { return kept.editor }
        let overview = try await overview(of: data, photo, processor)
        let segmenter = processor.segmenter
        let editor = await executor.run { () async -> StrokeEditor in
            Trace.span("strokes") {
                var editor = kept?.editor ?? StrokeEditor(found, overview: overview, segmenter: segmenter)
                for stroke in strokes.dropFirst(kept?.strokes.count ?? 0) { editor.apply(stroke) }
                return editor
            }
        }
        editors.keep(.init(found: found, data: data, strokes: strokes, editor: editor))
        return editor
    }
}

/// The two photos that were last drawn on, decoded, so that a stroke costs no decoding.
private final class RecentOverviews: Sendable {
    private let kept = Mutex<[(data: [UInt8], overview: Bitmap)]>([])

    func find(_ data: [UInt8]) -> Bitmap? {
        kept.withLock { kept in kept.last { $0.data == data }?.overview }
    }

    func keep(_ overview: Bitmap, of data: [UInt8]) {
        kept.withLock { kept in
            kept.removeAll { $0.data == data }
            kept.append((data, overview))
            if kept.count > 2 { kept.removeFirst() }
        }
    }

    func forgetAll() { kept.withLock { $0 = [] } }
}

/// What was last drawn on: a stroke more is drawn on top, and one less is there already.
private final class RecentEditors: Sendable {
    struct Kept: Sendable {
        let found: PhotoSubject
        let data: [UInt8]
        let strokes: [MatteStroke]
        let editor: StrokeEditor
    }

    private static let most = 4
    private let kept = Mutex<[Kept]>([])

    /// The one that lacks the fewest of the strokes, and has no other.
    func find(_ found: PhotoSubject, _ data: [UInt8], _ strokes: [MatteStroke]) -> Kept? {
        kept.withLock { kept in
            kept.filter { strokes.starts(with: $0.strokes) && $0.data == data && $0.found == found }
                .max { $0.strokes.count < $1.strokes.count }
        }
    }

    func keep(_ new: Kept) {
        kept.withLock { kept in
            kept.append(new)
            if kept.count > Self.most { kept.removeFirst() }
        }
    }

    func forgetAll() { kept.withLock { $0 = [] } }
}
