import HTTPServing
import Movies
import SlitScan

extension ScanError {
    /// The reason in a word, for programs: the same from version to version.
    var word: String { answer.word }

    var httpError: HTTPError { HTTPError(answer.status, code: answer.word, description) }

    private var answer: (status: HTTPStatus, word: String) {
        switch code {
        case .badSetting: (.unprocessableContent, "badSetting")
        case .historyTooLong: (.unprocessableContent, "historyTooLong")
        case .busy: (.conflict, "busy")
        case .notInControl: (.conflict, "notInControl")
        case .notRunning: (.conflict, "notRunning")
        case .formatChanged: (.conflict, "formatChanged")
        case .movie(let code): code.answer
        case .file: (.insufficientStorage, "file")
        case .noRoom: (.insufficientStorage, "noRoom")
        case .picture: (.unprocessableContent, "picture")
        }
    }
}

extension MovieError.Code {
    var answer: (status: HTTPStatus, word: String) {
        switch self {
        case .notReadable: (.notFound, "notReadable")
        case .empty: (.unsupportedMediaType, "empty")
        case .unknownFormat: (.unsupportedMediaType, "unknownFormat")
        case .unknownCodec: (.unsupportedMediaType, "unknownCodec")
        case .noVideo: (.unsupportedMediaType, "noVideo")
        case .noAudio: (.unprocessableContent, "noAudio")
        case .limit: (.contentTooLarge, "limit")
        case .damaged: (.unsupportedMediaType, "damaged")
        case .busy: (.conflict, "deviceBusy")
        case .refused: (.forbidden, "deviceRefused")
        case .unplugged: (.conflict, "unplugged")
        case .unsupported: (.unprocessableContent, "unsupported")
        case .badGraph: (.unprocessableContent, "badGraph")
        case .notWritable: (.insufficientStorage, "notWritable")
        case .diskFull: (.insufficientStorage, "diskFull")
        case .poolExhausted, .outOfMemory: (.serviceUnavailable, "outOfMemory")
        case .notInstalled: (.notImplemented, "notInstalled")
        case .cancelled: (.conflict, "notRunning")
        }
    }
}
