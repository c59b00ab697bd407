import PhotoLibrary

/// Whether the library has room for the results of the whole selection. Where it has not, making them all would only
/// push out those that were made before: what is not asked for by name is not made then, and says why.
extension StickerViewModel {
    /// What a result takes as long as none is known, in bytes.
    static let typicalResultBytes = 1 << 20

    /// In bytes: of the results of all photos, those known and those to come.
    ///
    /// - Parameter count: how many photos are to come besides.
    func neededResultBytes(adding count: Int = 0) -> Int {
        let known = resultSizes.values.reduce(0, +)
        return known + (selection.count - resultSizes.count + count) * expectedResultBytes
    }

    /// The mean of the known ones.
    private var expectedResultBytes: Int {
        resultSizes.isEmpty
            ? min(Self.typicalResultBytes, usage.limit / 10)
            : resultSizes.values.reduce(0, +) / resultSizes.count
    }

    /// Whether one more photo fits, with its result and those of the others.
    func hasRoom(forPhotoOf count: Int) -> Bool {
        usage.originals + count + neededResultBytes(adding: 1) <= usage.limit
    }

    /// Whether a photo's result, which is not there, fits beside those that are.
    func hasRoom(forResultOf id: PhotoID) -> Bool {
        usage.originals + usage.results + (resultSizes[id] ?? expectedResultBytes) <= usage.limit
    }

    /// Says of photos without a result that the library is too small for it. Until there is room, their stickers are
    /// made only when a request names one.
    func markTooSmall(_ ids: [PhotoID]) {
        let count = selection.count { if case .done = $0.state { !ids.contains($0.id) } else { false } }
        let failure = PhotoFailure(
            code: PhotoFailure.libraryTooSmallCode,
            message:
                "the library \(libraryFolder) is too small for all stickers: its limit is \(usage.limit) bytes, and "
                + "\(count) of \(selection.count) stickers are in it; remove photos, or start with a larger --limit")
        for id in ids {
            details[id]?.sticker = nil
            change(id) { $0.state = .invalid(failure) }
        }
    }

    /// Photos for which the library was too small wait again, as far as there is room.
    func reconsiderTooSmall() {
        var free = usage.limit - usage.originals - usage.results
        for photo in selection where photo.isTooLargeForLibrary {
            free -= resultSizes[photo.id] ?? expectedResultBytes
            guard free >= 0 else { return }
            change(photo.id) { $0.state = .waiting }
        }
    }
}

extension PhotoFailure {
    static let libraryTooSmallCode = "libraryTooSmall"
}

extension SelectedPhoto {
    var isTooLargeForLibrary: Bool {
        if case .invalid(let failure) = state { failure.code == PhotoFailure.libraryTooSmallCode } else { false }
    }
}
