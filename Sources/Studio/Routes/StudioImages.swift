import Files
import Imaging
import PhotoLibrary
import StickerPacks

/// Pictures and ZIPs that are made when they are asked for, on the photo executor.
nonisolated struct StudioImages: Sendable {
    let executor: PhotoExecutor
    let limits: ImageLimits
    /// Where a ZIP lies until it is sent: not in the library, whose folder is the user's.
    let scratch: ScratchFolder

    init(scratch: ScratchFolder, limits: ImageLimits = ImageLimits(), executor: PhotoExecutor = .shared) {
        self.scratch = scratch
        self.limits = limits
        self.executor = executor
    }

    /// The photo upright, as WebP, which every browser shows.
    @concurrent
    func preview(of data: [UInt8], side: Int) async throws(ImagingError) -> [UInt8] {
        try await executor.run { await Self.preview(data, side, limits) }.get()
    }

    @concurrent
    private static func preview(
        _ data: [UInt8], _ side: Int, _ limits: ImageLimits
    ) async -> Result<[UInt8], ImagingError> {
        do throws(ImagingError) {
            let source = try ImageSource(data, limits: limits)
            let bitmap = try source.decode(atLeast: side)
            let size = bitmap.size.scaled(by: min(1, Double(side) / Double(bitmap.size.longestSide)))
            return .success(try ImageEncoder(.webp(quality: 85)).encode(bitmap.resized(to: size)))
        } catch {
            return .failure(error)
        }
    }

    /// A ZIP of these files, which lies in ``scratch`` and is the caller's to remove.
    @concurrent
    func archive(_ files: [ZipArchive.Entry]) async throws(PackError) -> FilePath {
        try await executor.run { await Self.archive(files, in: scratch.path) }.get()
    }

    @concurrent
    private static func archive(
        _ files: [ZipArchive.Entry], in scratch: FilePath
    ) async -> Result<FilePath, PackError> {
        do throws(PackError) {
            let path = scratch.appending("stickers-\(UInt64.random(in: 0 ... .max)).zip")
            try ZipArchive.write(files, to: path)
            return .success(path)
        } catch {
            return .failure(error)
        }
    }
}
