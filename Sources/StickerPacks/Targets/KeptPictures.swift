import Files
import Imaging
import Synchronization

/// Pictures as platforms got them, for packs that are made later: a sticker that is as it was is not even decoded
/// again. They take a bounded number of bytes of memory, and those that were not asked for longest give way.
package final class KeptPictures: Sendable {
    struct Key: Hashable {
        /// Of the sticker's file.
        var sticker: SHA256Digest
        var keepsCanvas = false
        /// Of a still picture.
        var rules: PictureRules?
        /// Of one that moves.
        var living: LivingRules?
    }

    struct Picture {
        var bytes: [UInt8]
        /// How well it is encoded.
        var fidelity: String
    }

    private struct State {
        var pictures: CostLRU<Key, Picture>
        var foundCount = 0
    }

    private let state: Mutex<State>

    /// - Parameter byteLimit: of all together.
    package init(byteLimit: Int = 64 << 20) {
        state = Mutex(State(pictures: CostLRU(costLimit: byteLimit)))
    }

    /// How often a picture was there.
    package var foundCount: Int { state.withLock { $0.foundCount } }

    /// - Returns: `nil` unless all of them are there.
    func find(_ keys: [Key]) -> [Picture]? {
        state.withLock { state in
            let found = keys.compactMap { state.pictures.use($0) }
            guard found.count == keys.count else { return nil }
            state.foundCount += found.count
            return found
        }
    }

    func keep(_ picture: Picture, as key: Key) {
        state.withLock { _ = $0.pictures.insert(picture, for: key, cost: picture.bytes.count) }
    }
}
