import Catalog
import Files
import Glibc
import ImageLoading
import Imaging
import PhotoLibrary
import Printing
import SlitScan
import Stickers
import StudioPages
import Testing

@testable import Studio

/// The words of requests, answers and files, spelled out: renaming a case in Swift changes none of them.
struct WordTests {
    @Test func choices() {
        #expect(
            MatteStroke.Mode.allCases.map(\.word) == ["keep", "remove", "box", "split", "only", "with", "without"])
        #expect(ScanConfig.Mode.allCases.map(\.word) == ["strip", "sweep", "delay", "map"])
        #expect(ScanConfig.Axis.allCases.map(\.word) == ["columns", "rows"])
        #expect(ScanConfig.Direction.allCases.map(\.word) == ["forward", "backward"])
        #expect(BusyChoice.allCases.map(\.rawValue) == ["watch", "take-over", "refuse"])
        #expect([SpacePhoto.MediaType.image, .video, .other].map(\.word) == ["image", "video", "other"])
        #expect(MatteStroke.Mode(word: "Keep") == nil && MatteStroke.Mode(word: "remove") == .remove)
    }

    /// They are read off the keys in Swift.
    @Test func namesInRequests() {
        #expect(PhotoChoice.names == ["ids", "all"] && PhotoOrder.names == ["ids"])
        #expect(StartRequest.names == ["source", "preview", "scan", "record"] && SwitchRequest.names == ["source"])
        #expect(ClaimRequest.names == ["ifBusy"] && ShutterRequest.names == ["ends"])
        #expect(RecordRequest.names == ["format", "quality", "sound"])
        #expect(
            ScanConfigChange.names == [
                "mode", "axis", "direction", "slit", "width", "speed", "length", "mirror", "blend",
            ])
        #expect(ClipPartChange.names == ["start", "end", "loop"])
        #expect(StickerMetadataChange.names == ["emoji", "title", "text"])
    }

    @Test func reasons() {
        let imaging: [ImagingError.Code] = [
            .empty, .tooManyBytes, .unknownFormat, .pixelCount, .damaged, .notEncodable, .memory, .cancelled,
        ]
        let words = [
            "empty", "tooManyBytes", "unknownFormat", "pixelCount", "damaged", "notEncodable", "memory", "cancelled",
        ]
        #expect(imaging.map(\.word) == words)
        #expect(imaging.map { StickerError.Code.imaging($0).word } == words)
        let stickers: [StickerError.Code] = [
            .noSubject, .noSuchInstance, .enlargement, .subjectData, .model, .device, .inference, .cancelled,
            .arrangement, .text, .style,
        ]
        #expect(
            stickers.map(\.word) == [
                "noSubject", "noSuchInstance", "failed", "failed", "model", "device", "inference", "cancelled",
                "arrangement", "text", "style",
            ])
        let printing: [PrintingError.Code] = [
            .file(.system(ENOSPC)), .file(.empty), .damagedSticker, .noShape, .setting, .largerThanPage, .tooFewPixels,
            .overSource,
            .memory, .noStickers, .cancelled,
        ]
        #expect(
            printing.map(\.word) == [
                "noRoom", "file", "damagedSticker", "noShape", "measures", "largerThanPage", "tooFewPixels",
                "overSource", "memory",
                "noStickers", "cancelled",
            ])
        let studio: [StudioError.Code] = [
            .notAPhoto, .tooLarge, .full, .unknownPhoto, .badValue, .library, .notLoaded,
        ]
        #expect(
            studio.map(\.word) == ["notAPhoto", "tooLarge", "full", "unknownPhoto", "badValue", "library", "notLoaded"])
    }

    @Test func reasonsOfTheCatalog() {
        let loading: [ImageLoaderError.Code] = [
            .incorrectImageData, .emptyData, .emptyResult, .timedOut, .http(404), .tooLarge, .cancelled,
            .unsupportedURL, .unreachable, .connectionLost, .insecure, .tooManyRedirects, .addressRefused,
            .badResponse, .notCached, .unreadableFile,
        ]
        let words = [
            "incorrectImageData", "emptyData", "emptyResult", "timedOut", "http", "tooLarge", "cancelled",
            "unsupportedURL", "unreachable", "connectionLost", "insecure", "tooManyRedirects", "addressRefused",
            "badResponse", "notCached", "unreadableFile",
        ]
        #expect(loading.map(\.word) == words)
        #expect(loading.map { CatalogError.Code.loading($0).word } == words)
        let catalog: [CatalogError.Code] = [
            .rateLimited, .wrongKey, .noPicture, .refused, .service(status: 500), .notUnderstood, .cancelled,
        ]
        #expect(
            catalog.map(\.word) == [
                "rateLimited", "wrongKey", "noPicture", "refused", "service", "notUnderstood", "cancelled",
            ])
    }

    /// What the library refuses, and what a busy or stopping studio answers.
    @Test func thePageHasWordsForReasons() throws {
        let english = try #require(StudioPage.all.first { $0.path == "/languages/en.json" })
        let texts = String(decoding: english.bytes, as: UTF8.self)
        let library: [LibraryError.Code] = [
            .unknownPhoto, .unknownPack, .tooManyPacks, .packTooLarge, .closed, .noRoom(result: 2, limit: 1),
        ]
        let words = library.map { StudioError(LibraryError($0, FilePath("library"), "no")).word }
        for word in words + ["changed", "stopping", "archive", "busy"] {
            #expect(texts.contains("\"error.\(word)\":"), "\(word)")
        }
    }
}
