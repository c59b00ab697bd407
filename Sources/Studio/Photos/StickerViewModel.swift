package import Files
import FoundationEssentials
import Observation
package import PhotoLibrary
package import Profiling
package import Stickers

/// The selection of photos and how far each of them is: what every page shows, and what every request changes.
///
/// On the main actor, so that what people see has one order of changes; what takes time is awaited from here and
/// happens elsewhere: the library has a thread of its own, stickers are made on the photo executor.
@MainActor @Observable
package final class StickerViewModel {
    /// In the order in which it was added, or as ``reorder(_:)`` put it.
    package internal(set) var selection: [SelectedPhoto] = []
    /// Of ``startProcessing()``.
    package internal(set) var progress = ProcessingProgress()
    package internal(set) var usage: LibraryUsage
    /// Grows with each change of the trash.
    package internal(set) var trashRevision = 0
    /// In the order in which they were made.
    package internal(set) var packs: [KeptPack] = []
    /// What the library had to put right when it was opened.
    package let recovered: [RecoveryNote]
    package nonisolated let libraryFolder: FilePath
    /// The program's version, which the page shows.
    package nonisolated let version: String

    @ObservationIgnored let library: PhotoLibrary
    @ObservationIgnored let maker: any StickerMaking
    @ObservationIgnored let trace: TraceFile?
    @ObservationIgnored let leastRevision: () -> Int
    /// What the library keeps of each photo, as it will be when what is under way was written.
    @ObservationIgnored var details: [PhotoID: PhotoDetails] = [:]
    /// Which stickers are wanted, and by which clients. What a change of it asks for goes to ``perform(_:)``; `note`
    /// asks for nothing.
    @ObservationIgnored var queue: StickerQueue<PhotoID>
    /// The work that the queue has begun.
    @ObservationIgnored var works: [PhotoID: Task<Void, Never>] = [:]
    /// In bytes: of the results that the library has, and of those that it had.
    @ObservationIgnored var resultSizes: [PhotoID: Int] = [:]
    /// Told of each sticker that was made, with the steps that it took.
    @ObservationIgnored package var onMade: ((PhotoID, StageTimings) -> Void)?
    /// Of photos that came from the web.
    @ObservationIgnored private(set) var photosByAddress: [String: PhotoID] = [:]
    /// The selection as pages are told of it. Only what has changed is written again.
    @ObservationIgnored private var snapshotPhotos: [SnapshotPhoto] = []
    @ObservationIgnored private var positions: [PhotoID: Int] = [:]
    /// How often the packs were read.
    @ObservationIgnored var packReads = 0

    /// Takes up what the library has: the last selection with its stickers.
    ///
    /// - Parameters:
    ///   - atOnce: how many photos are worked on at once.
    ///   - trace: where the work is recorded.
    ///   - leastRevision: below which no revision may be that is given now. Browsers keep a sticker by its photo and
    ///     revision for ever; a photo that was removed and comes again must not get the revisions that it had.
    package init(
        library: PhotoLibrary, maker: any StickerMaking, atOnce: Int, version: String = "", trace: TraceFile? = nil,
        leastRevision: @escaping () -> Int = { StickerViewModel.millisecondsSince1970 }
    ) async throws {
        self.version = version
        self.leastRevision = leastRevision
        self.library = library
        self.maker = maker
        self.trace = trace
        queue = StickerQueue(places: max(1, atOnce))
        libraryFolder = library.folder
        let usage = try await library.usage
        self.usage = usage
        recovered = try await library.recovered
        for photo in try await library.photos() { takeUp(photo) }
        index()
        await refreshPacks()
        // Edits that the last run could not finish.
        for photo in selection where details[photo.id]?.isOutdated ?? false { perform(queue.want(photo.id, .edit)) }
    }

    /// What revisions are counted from: grows with the time, also over starts.
    package nonisolated static var millisecondsSince1970: Int { Int(Date().timeIntervalSince1970 * 1000) }

    // MARK: The selection

    package func photo(_ id: PhotoID) -> SelectedPhoto? {
        positions[id].map { selection[$0] }
    }

    /// Takes a photo or a clip in, at the end. One that is there already stays as it is.
    ///
    /// - Parameter origin: where it is from, if it comes from the web.
    /// - Throws: ``StudioError`` when it is not a photo that can be read, or the library has no room for it; what the
    ///   library itself throws.
    package func add(
        _ data: [UInt8], named name: String, from origin: PhotoOrigin? = nil
    ) async throws -> (photo: SelectedPhoto, isNew: Bool) {
        var fresh = PhotoDetails()
        do {
            if try await maker.kind(of: data) == .clip { fresh.clip = ClipPart() }
        } catch {
            throw StudioError(error)
        }
        guard hasRoom(forPhotoOf: data.count) else {
            throw StudioError(
                .full,
                "the library \(libraryFolder) is full: its photos take \(usage.originals) of \(usage.limit) bytes, and "
                    + "their stickers need about \(neededResultBytes()); remove photos, or start with a larger --limit")
        }
        let json = fresh.clip == nil ? nil : fresh.json
        let addition = try await library.add(data, named: name, details: json)
        markTooSmall(addition.cleanedUp)
        let id = addition.photo.id
        let isKnown = photo(id) != nil
        if !isKnown {
            takeUp(addition.photo)
            positions[id] = selection.count - 1
            if details[id]?.origin != nil { index() }
            // It was removed before its last edit was rendered.
            if details[id]?.isOutdated ?? false { perform(queue.want(id, .edit)) }
        }
        if let origin {
            do {
                try await note(origin, of: id)
            } catch {
                // A photo without its credit is not what was asked for.
                if !isKnown {
                    _ = try? await remove([id])
                    if !addition.isRestored { _ = try? await emptyTrash([id]) }
                }
                throw error
            }
        }
        await refreshUsage()
        if addition.isRestored {
            trashRevision += 1
            await refreshPacks()
        }
        guard let added = photo(id) else { throw StudioError.unknownPhoto(id) }
        return (added, !isKnown && addition.isNew)
    }

    /// The first origin with a credit counts: a photo that is found in two places keeps its first credit.
    private func note(_ origin: PhotoOrigin, of id: PhotoID) async throws {
        let before = details[id]?.origin
        var noted = origin
        if let before {
            noted = before.saysMore(than: origin) ? before : origin
            noted.addOthers(of: before)
            noted.addOthers(of: origin)
        }
        // As many as are kept with the photo: an address that leads to the same bytes can be made in any number.
        for address in noted.addresses { photosByAddress[address] = id }
        guard noted != before else { return }
        details[id]?.origin = noted
        guard let json = details[id]?.json else { return }
        do {
            try await library.update(id, details: json)
        } catch {
            details[id]?.origin = before
            throw error
        }
        change(id) { $0.origin = noted }
    }

    /// Puts photos into this order, in front of those that are not named.
    package func reorder(_ ids: [PhotoID]) async throws {
        sort(by: try await library.reorder(ids))
    }

    /// Adds a photo of the library at the end of the selection.
    func takeUp(_ photo: LibraryPhoto) {
        let kept = PhotoDetails(json: photo.details)
        details[photo.id] = kept
        if photo.hasResult { resultSizes[photo.id] = photo.resultByteCount }
        let selected = SelectedPhoto(photo, kept)
        selection.append(selected)
        snapshotPhotos.append(SnapshotPhoto(selected))
        if kept.clip != nil { queue.noteClip(photo.id) }
        queue.note(photo.id, selected.state.status)
    }

    /// Puts the selection into this order.
    func sort(by order: [PhotoID]) {
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        selection.sort { (places[$0.id] ?? .max) < (places[$1.id] ?? .max) }
        index()
    }

    func index() {
        positions = Dictionary(uniqueKeysWithValues: selection.enumerated().map { ($1.id, $0) })
        let known = Dictionary(uniqueKeysWithValues: snapshotPhotos.map { ($0.id, $0) })
        snapshotPhotos = selection.map { known[$0.id.text] ?? SnapshotPhoto($0) }
        photosByAddress = [:]
        // Of duplicates, the first stands for what the catalog has saved.
        for photo in selection.reversed() {
            for address in photo.origin?.addresses ?? [] { photosByAddress[address] = photo.id }
        }
    }

    /// ``selection`` as pages are told of it.
    var seenPhotos: [SnapshotPhoto] {
        // What is observed is the selection; these change with it.
        precondition(selection.count == snapshotPhotos.count, "each photo is in the snapshot")
        return snapshotPhotos
    }

    // MARK: What the rest of the model needs

    /// Changes a photo that is still part of the selection.
    func change(_ id: PhotoID, _ body: (inout SelectedPhoto) -> Void) {
        guard let position = positions[id] else { return }
        body(&selection[position])
        snapshotPhotos[position] = SnapshotPhoto(selection[position])
        queue.note(id, selection[position].state.status)
    }

    func refreshUsage() async {
        guard let usage = try? await library.usage, usage != self.usage else { return }
        // The library deletes from the trash by itself, too, where it needs the room.
        if usage.trashCount != self.usage.trashCount { trashRevision += 1 }
        self.usage = usage
    }

    /// A result that is gone is made again when a client wants it. A photo in work is left alone: its new result may
    /// just be on its way to the disk.
    func forgetResult(of id: PhotoID) {
        guard works[id] == nil, case .done = photo(id)?.state else { return }
        details[id]?.sticker = nil
        change(id) { $0.state = .waiting }
    }
}

/// How far ``StickerViewModel/startProcessing()`` is, as the API writes it.
package struct ProcessingProgress: Hashable, Sendable, Encodable {
    package var total = 0
    /// With and without success.
    package var finished = 0
    package var failed = 0
    package var running = false
}
