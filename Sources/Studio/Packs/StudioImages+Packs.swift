import Execution
import Files
import Glibc
import HTTPServing
import Imaging
import StickerPacks

/// What became of packs for platforms.
struct MadePacks: Sendable {
    let outcomes: [PackExport.Outcome]
    /// `nil` when none was written.
    var files: PackDownloads?
}

extension StudioImages {
    /// Stickers as packs for platforms, checked by their files, those that are written as one ZIP: a folder for each.
    ///
    /// - Parameters:
    ///   - progress: called with how many stickers of all packs are written.
    ///   - isStopped: asked often. Once it is `true`, nothing is left of the packs.
    /// - Returns: no files when none was written; `nil` when it was stopped.
    /// - Throws: ``PackError`` with `ENOSPC` when the disk has no room for the packs and the ZIP, before anything is
    ///   written.
    @concurrent
    func packs(
        of stickers: [PackExport.Sticker], for targets: [PackTarget], _ details: PackExport.Details,
        progress: @escaping @Sendable (_ done: Int) -> Void = { _ in }, isStopped: @escaping @Sendable () -> Bool
    ) async throws -> MadePacks? {
        try await withScratch { folder in
            var export = PackExport(
                stickers, in: folder, details, limits: limits, durability: .deferred, executor: executor)
            export.kept = packPictures
            return try await packs(export, for: targets, in: folder, progress, isStopped)
        }
    }

    @concurrent
    private func packs(
        _ export: PackExport, for targets: [PackTarget], in folder: FilePath,
        _ progress: @escaping @Sendable (_ done: Int) -> Void, _ isStopped: @escaping @Sendable () -> Bool
    ) async throws -> MadePacks? {
        try await executor.run {
            try requireRoom(for: export, targets)
            try folder.createFolder()
        }
        var outcomes: [PackExport.Outcome] = []
        var export = export
        for target in targets {
            let before = outcomes.reduce(0) { $0 + $1.stickerCount + $1.leftOut.count }
            export.progress = { done, _ in progress(before + done) }
            guard let outcome = try await export.run(for: target, isStopped: isStopped) else { return nil }
            outcomes.append(outcome)
        }
        let written = outcomes.filter(\.isWritten).map(\.folder)
        guard !written.isEmpty else { return MadePacks(outcomes: outcomes) }
        let path = scratch.newPath()
        return try await executor.run { [outcomes] in
            guard let zip = try Self.archive(written, at: path, isStopped) else { return nil }
            let wastickers = try outcomes.first { $0.target == .whatsapp }.flatMap(Self.wastickers)
            return MadePacks(outcomes: outcomes, files: PackDownloads(zip: zip, wastickers: wastickers))
        }
    }

    /// The file of a single pack for WhatsApp.
    private static func wastickers(of outcome: PackExport.Outcome) throws -> FileBody? {
        guard outcome.isWritten, outcome.packCount == 1,
            let name = outcome.report.files.first(where: { $0.hasSuffix(".wastickers") })
        else { return nil }
        return try FileBody(outcome.folder.appending(FilePath(name)))
    }

    /// The packs' folders, and the ZIP beside them.
    private func requireRoom(for export: PackExport, _ targets: [PackTarget]) throws {
        let needed = targets.reduce(0) { $0 + 2 * export.byteEstimate(for: $1) }
        let free = try freeByteCount(scratch.path)
        guard needed > free else { return }
        func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }
        throw PackError(
            .file(.system(ENOSPC)), scratch.path,
            "the packs may take \(megabytes(needed)) MB, and \(scratch.place) has room for \(megabytes(free)) MB: "
                + "choose fewer stickers or platforms, or set TMPDIR to a folder on a larger disk")
    }

    /// The ZIP has no name any more when this returns.
    ///
    /// - Returns: `nil` when it was stopped.
    private static func archive(
        _ folders: [FilePath], at path: FilePath, _ isStopped: () -> Bool
    ) throws -> FileBody? {
        defer { try? path.removeFile() }
        var entries: [ZipArchive.Entry] = []
        for folder in folders {
            entries += try FolderWalk(folder).files.map {
                ZipArchive.Entry(name: "\(folder.lastComponent)/\($0.relativePath)", file: $0.path)
            }
        }
        guard try ZipArchive.write(entries, to: path, durability: .deferred, isStopped: isStopped) else { return nil }
        return try FileBody(path)
    }
}
