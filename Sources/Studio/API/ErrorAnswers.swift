import Catalog
import Files
import Glibc
import HTTPServing
import ImageLoading
import Imaging
import Movies
import PhotoLibrary
import Printing
import SlitScan
import StickerPacks
import Stickers

extension HTTPError {
    /// What a route threw, as an answer. Where the same error means something else, the route says so.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as HTTPError: error
            case let error as StudioError: API.error(error)
            case let error as LibraryError: API.error(StudioError(error))
            case let error as ScanError: error.httpError
            case let error as MovieError: ScanError(error).httpError
            case let error as PrintingError: API.error(error)
            case let error as FileError: API.error(PrintingError(error))
            case let error as StickerError:
                HTTPError(.unprocessableContent, code: PhotoFailure(error).code, error.description)
            case let error as ImagingError: HTTPError(StickerError(error))
            case let error as CatalogError: API.error(error)
            case let error as ImageLoaderError: HTTPError(.badGateway, code: error.code.word, error.description)
            default: .failed(error)
            }
    }

    /// For an error that is not the request's fault.
    static func failed(_ error: any Error) -> HTTPError {
        HTTPError(.internalServerError, code: "failed", "\(error)")
    }
}

extension API {
    static func error(_ error: StudioError) -> HTTPError {
        let status: HTTPStatus =
            switch error.code {
            case .notAPhoto: .unsupportedMediaType
            case .tooLarge: .contentTooLarge
            case .full: .insufficientStorage
            case .unknownPhoto, .unknownPack: .notFound
            case .badValue: .unprocessableContent
            case .library: .internalServerError
            case .notLoaded: .badGateway
            }
        return HTTPError(status, code: error.word, error.description)
    }
}

extension PhotoFailure {
    /// The error in the words of ``HTTPError/init(_:)``, for work that has no request to answer.
    init(answering error: any Error) {
        let answer = HTTPError(error)
        self.init(code: answer.code, message: answer.message)
    }
}

extension Error {
    /// Whether a file was not there, as that of a sticker that was made anew.
    var isOfMissingFile: Bool { fileErrorNumber == ENOENT }

    /// Whether the disk is full.
    var isOfFullDisk: Bool { fileErrorNumber == ENOSPC }

    private var fileErrorNumber: CInt? {
        let cause: FileError.Cause? =
            switch self {
            case let error as FileError: error.cause
            case let error as PackError: if case .file(let cause) = error.code { cause } else { nil }
            case let error as PrintingError: if case .file(let cause) = error.code { cause } else { nil }
            default: nil
            }
        return if case .system(let number)? = cause { number } else { nil }
    }
}
