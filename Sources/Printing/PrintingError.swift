import Execution
public import Files

/// The error of an outline or a sheet. It names the sticker or the setting and says what to do.
public struct PrintingError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// A file failed, for a reason of the system or of a rule about files.
        case file(FileError.Cause)
        /// The picture cannot be decoded.
        case damagedSticker
        /// No pixel is at least half opaque: there is nothing to cut around.
        case noShape
        /// A length, resolution or count is not a number, or out of its range.
        case setting
        /// The sticker with its lines is larger than the page inside its margins.
        case largerThanPage
        /// A printed inch of the sticker has fewer pixels than `leastDotsPerInch`.
        case tooFewPixels
        /// A file would replace a sticker or photo that the sheet is made of.
        case overSource
        /// A sticker or page takes more than the memory budget.
        case memory
        /// There is no sticker.
        case noStickers
        /// The task was cancelled.
        case cancelled

        /// Whether other stickers can still be printed.
        package var isOfOneSticker: Bool {
            switch self {
            case .damagedSticker, .noShape, .largerThanPage, .tooFewPixels: true
            case .file, .setting, .overSource, .memory, .noStickers, .cancelled: false
            }
        }
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person, with the sticker or setting, the rule and what to do.
    public let description: String

    /// Creates an error with its reason in words.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Whether the same call may succeed later with nothing changed by a person.
    package var isTemporary: Bool {
        if case .file(let cause) = code { FileError("", "", cause: cause).isTemporary } else { false }
    }

    /// Converts an error of a file.
    package init(_ error: FileError) {
        self.init(.file(error.cause), error.description)
    }
}

/// Runs `body` and converts its error.
package func asPrintingError<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(PrintingError) -> Value {
    try rethrowing(PrintingError.init, body)
}
