import Execution
public import Imaging

/// Why a photo became no sticker. It does not name the photo; the caller does.
public struct StickerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The photo could not be decoded; the reason is the `ImagingError`'s.
        case imaging(ImagingError.Code)
        /// The network found nothing that stands out.
        case noSubject
        /// There are fewer subjects than the number asked for, or none at the point asked for.
        case noSuchInstance
        /// The sticker would have more pixels than its subject has in the photo, and that was not wanted.
        case enlargement
        /// The text on the sticker breaks a rule, or no font has its characters.
        case text
        /// Border, margin or strength break a rule.
        case style
        /// An arrangement breaks a rule, or leaves nothing of the sticker on its canvas.
        case arrangement
        /// A kept subject is damaged, of a later version, or not that of this photo.
        case subjectData
        /// The model file is missing, is no network, or has inputs and outputs that are not understood.
        case model
        /// OpenVINO finds no such device on this machine.
        case device
        /// OpenVINO could not run the network.
        case inference
        /// The task was cancelled.
        case cancelled
    }

    /// The reason.
    public let code: Code
    /// One sentence for a person: the rule, the number that broke it and what to do.
    public let description: String

    /// An error with its reason in words.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The error of a picture.
    package init(_ error: ImagingError) {
        self.init(error.code == .cancelled ? .cancelled : .imaging(error.code), error.description)
    }
}

extension StickerError {
    /// Runs `body` and turns its error into a ``StickerError``.
    package static func wrapping<Result>(_ body: () throws(ImagingError) -> Result) throws(StickerError) -> Result {
        try rethrowing(StickerError.init, body)
    }
}

extension Task where Success == Never, Failure == Never {
    /// - Throws: ``StickerError`` with `.cancelled` when the current task was cancelled.
    static func checkStickerCancellation() throws(StickerError) {
        if isCancelled { throw StickerError(.cancelled, "the task was cancelled") }
    }
}
