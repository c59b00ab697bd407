import FoundationEssentials
import HTTPMessages
import Imaging
import PhotoLibrary
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// What the API says of a sheet.
struct SheetAnswer: Decodable {
    struct Page: Decodable {
        var width: Double
        var height: Double
        var stickers: Int
        var cut: String
        var backing: String?
    }

    struct Size: Decodable, Equatable {
        var width: Double
        var height: Double
    }

    struct LeftOut: Decodable {
        var id: String
        var name: String
        var reason: String
        var message: String
    }

    var id: String
    var stickers: Int
    var pages: [Page]
    var room: Size?
    var leftOut: [LeftOut]

    init(_ answer: Transport.Answer) throws {
        try #require(answer.status == 200, "\(answer.text)")
        self = try JSONDecoder().decode(Self.self, from: Data(answer.body))
    }
}

struct SheetFileAnswer: Decodable {
    var name: String
    var bytes: Int

    init(_ answer: Transport.Answer) throws {
        try #require(answer.status == 200, "\(answer.text)")
        self = try JSONDecoder().decode(Self.self, from: Data(answer.body))
    }
}

extension StudioBench {
    /// A photo that is done, with a real sticker.
    @discardableResult
    func addDone(_ cutout: RealCutout) async throws -> PhotoID {
        try await addDone(cutout.rawValue, try ImageEncoder(.png()).encode(cutout.bitmap()))
    }

    /// A photo that is done, whose sticker's file has these bytes.
    @discardableResult
    func addDone(_ name: String, _ sticker: [UInt8]) async throws -> PhotoID {
        let id = try await add(name)[0]
        model.startProcessing()
        await model.processingEnded()
        try await setSticker(of: id, to: sticker)
        return id
    }
}
