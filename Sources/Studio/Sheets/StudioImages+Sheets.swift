import Execution
import Files
import Glibc
import HTTPServing
import Imaging
import Printing
import StickerPacks

extension StudioImages {
    /// Of previews: enough for a screen, a ninth of the print's pixels.
    private static let previewResolution = 100.0

    /// Stickers laid out on pages. Those that cannot be printed so are left out.
    ///
    /// - Parameter isStopped: asked often.
    func sheet(
        of stickers: [DoneSticker], _ settings: SheetSettings, isStopped: @escaping @Sendable () -> Bool
    ) async throws -> SheetPlan {
        let maker = try SheetMaker(settings, limits: limits, executor: executor, outlines: outlines)
        let sheetStickers = stickers.map {
            SheetSticker(name: FilePath($0.name).stem.escapedText, path: $0.file, scale: $0.scale)
        }
        return try await maker.plan(sheetStickers, leavingOut: true, isStopped: isStopped)
    }

    /// A page as it is printed, as WebP.
    @concurrent
    func preview(
        of plan: SheetPlan, page: Int, isStopped: @escaping @Sendable () -> Bool
    ) async throws -> [UInt8] {
        let bitmap = try await plan.preview(ofPage: page, resolution: Self.previewResolution, isStopped: isStopped)
        return try await executor.run {
            do {
                return try ImageEncoder(.webp(quality: 85)).encode(bitmap)
            } catch {
                throw PrintingError(.memory, "\(error)")
            }
        }
    }

    /// What `peel sheet` writes in a format, as one file: several are in a ZIP.
    ///
    /// - Parameter isStopped: asked often. Once it is `true`, nothing is left of the files.
    /// - Throws: ``PrintingError`` with `ENOSPC` when the disk has no room for the files, before anything is written.
    @concurrent
    func file(
        of plan: SheetPlan, as format: SheetMaker.Format, isStopped: @escaping @Sendable () -> Bool
    ) async throws -> LaidOutSheet.File {
        try await withScratch { folder in
            try await executor.run { try requireRoom(for: plan, as: format) }
            let files = try await plan.write([format], in: folder, isStopped: isStopped).files
            let path = scratch.newPath()
            return try await executor.run { try Self.one(of: files, as: format, at: path, isStopped) }
        }
    }

    /// The files, and the ZIP beside them.
    private func requireRoom(for plan: SheetPlan, as format: SheetMaker.Format) throws {
        let needed = 2 * plan.byteEstimate(for: format)
        let free = try freeByteCount(scratch.path)
        guard needed > free else { return }
        func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }
        throw PrintingError(
            .file(.system(ENOSPC)),
            "the pages may take \(megabytes(needed)) MB, and \(scratch.place) has room for \(megabytes(free)) MB: "
                + "choose fewer stickers, or set TMPDIR to a folder on a larger disk")
    }

    /// A ZIP has no name any more when this returns.
    private static func one(
        of files: [FilePath], as format: SheetMaker.Format, at zip: FilePath, _ isStopped: () -> Bool
    ) throws -> LaidOutSheet.File {
        if files.count == 1 {
            return LaidOutSheet.File(
                name: files[0].lastComponent.description, type: format.mediaType, body: try FileBody(files[0]))
        }
        defer { try? zip.removeFile() }
        do throws(PackError) {
            let entries = files.map { ZipArchive.Entry(name: $0.lastComponent.description, file: $0) }
            guard try ZipArchive.write(entries, to: zip, durability: .deferred, isStopped: isStopped) else {
                throw PackError(.archive, zip, "the sheet was stopped before all pages were in the ZIP")
            }
        } catch {
            if isStopped() { throw PrintingError(.cancelled, error.description) }
            if case .file(let cause) = error.code { throw PrintingError(.file(cause), error.description) }
            throw PrintingError(.file(.system(EIO)), error.description)
        }
        return LaidOutSheet.File(
            name: "sheet-\(format.rawValue).zip", type: "application/zip", body: try FileBody(zip))
    }
}

extension SheetMaker.Format {
    fileprivate var mediaType: String {
        switch self {
        case .pdf: "application/pdf"
        case .png: "image/png"
        case .svg, .lines: "image/svg+xml"
        }
    }
}
