import Files
import Imaging
import Stickers
import TestSupport

@testable import StickerPacks

/// Photos of painted balls, and workers that make stickers of them.
struct PartFixture {
    let temporary: TemporaryFolder
    let executor: PhotoExecutor
    var output: FilePath { temporary.path.appending("out") }
    var store: FolderWorkStore { FolderWorkStore(output) }

    init(threadCount: Int = 2, in temporary: TemporaryFolder = TemporaryFolder()) {
        self.temporary = temporary
        executor = PhotoExecutor(threadCount: threadCount)
    }

    /// - Parameter segmenter: one for balls, if none is given.
    func processor(
        _ options: ProcessingOptions = .init(size: .longestSide(96)), by segmenter: SubjectSegmenter? = nil
    ) throws -> PhotoProcessor {
        try PhotoProcessor(segmenter: segmenter ?? SharedSegmenter.ofRed(), options: options, executor: executor)
    }

    /// Writes photos of the same ball, each with other bytes.
    func balls(_ count: Int) throws -> [PartPhoto] {
        let ball = try SyntheticPhoto.ball().png()
        return try (0..<count).map { number in
            let path = try temporary.write(ball + [UInt8(number)], to: FilePath("photos/\(number).png"))
            return PartPhoto(path, source: FilePath("\(number).png"), byteCount: ball.count + 1)
        }
    }

    func worker(
        _ photos: [PartPhoto], resumes: Bool = false, _ settings: PackSettings = PackSettings(),
        load: @escaping @Sendable (PartPhoto) async throws -> Void = { _ in }
    ) async throws -> PartWorker {
        var settings = settings
        settings.start = resumes ? .resuming : .anew
        return try await PartWorker(
            photos, output: store, processor: processor(), settings: settings,
            load: { photo in
                PackPhoto(name: photo.photo, source: photo.source) {
                    try await load(photo)
                    return try photo.photo.readBytes()
                }
            })
    }

    /// All files of the output but for how long the photos took.
    func contents() throws -> [FilePath: [UInt8]] {
        var contents: [FilePath: [UInt8]] = [:]
        for file in try FolderWalk(output).files {
            var bytes = try file.path.readBytes()
            if var record = PhotoRecord(reading: bytes) {
                record.seconds = 0
                bytes = record.bytes
            }
            contents[file.relativePath] = bytes
        }
        return contents
    }

    func records() throws -> [PhotoRecord] {
        try FolderWalk(output.appending("records")).files.compactMap { PhotoRecord(reading: try $0.path.readBytes()) }
    }
}
