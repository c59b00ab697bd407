/// Which stickers are wanted, by which clients, and which of them are in work.
///
/// A value: it is told what happens and answers with what is to be done. It has no task, no clock and no pixels, so
/// that every order of events can be tried.
///
/// A photo that several want is worked on once. The work is cancelled when the last of them
/// has left. Photos are begun in the order in which they were asked for, at most ``places`` at once. Beside them, one
/// clip is worked on at a time: it takes as long as many photos and must not hold them up.
struct StickerQueue<ID: Hashable & Sendable>: Hashable, Sendable {
    /// A client that wants a sticker.
    enum Client: Hashable, Sendable {
        /// A page on which it comes near. Each such page counts.
        case near
        /// A request that named it. The results of other photos may go for it.
        case name
        /// A change of its style or strokes. It is rendered even if all pages close.
        case edit
    }

    /// What is known of a photo's sticker.
    enum Status: Hashable, Sendable {
        case open
        case done
        case invalid
    }

    /// What the caller has to do next, in this order.
    enum Action: Hashable, Sendable {
        /// Begin the work on a photo; ``StickerQueue/ended(_:)`` when it is over.
        case start(ID)
        /// Cancel the work on a photo; its end is told all the same.
        case cancel(ID)
        /// Call ``StickerQueue/refillBatch(_:)`` with all photos in their order.
        case refillBatch
    }

    /// Of photos.
    let places: Int
    private(set) var progress = ProcessingProgress()
    private(set) var isClosed = false
    private var statuses: [ID: Status] = [:]
    private var clips: Set<ID> = []
    private var entries: [ID: Entry] = [:]
    /// Photos whose work has not begun, the next one first.
    private var line: [ID] = []
    private var batch: Batch?
    /// How many photos and clips are in work, cancelled ones included.
    private var busy: [Lane: Int] = [:]

    private enum Lane: Hashable {
        case photos
        case clips
    }

    private struct Entry: Hashable {
        var near = 0
        var isNamed = false
        var isEdited = false
        var isInBatch = false
        var evicts = false
        let lane: Lane
        var phase = Phase.inLine

        enum Phase: Hashable {
            case inLine
            case inWork
            /// Cancelled; the end is still to come.
            case ending
        }

        var isWanted: Bool { near > 0 || isNamed || isEdited || isInBatch }
        /// Of the clients that want it now.
        var wantsEviction: Bool { isNamed || isEdited }
    }

    private struct Batch: Hashable {
        /// In the order in which they will be asked for.
        var pending: [ID] = []
        var inWork: Set<ID> = []
        var seen: Set<ID> = []
    }

    /// - Parameter places: how many photos are worked on at once, at least 1.
    init(places: Int) {
        precondition(places >= 1, "at least one photo is worked on at a time")
        self.places = places
    }

    // MARK: What is known

    func status(of id: ID) -> Status? { statuses[id] }

    /// Whether there is work on a photo, begun or not.
    func holds(_ id: ID) -> Bool { entries[id] != nil }

    /// Whether the results of other photos may go for this one, as long as the work on it lasts.
    func evicts(_ id: ID) -> Bool { entries[id]?.evicts ?? false }

    /// Whether "make all" is the only one that wants it.
    func isWantedByBatchAlone(_ id: ID) -> Bool {
        guard let entry = entries[id] else { return false }
        return entry.isInBatch && entry.near == 0 && !entry.isNamed && !entry.isEdited
    }

    var hasBatch: Bool { batch != nil }

    // MARK: What happens to photos

    /// A photo is part of the selection, and this is how far its sticker is.
    mutating func note(_ id: ID, _ status: Status) {
        statuses[id] = status
    }

    /// A photo that is about to be noted is a clip.
    mutating func noteClip(_ id: ID) {
        clips.insert(id)
    }

