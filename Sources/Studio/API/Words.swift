import Catalog
import Files
import Glibc
import Imaging
import PhotoLibrary
import Printing
import SlitScan
import Stickers

/// What has a word in requests, in answers or on the disk, which is the same from version to version: its raw value, or
/// one that is spelled out where cases carry values.
protocol Worded {
    var word: String { get }
}

extension Worded where Self: RawRepresentable<String> {
    var word: String { rawValue }
}

extension Worded where Self: CaseIterable {
    /// `nil` for a word that no case has.
    init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

extension KeyedDecodingContainer {
    func refused(_ key: Key, _ reason: String) -> DecodingError {
        DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }

    /// - Throws: `DecodingError` that names the words that there are.
    func decodeWord<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type, forKey key: Key
    ) throws -> Choice {
        let word = try decode(String.self, forKey: key)
        guard let choice = Choice(rawValue: word) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw refused(key, "\(word) is not one of \(words)")
        }
        return choice
    }

    func decodeWordIfPresent<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type, forKey key: Key
    ) throws -> Choice? {
        try contains(key) && !decodeNil(forKey: key) ? decodeWord(type, forKey: key) : nil
    }

    func decodePhotoIDsIfPresent(forKey key: Key) throws -> [PhotoID]? {
        try decodeIfPresent([String].self, forKey: key)?.map { text in
            guard let id = PhotoID(text) else { throw refused(key, "\(text) is not a photo's id") }
            return id
        }
    }

    /// The page that asks. `null` is refused.
    func decodeClientIfPresent(forKey key: Key) throws -> String? {
        let client = try contains(key) ? decode(String.self, forKey: key) : nil
        guard client.map(API.isClient) ?? true else { throw refused(key, API.clientRule) }
        return client
    }
}

extension MatteStroke.Mode: Worded {}
extension MatteStroke.Tool: Worded {}
extension ScanConfig.Mode: Worded {}
extension ScanConfig.Axis: Worded {}
extension ScanConfig.Direction: Worded {}
extension SpacePhoto.MediaType: Worded {}
extension ImagingError.Code: Worded {}
extension StudioError.Code: Worded {}

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
