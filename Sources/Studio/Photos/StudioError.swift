import Imaging
import PhotoLibrary
import Stickers

/// Why the studio did not do what it was asked for.
package struct StudioError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable {
        /// The bytes are not a picture that is read here, or a damaged one.
        case notAPhoto
        /// The picture is beyond the limits of bytes or pixels.
        case tooLarge
        /// The library reaches its limit, or its disk is full.
        case full
        case unknownPhoto
        case unknownPack
        /// A value in a request breaks a rule.
        case badValue
        /// The library cannot be read or written.
        case library
        /// What an address leads to cannot be loaded.
        case notLoaded
    }

    package let code: Code
    /// One sentence for a person.
    package let description: String
    /// The reason in a word, for programs: the same from version to version.
    package let word: String

    package init(_ code: Code, _ description: String, word: String? = nil) {
        self.code = code
        self.description = description
        self.word = word ?? code.word
    }

    init(_ error: StickerError) {
        switch error.code {
        case .imaging(.pixelCount), .imaging(.tooManyBytes), .imaging(.memory): self.init(.tooLarge, error.description)
        default: self.init(.notAPhoto, error.description)
        }
    }

    init(_ error: LibraryError) {
        switch error.code {
        case .full, .noRoom: self.init(.full, error.description)
        case .unknownPhoto: self.init(.unknownPhoto, error.description)
        case .unknownPack: self.init(.unknownPack, error.description)
        case .invalidValue: self.init(.badValue, error.description)
        case .tooManyPacks: self.init(.badValue, error.description, word: "tooManyPacks")
        case .packTooLarge: self.init(.badValue, error.description, word: "packTooLarge")
        default: self.init(error.isDiskFull ? .full : .library, error.description)
        }
    }

    static func unknownPhoto(_ id: PhotoID) -> StudioError {
        StudioError(.unknownPhoto, "there is no photo \(id)")
    }
}