    /// A photo is not part of the selection any more.
    mutating func remove(_ id: ID) -> [Action] {
        statuses[id] = nil
        clips.remove(id)
        let actions = abandon(id)
        guard let entry = entries[id], entry.phase == .inLine else { return actions }
        return actions + takeOut(id, entry)
    }

    /// The work on a photo is over: done, in vain or cancelled, as its status says.
    mutating func ended(_ id: ID) -> [Action] {
        guard var entry = entries[id], entry.phase != .inLine else { return [] }
        busy[entry.lane, default: 0] -= 1
        // Work takes up the edits that come while it lasts; what was cancelled took up none.
        entry.isEdited = entry.isEdited && entry.phase == .ending
        let isNeeded = statuses[id] == .open ? entry.isWanted : statuses[id] != nil && entry.isEdited
        guard !isClosed, isNeeded else { return takeOut(id, entry) }
        // A client came while it was being cancelled: it begins anew.
        entry.phase = .inLine
        entry.evicts = entry.wantsEviction
        entries[id] = entry
        line.append(id)
        return fillPlaces()
    }

    // MARK: Clients come and go

    /// A client wants a sticker. It is made unless it is there; an edit is rendered also then.
    mutating func want(_ id: ID, _ client: Client) -> [Action] {
        guard !isClosed, statuses[id] == .open || statuses[id] != nil && client == .edit else { return [] }
        return enter(id) { entry in
            switch client {
            case .near: entry.near += 1
            case .name: entry.isNamed = true
            case .edit: entry.isEdited = true
            }
        }
    }

    /// A client does not want a sticker any more.
    mutating func leave(_ id: ID, _ client: Client) -> [Action] {
        guard var entry = entries[id] else { return [] }
        switch client {
        case .near: entry.near = max(0, entry.near - 1)
        case .name: entry.isNamed = false
        case .edit: entry.isEdited = false
        }
        entries[id] = entry
        return dropIfUnwanted(id)
    }

    /// The last page has closed: nothing is near any more.
    mutating func leaveNear() -> [Action] {
        let near = entries.filter { $0.value.near > 0 }.map(\.key)
        return near.flatMap { id in
            entries[id]?.near = 0
            return dropIfUnwanted(id)
        }
    }

    /// Ends what is being done for a photo. Only "make all" still wants it.
    mutating func abandon(_ id: ID) -> [Action] {
        takeBack(id)
        guard let entry = entries[id] else { return [] }
        guard entry.phase == .inWork else { return dropIfUnwanted(id) }
        entries[id]?.phase = .ending
        return [.cancel(id)]
    }

    /// A person ends the work on a photo. No client wants it any more.
    mutating func stop(_ id: ID) -> [Action] {
        let hasLeft = leaveBatch(id)
        takeBack(id)
        return dropIfUnwanted(id) + (hasLeft ? advanceBatch() : [])
    }

    /// Nothing is begun any more. What is in work goes on.
    mutating func close() {
        isClosed = true
        batch?.pending = []
        for id in line {
            batch?.inWork.remove(id)
            entries[id] = nil
        }
        line = []
        if let batch, batch.inWork.isEmpty { endBatch() }
    }

    // MARK: "Make all"

    /// Makes all stickers that are not there, a few at once, so that others find places between them. While that is
    /// being done it changes nothing: what has come since is done too.
    mutating func startBatch() -> [Action] {
        guard batch == nil else { return [] }
        batch = Batch()
        progress = ProcessingProgress(running: true)
        return [.refillBatch]
    }

    /// - Parameter ids: all photos in their order; those that were not there before are done now.
    mutating func refillBatch(_ ids: [ID]) -> [Action] {
        guard let seen = batch?.seen else { return [] }
        let wanted = ids.filter { statuses[$0] == .open && !seen.contains($0) }
        guard !wanted.isEmpty, !isClosed else {
            endBatch()
            return []
        }
        batch?.seen.formUnion(wanted)
        batch?.pending = wanted
        progress.total += wanted.count
        return advanceBatch()
    }

