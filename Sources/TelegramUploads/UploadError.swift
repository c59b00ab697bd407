public import Files

/// The error of an upload.
public struct UploadError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The token does not belong to a bot, or is malformed.
        case badToken
        /// The name breaks a rule of the platform.
        case badName
        /// The user is unknown to the bot.
        case badUser
        /// The platform does not know an emoji.
        case badEmoji
        /// A set of that name exists, with other stickers.
        case occupied
        /// The platform refuses the upload.
        case refused
        /// The platform asks to wait for longer than is allowed.
        case busy
        /// The platform cannot be reached, or fails.
        case unreachable
        /// The answer is not one of the API.
        case badResponse
        /// A file of the pack cannot be read, or the upload's record cannot be written.
        case file
        /// The task was cancelled. Uploaded stickers stay, and another call resumes.
        case cancelled
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person, with what is wrong and what to do.
    public let description: String

    /// Whether the same call may succeed later without a change by a person.
    package let isTemporary: Bool

    init(_ code: Code, _ description: String, isTemporary: Bool? = nil) {
        self.code = code
        self.description = description
        self.isTemporary = isTemporary ?? [.busy, .unreachable].contains(code)
    }
}
