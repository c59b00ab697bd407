import Catalog
import Files
import FoundationEssentials
import Glibc
import HTTPMessages
import HTTPServing
import ImageLoading
import Imaging
import Movies
import PhotoLibrary
import Printing
import SlitScan
import StickerPacks
import Stickers
import Testing

@testable import Studio

/// What an error of each library is to a client, wherever a route lets it pass.
struct ErrorAnswerTests {
    private static func file(_ number: CInt) -> FileError { FileError("write", "cat.png", errorNumber: number) }

    private static func library(_ code: LibraryError.Code) -> LibraryError {
        LibraryError(code, "library", "the library says why")
    }

    static let answers: [(error: any Error, status: Int, code: String)] = [
        (HTTPError.notFound("there is nothing"), 404, "notFound"),
        (StudioError(.unknownPhoto, "there is no photo"), 404, "unknownPhoto"),
        (StudioError(.badValue, "the photo was changed", word: "changed"), 422, "changed"),
        (library(.full(originals: 1, added: 1, limit: 1)), 507, "full"),
        (library(.noRoom(result: 1, limit: 1)), 507, "full"),
        (library(.file(.system(EDQUOT))), 507, "full"),
        (library(.file(.system(EACCES))), 500, "library"),
        (library(.closed), 500, "library"),
        (library(.unknownPhoto), 404, "unknownPhoto"),
        (library(.unknownPack), 404, "unknownPack"),
        (library(.invalidValue), 422, "badValue"),
        (library(.packTooLarge), 422, "packTooLarge"),
        (ScanError(.notInControl, "another client controls the camera"), 409, "notInControl"),
        (MovieError(.limit, "it is too large"), 413, "limit"),
        (MovieError(.unknownCodec, "it is unknown"), 415, "unknownCodec"),
        (PrintingError(.noStickers, "there is no sticker"), 404, "noStickers"),
        (file(ENOSPC), 507, "noRoom"),
        (file(EACCES), 500, "file"),
        (StickerError(.noSubject, "nothing stands out"), 422, "noSubject"),
        (ImagingError(.memory, "it takes too much memory"), 422, "memory"),
        (CatalogError(.noPicture, "there is none of that day"), 502, "noPicture"),
        (ImageLoaderError(.unreachable, nil), 502, "unreachable"),
        (PackError(.archive, "cats.zip", "it cannot be written"), 500, "failed"),
        (CancellationError(), 500, "failed"),
    ]

    @Test(arguments: answers.indices) func anErrorHasAStatusACodeAndItsOwnWords(_ index: Int) {
        let (error, status, code) = Self.answers[index]
        let answer = HTTPError(error)
        #expect(answer.status.rawValue == status && answer.code == code, "\(error)")
        let words = (error as? HTTPError)?.message ?? "\(error)"
        #expect(answer.message == words)
        #expect(PhotoFailure(answering: error) == PhotoFailure(code: code, message: words))
    }

    @Test func aServiceThatTakesNoMoreRequestsSaysWhen() {
        let error = CatalogError(.rateLimited, "too many requests", retryAt: Date(timeIntervalSinceNow: 3600))
        let answer = HTTPError(error)
        #expect(answer.status == .serviceUnavailable && answer.code == error.code.word)
        #expect((3500...3600).contains(answer.fields["Retry-After"].flatMap { Int($0) } ?? 0))
    }

    @Test func aMissingFileAndAFullDiskAreKnownWhicheverLibrarySaysSo() {
        for (number, isMissing, isFull) in [(ENOENT, true, false), (ENOSPC, false, true), (EACCES, false, false)] {
            let file = Self.file(number)
            for error in [file, PackError(file), PrintingError(file)] as [any Error] {
                #expect(error.isOfMissingFile == isMissing && error.isOfFullDisk == isFull, "\(error)")
            }
        }
        for error in [PackError(.archive, "cats.zip", "no"), FileError("read", "a", cause: .empty)] as [any Error] {
            #expect(!error.isOfMissingFile && !error.isOfFullDisk, "\(error)")
        }
    }
}
