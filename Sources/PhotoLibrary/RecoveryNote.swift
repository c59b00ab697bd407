package import Files

/// A repair that was made when the library was opened.
package struct RecoveryNote: Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The index was damaged. It was moved to this path, and a new one was made from its readable parts and the
        /// originals.
        case indexRebuilt(setAside: FilePath)
        /// An original that the index did not know was added at the end of the selection.
        case originalAdopted(PhotoID)
        /// An original has other bytes than its name says. It was moved to this path.
        case originalDamaged(PhotoID, setAside: FilePath)
        /// An original is missing, and its record was removed.
        case originalMissing(PhotoID)
        /// Parts of a result are missing: it must be made again.
        case resultIncomplete(PhotoID)
        /// So many files and folders of an interrupted run were removed.
        case leftoversRemoved(Int)
    }

    package let code: Code
    /// A sentence for a person.
    package let description: String

    init(_ code: Code) {
        self.code = code
        description =
            switch code {
            case .indexRebuilt(let path):
                "the library's index was damaged and has been rebuilt from the photos; the old one is kept as \(path)"
            case .originalAdopted(let id): "the photo \(id) was not in the index and has been put at the end"
            case .originalDamaged(let id, let path):
                "the photo \(id) is damaged and was removed; its file is kept as \(path)"
            case .originalMissing(let id): "the file of the photo \(id) is missing, so the photo was removed"
            case .resultIncomplete(let id): "the result of the photo \(id) is incomplete and will be made again"
            case .leftoversRemoved(let count): "\(count) unfinished files of an earlier run were removed"
            }
    }
}
