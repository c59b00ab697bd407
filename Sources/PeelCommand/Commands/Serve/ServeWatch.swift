import Execution
import Peel
import Studio

/// `--watch`: photos of a folder come into the studio's library as they arrive.
@MainActor
final class ServeWatch {
    private let folder: FilePath
    private let library: FilePath
    private let limits: ImageLimits
    private let studio: Studio
    private let context: CommandContext
    private let arrivals: FolderArrivals
    private let memory: TakenPhotos
    /// Of all photos that were taken, also of those that the library has no more.
    private var digests: Set<SHA256Digest>
    /// Photos that the library could not take: the next start tries again.
    private var refused: Set<FilePath> = []
    private var work: Task<Void, Never>?

    /// - Throws: ``FileError`` when there is no such folder.
    init(
        _ folder: FilePath, library: FilePath, limits: ImageLimits, _ studio: Studio, _ context: CommandContext
    ) async throws {
        let memory = TakenPhotos(of: folder, in: library)
        let taken = await OwnThread.run { memory.read() }
        (self.folder, self.library, self.limits) = (folder, library, limits)
        (self.studio, self.context, self.memory, digests) = (studio, context, memory, taken.digests)
        arrivals = try await FolderArrivals(
            of: folder, excluding: [library], context[FolderArrivals.Pace.self], taken: taken.files)
    }

    /// Until ``stop()``.
    func start() {
        context.output.line("Adding photos from \(folder) as they arrive")
        work = Task { for await _ in arrivals.watch.wakes { await takeWhatArrived() } }
    }

    /// Returns when no photo is being taken any more.
    func stop() async {
        arrivals.watch.stop()
        await work?.value
    }

    private func takeWhatArrived() async {
        let search = await Self.search(folder, library)
        arrivals.tell(search.failures, in: context)
        let found = await arrivals.look(at: search)
        if found.stamps.isEmpty { return }
        var count = 0
        for photo in search.photos where found.stamps[photo.path] != nil {
            if context.stop.isRequested { break }
            if await take(photo) { count += 1 }
            arrivals.take(photo.path, of: found)
        }
        if count > 0 { context.output.line(count == 1 ? "1 new photo" : "\(count) new photos") }
        await remember()
    }

    /// - Returns: whether the library did not have it.
    private func take(_ photo: FoundPhoto) async -> Bool {
        let limit = limits.bytes
        refused.remove(photo.path)
        do {
            let (bytes, digest) = try await OwnThread.run {
                let bytes = try photo.path.readBytes(limit: limit)
                return (bytes, SHA256Digest(of: bytes))
            }
            // Its file was moved or touched; it may have been deleted in the studio.
            if digests.contains(digest) { return false }
            try await Self.requireWhole(bytes, limits)
            let isNew = try await studio.add(bytes, named: "\(photo.source.lastComponent)")
            digests.insert(digest)
            return isNew
        } catch {
            let failure = (error as? FileError).map { CommandFailure(reading: $0) } ?? CommandFailure(error)
            let isOfStudio = (error as? StudioError).map { [.notAPhoto, .tooLarge].contains($0.code) } ?? false
            let isOfPhoto = isOfStudio || error is ImagingError
            if !isOfPhoto { refused.insert(photo.path) }
            context.complain("\(photo.path): \(failure)")
            return false
        }
    }

    /// A photo or clip that is cut short is refused here: a page shows it to a person, who was there when it was added.
    @concurrent
    private nonisolated static func requireWhole(_ bytes: [UInt8], _ limits: ImageLimits) async throws {
        guard ClipFile.isWhole(bytes) else { throw ImagingError(.damaged, "the file is cut short; copy it again") }
        guard ClipFile(bytes) == nil else { return }
        let source = try ImageSource(bytes, limits: limits)
        let reservation = try await source.reserve(source.decodingMemory(atLeast: 1))
        defer { reservation.release() }
        _ = try await PhotoExecutor.shared.run { try source.decode(atLeast: 1) }
    }

    private func remember() async {
        let (memory, refused, digests) = (memory, refused, digests)
        let taken = arrivals.taken.filter { !refused.contains($0.key) }
        do {
            try await OwnThread.run { try memory.write(taken, digests) }
        } catch {
            context.complain(error)
        }
    }

    @concurrent
    private nonisolated static func search(_ folder: FilePath, _ library: FilePath) async -> PhotoSearch {
        var search = PhotoSearch([folder], output: library)
        search.takeOneFileOfLivePhotos(.asGiven)
        return search
    }
}
