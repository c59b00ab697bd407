import Execution
import Files
import HTTPServing
import Imaging
import StickerPacks

nonisolated extension StudioImages {
    /// Stickers as packs for platforms, checked by their files, those that are written as one ZIP: a folder for each.
    ///
    /// - Returns: no file when none was written; `nil` when the task was cancelled.
    @concurrent
    func packs(
        of stickers: [PackExport.Sticker], for targets: [PackTarget], _ details: PackExport.Details
    ) async throws(PackError) -> (outcomes: [PackExport.Outcome], file: FileBody?)? {
        let folder = scratch.newPath()
        let result: Result<(outcomes: [PackExport.Outcome], file: FileBody?)?, PackError>
        do throws(PackError) {
            result = .success(try await packs(of: stickers, for: targets, details, in: folder))
        } catch {
            result = .failure(error)
        }
        await executor.run { try? folder.removeFolderTree() }
        return try result.get()
    }

    @concurrent
    private func packs(
        of stickers: [PackExport.Sticker], for targets: [PackTarget], _ details: PackExport.Details,
        in folder: FilePath
    ) async throws(PackError) -> (outcomes: [PackExport.Outcome], file: FileBody?)? {
        let export = PackExport(stickers, in: folder, details, limits: limits, executor: executor)
        try await executor.run { () async throws(PackError) in
            try Self.asPackError { () throws(FileError) in try folder.createFolder() }
        }
        var outcomes: [PackExport.Outcome] = []
        for target in targets {
            guard let outcome = try await export.run(for: target, isStopped: { Task.isCancelled }) else { return nil }
            outcomes.append(outcome)
        }
        let written = outcomes.filter(\.isWritten).map(\.folder)
        guard !written.isEmpty else { return (outcomes, nil) }
        let path = scratch.newPath()
        let file = try await executor.run { () async throws(PackError) in
            try Self.archive(written, at: path)
        }
        return (outcomes, file)
    }

    /// The ZIP has no name any more when this returns.
    private static func archive(
        _ folders: [FilePath], at path: FilePath
    ) throws(PackError) -> FileBody {
        defer { try? path.removeFile() }
        var entries: [ZipArchive.Entry] = []
        for folder in folders {
            let walk = try asPackError { () throws(FileError) in try FolderWalk(folder) }
            entries += walk.files.map {
                ZipArchive.Entry(name: "\(folder.lastComponent)/\($0.relativePath)", file: $0.path)
            }
        }
        try ZipArchive.write(entries, to: path)
        return try asPackError { () throws(FileError) in try FileBody(path) }
    }

    private static func asPackError<Value>(_ body: () throws(FileError) -> Value) throws(PackError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw PackError(error)
        }
    }
}
