import Files
import Imaging
import Synchronization

/// Pictures as platforms got them, for packs that are made later: a sticker that is as it was is not even decoded again.
/// They take a bounded number of bytes of memory, and those that were not asked for longest give way.
package final class KeptPictures: Sendable {
    struct Key: Hashable {
        /// Of the sticker's file.
        var sticker: SHA256Digest
        var keepsCanvas: Bool
        var rules: PictureRules
    }

    struct Picture {
        var bytes: [UInt8]
        var fidelity: FittedPicture.Fidelity
    }

    private struct State {
        var pictures: [Key: (picture: Picture, use: Int)] = [:]
        var bytes = 0
        var use = 0
        var foundCount = 0
    }

    private let state = Mutex(State())
    private let byteLimit: Int

    /// - Parameter byteLimit: of all together.
    package init(byteLimit: Int = 64 << 20) {
        self.byteLimit = byteLimit
    }

    /// How often a picture was there.
    package var foundCount: Int { state.withLock { $0.foundCount } }

    /// - Returns: `nil` unless all of them are there.
    func find(_ keys: [Key]) -> [Picture]? {
        state.withLock { state in
            var found: [Picture] = []
            for key in keys {
                guard let picture = state.pictures[key]?.picture else { return nil }
                state.use += 1
                state.pictures[key]?.use = state.use
                found.append(picture)
            }
            state.foundCount += found.count
            return found
        }
    }

    func keep(_ picture: Picture, as key: Key) {
        guard picture.bytes.count <= byteLimit else { return }
        state.withLock { state in
            state.use += 1
            state.bytes += picture.bytes.count
            if let old = state.pictures.updateValue((picture, state.use), forKey: key) {
                state.bytes -= old.picture.bytes.count
            }
            guard state.bytes > byteLimit else { return }
            // A quarter at once: the next ones do not look through all of them again.
            for (key, entry) in state.pictures.sorted(by: { $0.value.use < $1.value.use }) {
                guard state.bytes > byteLimit * 3 / 4 else { break }
                state.pictures[key] = nil
                state.bytes -= entry.picture.bytes.count
            }
        }
    }
}
