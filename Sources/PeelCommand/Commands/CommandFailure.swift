import Catalog
import ImageLoading
import Peel

/// Why something could not be done, in one sentence for a person.
struct CommandFailure: PassingError, Equatable, CustomStringConvertible {
    let description: String
    /// Whether the same command may succeed later with nothing changed by a person.
    var isTemporary = false
    /// Whether the run could not go on, whatever the photos are: its folder cannot be written.
    var stopsRun = false

    init(_ description: String, isTemporary: Bool = false) {
        self.description = description
        self.isTemporary = isTemporary
    }

    /// The library's words, and the option that helps where there is one.
    init(_ error: any Error) {
        if let failure = error as? CommandFailure {
            self = failure
            return
        }
        let words = "\(error)"
        description = Self.remedy(for: error).map { "\(words) (\($0))" } ?? words
        isTemporary = (error as? any PassingError)?.isTemporary ?? false
    }

    /// Why a photo cannot be read, without its name.
    init(reading error: FileError) {
        description = "cannot be read: \(error.reason)" + (Self.remedy(for: error).map { " (\($0))" } ?? "")
    }

    private static func remedy(for error: any Error) -> String? {
        switch error {
        case let error as FileError:
            if case .tooManyBytes = error.cause { "--max-bytes" } else { nil }
        case let error as ImagingError: option(for: error.code)
        case let error as StickerError:
            switch error.code {
            case .imaging(let code): option(for: code)
            case .device: "--device"
            default: nil
            }
        case let error as ImageLoaderError:
            error.code == .timedOut ? "--timeout" : nil
        case let error as CatalogError:
            error.code == .loading(.timedOut) ? "--timeout" : nil
        case let error as PrintingError:
            error.code == .memory ? "--max-memory" : error.code == .tooFewPixels ? "--enlarge" : nil
        case let error as PackError:
            switch error.code {
            case .notAPack: "--force"
            case .otherPhotos: "--resume adds to it, --force replaces it"
            default: nil
            }
        default: nil
        }
    }

    private static func option(for code: ImagingError.Code) -> String? {
        switch code {
        case .pixelCount: "--max-pixels"
        case .tooManyBytes: "--max-bytes"
        case .memory: "--max-memory"
        default: nil
        }
    }
}
