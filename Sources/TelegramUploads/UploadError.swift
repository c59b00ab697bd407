/// Why a pack could not be uploaded.
public struct UploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The token does not belong to a bot, or is not written like one.
        case badToken
        /// The name breaks a rule of the platform's.
        case badName
        /// The user is unknown to the bot.
        case badUser
        /// The platform does not know an emoji.
        case badEmoji
        /// There is a set of that name already, with other stickers.
        case occupied
        /// The platform refuses what was sent.
        case refused
        /// The platform wants to be left alone for longer than is waited.
        case busy
        /// The platform cannot be reached, or fails.
        case unreachable
        /// The answer is not one of the API's.
        case badResponse
        /// A file of the pack cannot be read, or the upload's notes cannot be written.
        case file
        /// The task was cancelled. What was uploaded stays, and another call goes on from there.
        case cancelled
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person, with what is wrong and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Whether the same call may succeed later with nothing changed by a person.
    public var isTemporary: Bool { [.busy, .unreachable].contains(code) }
}
