import Catalog
import Files
import Glibc
import Imaging
import Printing
import SlitScan
import Stickers

/// A choice that has a word in requests, in answers or on the disk: the same from version to version, whatever the cases
/// are called in Swift.
protocol Worded: CaseIterable {
    var word: String { get }
}

extension Worded {
    /// `nil` for a word that no case has.
    init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

extension KeyedDecodingContainer {
    /// - Throws: `DecodingError` that names the words that there are.
    func decodeWordIfPresent<Choice: Worded>(_ type: Choice.Type, forKey key: Key) throws -> Choice? {
        guard let word = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let choice = Choice(word: word) else {
            let words = Choice.allCases.map(\.word).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(word) is not one of \(words)")
        }
        return choice
    }
}

extension MatteStroke.Mode: Worded {
    var word: String {
        switch self {
        case .keep: "keep"
        case .remove: "remove"
        case .box: "box"
        case .split: "split"
        }
    }
}

extension MatteStroke.Tool: Worded {
    var word: String {
        switch self {
        case .brush: "brush"
        case .smart: "smart"
        case .object: "object"
        }
    }
}

extension ScanConfig.Mode: Worded {
    var word: String {
        switch self {
        case .strip: "strip"
        case .sweep: "sweep"
        case .delay: "delay"
        case .map: "map"
        }
    }
}

extension ScanConfig.Axis: Worded {
    var word: String {
        switch self {
        case .columns: "columns"
        case .rows: "rows"
        }
    }
}

extension ScanConfig.Direction: Worded {
    var word: String {
        switch self {
        case .forward: "forward"
        case .backward: "backward"
        }
    }
}

extension SpacePhoto.MediaType {
    var word: String {
        switch self {
        case .image: "image"
        case .video: "video"
        case .other: "other"
        }
    }
}

extension ImagingError.Code {
    var word: String {
        switch self {
        case .empty: "empty"
        case .tooManyBytes: "tooManyBytes"
        case .unknownFormat: "unknownFormat"
        case .pixelCount: "pixelCount"
        case .damaged: "damaged"
        case .notEncodable: "notEncodable"
        case .memory: "memory"
        case .cancelled: "cancelled"
        }
    }
}

extension StickerError.Code {
    var word: String {
        switch self {
        case .imaging(let code): code.word
        case .noSubject: "noSubject"
        case .noSuchInstance: "noSuchInstance"
        case .text: "text"
        case .style: "style"
        case .arrangement: "arrangement"
        case .model: "model"
        case .device: "device"
        case .inference: "inference"
        case .cancelled: "cancelled"
        case .enlargement, .subjectData: "failed"
        }
    }
}

extension StudioError.Code {
    var word: String {
        switch self {
        case .notAPhoto: "notAPhoto"
        case .tooLarge: "tooLarge"
        case .full: "full"
        case .unknownPhoto: "unknownPhoto"
        case .badValue: "badValue"
        case .library: "library"
        case .notLoaded: "notLoaded"
        }
    }
}

extension PrintingError.Code {
    var word: String {
        switch self {
        case .file(.system(ENOSPC)): "noRoom"
        case .file: "file"
        case .damagedSticker: "damagedSticker"
        case .noShape: "noShape"
        case .setting: "measures"
        case .largerThanPage: "largerThanPage"
        case .tooFewPixels: "tooFewPixels"
        case .overSource: "overSource"
        case .memory: "memory"
        case .noStickers: "noStickers"
        case .cancelled: "cancelled"
        }
    }
}
