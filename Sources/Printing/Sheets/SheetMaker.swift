import Execution
public import Files
public import Imaging

/// A sticker's picture in a file.
public struct SheetSticker: Hashable, Sendable {
    /// The name in messages, and in the file's name for pages of its own.
    package var name: String
    /// A picture with transparency.
    package var path: FilePath
    /// The picture's pixels for each pixel of its photo, along a line. Above 1 the picture is enlarged.
    package var scale: Double

    /// Creates a sticker with a name and a file.
    public init(name: String, path: FilePath, scale: Double = 1) {
        self.name = name
        self.path = path
        self.scale = scale
    }
}

/// Lays stickers out on pages and writes them as PDF, PNG and SVG.
///
///     let maker = try SheetMaker(SheetSettings(page: .letter))
///     let report = try await maker.make(stickers, formats: [.pdf], in: "sheets")
///
/// Each sticker is decoded twice: to trace its outline, as many at a time as the executor has threads, and when its
/// page is written, one at a time. In between only outlines are held, so memory does not grow with the number of
/// pictures.
public struct SheetMaker: Sendable {
    /// The formats of pages.
    public enum Format: String, CaseIterable, Hashable, Sendable {
        /// One file, with the lines as separations on layers of their own.
        case pdf
        /// A file for each page, without lines.
        case png
        /// A file for each page, with pictures and lines.
        case svg
        /// An SVG file for each page, with only the lines.
        case lines
    }

    /// The settings, after validation.
    package let settings: SheetSettings
    let limits: ImageLimits
    let executor: PhotoExecutor
    let outlines: OutlineCache?

    /// Creates a maker of sheets.
    ///
    /// - Throws: ``PrintingError`` with `.setting` when a setting is out of its range.
    public init(
        _ settings: SheetSettings, limits: ImageLimits = ImageLimits(), executor: PhotoExecutor = .shared
    ) throws(PrintingError) {
        try self.init(settings, limits: limits, executor: executor, outlines: nil)
    }

    /// - Parameter outlines: the outlines of earlier sheets, which are not traced again; `nil` keeps none.
    package init(
        _ settings: SheetSettings, limits: ImageLimits = ImageLimits(), executor: PhotoExecutor = .shared,
        outlines: OutlineCache?
    ) throws(PrintingError) {
        try settings.validate()
        self.settings = settings
        self.limits = limits
        self.executor = executor
        self.outlines = outlines
    }

    /// Traces, places and writes stickers.
    ///
    /// - Parameters:
    ///   - folder: created if missing. Files of the same names are replaced, each as a whole.
    ///   - sources: files that are not replaced, besides the stickers: the photos that these were made of.
    ///   - isStopped: asked between steps; once it is `true`, no further file is written.
    /// - Throws: ``PrintingError`` when a sticker cannot be read, has nothing to cut, too few pixels or is larger than
    ///   the page, or a file cannot be written; `.overSource` before anything is written; `.cancelled` after
    ///   `isStopped`.
    public func make(
        _ stickers: [SheetSticker], formats: Set<Format>, in folder: FilePath, sparing sources: [FilePath] = [],
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PrintingError) -> SheetReport {
        let plan = try await plan(stickers, isStopped: isStopped)
        return try await plan.write(formats, in: folder, sparing: sources, isStopped: isStopped)
    }

    /// Traces and places stickers without writing, to look at the pages first.
    ///
    /// - Parameters:
    ///   - leavingOut: whether stickers that cannot be printed are left out,
    ///     and listed in ``SheetPlan/leftOut``.
    ///   - isStopped: asked between steps.
    /// - Throws: ``PrintingError`` as ``make(_:formats:in:sparing:isStopped:)``; of the first sticker when all would be
    ///   left out.
    public func plan(
        _ stickers: [SheetSticker], leavingOut: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PrintingError) -> SheetPlan {
        guard !stickers.isEmpty else {
            throw PrintingError(.noStickers, "there is no sticker for a sheet: name a pack, stickers or photos")
        }
        guard stickers.count * settings.copies <= SheetSettings.mostStickers else {
            throw PrintingError(
                .setting,
                "\(stickers.count * settings.copies) stickers are more than the \(SheetSettings.mostStickers) of one "
                    + "run: make fewer copies, or several runs")
        }
        var leftOut: [(index: Int, error: PrintingError)] = []
        var prepared: [PreparedSticker] = []
        for (index, result) in try await prepare(stickers, leavingOut: leavingOut, isStopped).enumerated() {
            switch result {
            case .success(let sticker): prepared.append(sticker)
            case .failure(let error): leftOut.append((index, error))
            }
        }
        if prepared.isEmpty, let first = leftOut.first { throw first.error }
        return try await executor.run { [prepared, leftOut] () async throws(PrintingError) in
            let layout = try SheetLayout(prepared, settings, isCancelled: isStopped)
            if isStopped() { throw Self.stopped }
            return SheetPlan(maker: self, layout: layout, leftOut: leftOut)
        }
    }

    private static var stopped: PrintingError {
        PrintingError(.cancelled, "the sheet was stopped before it was written")
    }

    private func prepare(
        _ stickers: [SheetSticker], leavingOut: Bool, _ isStopped: @escaping @Sendable () -> Bool
    ) async throws(PrintingError) -> [Result<PreparedSticker, PrintingError>] {
        var prepared = [Result<PreparedSticker, PrintingError>?](repeating: nil, count: stickers.count)
        let upcoming = stickers.indices.lazy.prefix { _ in !isStopped() }
        try await forEachConcurrently(upcoming, atMost: executor.threadCount, on: executor) {
            index async throws(PrintingError) in
            do throws(PrintingError) {
                let sticker = try await prepare(stickers[index])
                let isTooCoarse = sticker.dotsPerInch < settings.leastDotsPerInch
                if leavingOut || isTooCoarse, let problem = SheetLayout.problem(of: sticker, settings) { throw problem }
                if isTooCoarse { throw settings.tooFewPixels(of: sticker) }
                return (index, .success(sticker))
            } catch {
                guard leavingOut, error.code.isOfOneSticker else { throw error }
                return (index, .failure(error))
            }
        } receive: { (index: Int, result: Result<PreparedSticker, PrintingError>) in
            prepared[index] = result
        }
        let whole = prepared.compactMap(\.self)
        guard whole.count == stickers.count else { throw Self.stopped }
        return whole
    }

    func read(_ sticker: SheetSticker) throws(PrintingError) -> [UInt8] {
        try asPrintingError { () throws(FileError) in try sticker.path.readBytes(limit: limits.bytes, allowsPipes: true)
        }
    }

    /// Opens a sticker's picture.
    ///
    /// - Parameter bytes: of the sticker's file.
    func open(_ sticker: SheetSticker, _ bytes: [UInt8]) throws(PrintingError) -> ImageSource {
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
}
