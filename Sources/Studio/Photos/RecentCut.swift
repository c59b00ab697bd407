import Clips
import Execution
import Files
import PhotoLibrary
import Stickers
import Synchronization

/// The clip that was last cut: another look of its sticker needs no network, and takes a fraction of the time.
///
/// It takes up to 100 MB, and is let go of when its photo is removed, or when no one has asked for it for some time.
final class RecentCut: Sendable {
    struct Key: Hashable {
        /// Of the clip's file.
        let clip: SHA256Digest
        let start: Int
        let end: Int?
        /// What a person marked on its frames.
        var marks: [MatteStroke] = []

        fileprivate var withoutMarks: Key { Key(clip: clip, start: start, end: end) }
    }

    private struct State {
        var kept: (key: Key, cut: ClipCut)?
        /// The best part without marks, for the same key without them. It stays when other marks are cut.
        var unmarked: (key: Key, part: BestPart)?
        /// Ends the wait that lets go of it.
        var waiting: Task<Void, Never>?
    }

    private let state = Mutex(State())
    /// One is cut at a time: a second request for it finds it.
    private let gate = TaskGate(capacity: 1)
    private let patience: @Sendable () async throws -> Void

    /// - Parameter patience: returns once a clip that was not asked for meanwhile is to go.
    init(patience: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(600)) }) {
        self.patience = patience
    }

    /// Makes it unless it is there. One that another takes the place of is let go of before that is made.
    func cut(_ key: Key, _ make: () async throws -> ClipCut) async throws -> ClipCut {
        guard let place = await gate.enter() else { throw CancellationError() }
        defer { gate.leave(place) }
        let found = state.withLock { state in
            if state.kept?.key != key { state.kept = nil }
            return state.kept?.cut
        }
        if let found {
            keep(found, key)
            return found
        }
        let made = try await make()
        keep(made, key)
        return made
    }

    /// Lets go of the clips of these photos. Work on them that is not over must have been cancelled: it keeps nothing.
    func forget(_ photos: Set<PhotoID>) {
        state.withLock { state in
            guard let key = state.kept?.key ?? state.unmarked?.key, photos.contains(PhotoID(key.clip)) else { return }
            state.waiting?.cancel()
            state = State()
        }
    }

    /// The best part without marks: a stroke in it does not search the clip again.
    func unmarked(of key: Key) -> BestPart? {
        state.withLock { $0.unmarked?.key == key.withoutMarks ? $0.unmarked?.part : nil }
    }

    var isEmpty: Bool { state.withLock { $0.kept == nil } }

    /// The wait for ``patience``, if a clip is kept.
    var waiting: Task<Void, Never>? { state.withLock(\.waiting) }

    private func keep(_ cut: ClipCut, _ key: Key) {
        state.withLock { state in
            guard !Task.isCancelled else { return }
            state.kept = (key, cut)
            if let part = cut.unmarked { state.unmarked = (key.withoutMarks, part) }
            state.waiting?.cancel()
            state.waiting = Task { [weak self, patience] in
                guard (try? await patience()) != nil else { return }
                self?.state.withLock { state in
                    guard !Task.isCancelled else { return }
                    state = State()
                }
            }
        }
    }
}
