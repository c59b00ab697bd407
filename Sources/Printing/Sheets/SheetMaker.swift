import Execution
public import Files
public import Imaging

/// Lays stickers out on pages and writes these as PDF, PNG and SVG.
///
///     var settings = SheetSettings()
///     settings.page = .letter
///     let maker = try SheetMaker(settings)
///     let report = try await maker.make(stickers, formats: [.pdf], in: "sheets")
///
/// Each sticker is decoded twice: to trace its outline, as many at a time as the executor has threads, and when its page is
/// written, one at a time. In between only outlines are held, so memory does not grow with the number of pictures.
public struct SheetMaker: Sendable {
    /// What is written.
    public enum Format: String, CaseIterable, Hashable, Sendable {
        /// One file, with the lines as separations, on layers of their own.
        case pdf
        /// A file for each page, without lines.
        case png
        /// A file for each page, with pictures and lines.
        case svg
        /// A file for each page in SVG, the lines alone.
        case lines
    }

    /// Were validated.
    public let settings: SheetSettings
    let limits: ImageLimits
    let executor: PhotoExecutor

    /// - Throws: ``PrintingError`` with `.setting` when a setting is out of its range.
    public init(
        _ settings: SheetSettings, limits: ImageLimits = ImageLimits(), executor: PhotoExecutor = .shared
    ) throws(PrintingError) {
        try settings.validate()
        self.settings = settings
        self.limits = limits
        self.executor = executor
    }

    /// Traces, places and writes.
    ///
    /// - Parameters:
    ///   - folder: is made when there is none. Files of the same names are replaced, each as a whole.
    ///   - sources: files that are not replaced, besides the stickers: the photos that these were made of.
    ///   - isStopped: asked between steps; once it is `true`, no further file is written.
    /// - Throws: ``PrintingError`` when a sticker cannot be read, has nothing to cut or is larger than the page, or a file
    ///   cannot be written; `.overSource` before anything is written; `.cancelled` after `isStopped`.
    public func make(
        _ stickers: [SheetSticker], formats: Set<Format>, in folder: FilePath, sparing sources: [FilePath] = [],
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PrintingError) -> SheetReport {
        guard !stickers.isEmpty else {
            throw PrintingError(.noStickers, "there is no sticker for a sheet: name a pack, stickers or photos")
        }
        guard stickers.count * settings.copies <= SheetSettings.mostStickers else {
            throw PrintingError(
                .setting,
                "\(stickers.count * settings.copies) stickers are more than the \(SheetSettings.mostStickers) of one run: "
                    + "make fewer copies, or several runs")
        }
        let prepared = try await prepare(stickers, isStopped)
        return try await executor.run { () async throws(PrintingError) in
            let layout = try SheetLayout(prepared, settings, isCancelled: isStopped)
            if isStopped() { throw PrintingError(.cancelled, "the sheet was stopped before it was written") }
            let target = try SheetFiles(of: layout, formats, in: folder)
            try target.spare(stickers.map(\.path) + sources)
            let files = try await write(layout, to: target, isStopped)
            return layout.report(files: files, earlierFiles: target.earlierFiles)
        }
    }

    private func prepare(
        _ stickers: [SheetSticker], _ isStopped: @escaping @Sendable () -> Bool
    ) async throws(PrintingError) -> [PreparedSticker] {
        var prepared = [PreparedSticker?](repeating: nil, count: stickers.count)
        let upcoming = stickers.indices.lazy.prefix { _ in !isStopped() }
        try await forEachConcurrently(upcoming, atMost: executor.threadCount, on: executor) {
            index async throws(PrintingError) in
            let sticker = stickers[index]
            let source = try open(sticker)
            let reservation = try await reserve(for: source, of: sticker)
            defer { reservation.release() }
            let bitmap = try decode(source, sticker)
            return (index, try PreparedSticker(sticker, bitmap, settings, decodingMemory: source.wholeMemory))
        } receive: { index, sticker in
            prepared[index] = sticker
        }
        let whole = prepared.compactMap(\.self)
        guard whole.count == stickers.count else {
            throw PrintingError(.cancelled, "the sheet was stopped before it was written")
        }
        return whole
    }

    func open(_ sticker: SheetSticker) throws(PrintingError) -> ImageSource {
        let bytes = try asPrintingError { () throws(FileError) in try sticker.path.readBytes(limit: limits.bytes) }
        do throws(ImagingError) {
            return try ImageSource(bytes, limits: limits)
        } catch {
            throw PrintingError(.damagedSticker, "\(sticker.path): \(error)")
        }
    }

    func decode(_ source: ImageSource, _ sticker: SheetSticker) throws(PrintingError) -> Bitmap {
        do throws(ImagingError) {
            return try source.decode()
        } catch {
            throw PrintingError(.damagedSticker, "\(sticker.path): \(error)")
        }
    }

    /// What it takes to decode and trace a sticker.
    private func reserve(
        for source: ImageSource, of sticker: SheetSticker
    ) async throws(PrintingError) -> MemoryReservation {
        let tracing = OutlineTracer.memory(for: source.size, settings)
        do throws(ImagingError) {
            return try await source.reserve(source.wholeMemory + tracing)
        } catch {
            throw PrintingError(error.code == .cancelled ? .cancelled : .memory, "\(sticker.path): \(error)")
        }
    }
}

extension ImageSource {
    /// Bytes that it takes to decode all pixels.
    fileprivate var wholeMemory: Int { decodingMemory(atLeast: size.longestSide) }
}
