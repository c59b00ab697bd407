/// Why a picture could not be read or written. It does not name the file; the caller does.
public struct ImagingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rules that can be broken, for programs to compare.
    public enum Code: String, Hashable, Sendable {
        /// The file has no bytes.
        case empty
        /// More bytes than `ImageLimits.bytes` allows.
        case tooManyBytes
        /// The bytes are not of a picture format that is read here.
        case unknownFormat
        /// The header claims more pixels than `ImageLimits.pixels` allows.
        case pixelCount
        /// The format is right but the data is damaged or cut short, or says that there is no pixel.
        case damaged
        /// The picture could not be encoded.
        case notEncodable
        /// The work on the picture takes more memory than `ImageLimits.memory` has.
        case memory
        /// The task was cancelled while it waited for memory.
        case cancelled
    }

    /// The rule that was broken.
    public let code: Code
    /// A sentence for a person, with the rule, the number that broke it and what to do.
    public let description: String

    /// Creates an error with its reason in words.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// The limits of a picture, checked before it is decoded.
public struct ImageLimits: Hashable, Sendable {
    /// The largest file in bytes, 256 MiB by default.
    package var bytes: Int
    /// The most pixels that the header may claim, 268 million by default (16,384 × 16,384).
    package var pixels: Int
    /// The memory that all pictures in work share.
    package var memory: MemoryBudget

    /// Creates limits; what is left out has its default.
    public init(bytes: Int = 256 << 20, pixels: Int = 1 << 28) {
        self.init(bytes: bytes, pixels: pixels, memory: .standard)
    }

    package init(bytes: Int = 256 << 20, pixels: Int = 1 << 28, memory: MemoryBudget) {
        self.bytes = bytes
        self.pixels = pixels
        self.memory = memory
    }
}
