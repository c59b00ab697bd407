package import Files

/// Something that was not as it should be when the library was opened, and what was done about it.
package struct RecoveryNote: Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The index was damaged. It stands at this path now, and a new one was made of what could be read of it and of
        /// the originals.
        case indexRebuilt(setAside: FilePath)
        /// An original that the index did not know was taken in, at the end of the selection.
        case originalAdopted(PhotoID)
        /// An original has other bytes than it should. It stands at this path now.
        case originalDamaged(PhotoID, setAside: FilePath)
        /// An original is gone, and so is what the index knew of it.
        case originalMissing(PhotoID)
        /// Parts of a result are gone: it is to be made again.
        case resultIncomplete(PhotoID)
        /// So many files and folders, left half-written or half-removed by a run that was stopped, were removed.
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
                "the photo \(id) is damaged and was taken out; what there is of it is kept as \(path)"
            case .originalMissing(let id): "the file of the photo \(id) is gone, so the photo was taken out"
            case .resultIncomplete(let id): "the result of the photo \(id) is incomplete and will be made again"
            case .leftoversRemoved(let count): "\(count) unfinished files of an earlier run were removed"
            }
    }
}