    mutating func stopBatch() -> [Action] {
        guard let inWork = batch?.inWork else { return [] }
        endBatch()
        return inWork.flatMap { id in
            entries[id]?.isInBatch = false
            return dropIfUnwanted(id)
        }
    }

    /// Forgets pages near it, requests that named it, and edits.
    private mutating func takeBack(_ id: ID) {
        guard var entry = entries[id] else { return }
        (entry.near, entry.isNamed, entry.isEdited) = (0, false, false)
        entries[id] = entry
    }

    /// - Returns: whether the batch worked on it, and has a place more.
    private mutating func leaveBatch(_ id: ID) -> Bool {
        if let at = batch?.pending.firstIndex(of: id) {
            batch?.pending.remove(at: at)
            progress.total -= 1
        }
        guard batch?.inWork.remove(id) != nil else { return false }
        entries[id]?.isInBatch = false
        progress.total -= 1
        return true
    }

    private mutating func endBatch() {
        batch = nil
        progress.running = false
    }

    private mutating func advanceBatch() -> [Action] {
        var actions: [Action] = []
        while let at = batch?.pending.firstIndex(where: hasBatchPlace), let id = batch?.pending.remove(at: at) {
            guard statuses[id] == .open else {
                count(id)
                continue
            }
            self.batch?.inWork.insert(id)
            actions += enter(id) { $0.isInBatch = true }
        }
        if let batch, batch.inWork.isEmpty { actions.append(.refillBatch) }
        return actions
    }

    /// Whether the batch may ask for one more of its kind.
    private func hasBatchPlace(_ id: ID) -> Bool {
        let lane = lane(of: id)
        return (batch?.inWork.count { entries[$0]?.lane == lane } ?? 0) < places(in: lane)
    }

    /// Counts a photo of the batch that is not worked on any more.
    private mutating func count(_ id: ID) {
        switch statuses[id] {
        // Removed: neither made nor failed.
        case nil: progress.total -= 1
        case .open: break
        case .done: progress.finished += 1
        case .invalid:
            progress.finished += 1
            progress.failed += 1
        }
    }

    // MARK: Places

    private mutating func enter(_ id: ID, _ change: (inout Entry) -> Void) -> [Action] {
        if entries[id] == nil { line.append(id) }
        let lane = lane(of: id)
        change(&entries[id, default: Entry(lane: lane)])
        if entries[id]?.wantsEviction ?? false { entries[id]?.evicts = true }
        return fillPlaces()
    }

    private mutating func fillPlaces() -> [Action] {
        var actions: [Action] = []
        while let at = line.firstIndex(where: { hasPlace(in: entries[$0]?.lane ?? .photos) }) {
            let id = line.remove(at: at)
            entries[id]?.phase = .inWork
            busy[entries[id]?.lane ?? .photos, default: 0] += 1
            actions.append(.start(id))
        }
        return actions
    }

    private func lane(of id: ID) -> Lane { clips.contains(id) ? .clips : .photos }

    private func places(in lane: Lane) -> Int { lane == .clips ? 1 : places }

    private func hasPlace(in lane: Lane) -> Bool { busy[lane, default: 0] < places(in: lane) }

    private mutating func dropIfUnwanted(_ id: ID) -> [Action] {
        guard let entry = entries[id], !entry.isWanted else { return [] }
        switch entry.phase {
        case .ending: return []
        case .inWork:
            entries[id]?.phase = .ending
            return [.cancel(id)]
        case .inLine:
            entries[id] = nil
            line.removeAll { $0 == id }
            return []
        }
    }

    /// Forgets a photo, and frees its place.
    private mutating func takeOut(_ id: ID, _ entry: Entry) -> [Action] {
        entries[id] = nil
        line.removeAll { $0 == id }
        guard entry.isInBatch, batch?.inWork.remove(id) != nil else { return fillPlaces() }
        count(id)
        return advanceBatch() + fillPlaces()
    }
}
