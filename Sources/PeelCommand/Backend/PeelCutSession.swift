import Execution
import Peel

/// One sticker of a photo, with what is told of it.
struct CutSticker: Equatable, Sendable {
    var file: [UInt8]
    var format: OutputFormat
    var size: PixelSize
    /// Of the photo, upright.
    var photoSize: PixelSize
    /// Where the subject is in the upright photo.
    var box: PixelRect
    /// 0…1; `nil` where no network was asked.
    var confidence: Double?
    /// How many of its pixels, in a row, stand for one of the photo's.
    var scale: Double
    var colors: PhotoColorScheme
}

/// Cuts photos that another program sends, some at a time.
protocol CutSession: Sendable {
    /// Where the network runs, for a person.
    var device: String { get }

    /// Photos in work at a time.
    var jobs: Int { get }

    func cut(_ photo: [UInt8], _ request: CutRequest) async throws(CutSessionFailure) -> CutSticker
}

/// Why a request has no sticker.
struct CutSessionFailure: Error, Equatable {
    /// `options`, `unreadable`, `noSubject`, or `engine` for what is not the photo's fault.
    var code: String
    var reason: String

    init(code: String, reason: String) {
        self.code = code
        self.reason = reason
    }

    init(_ error: StickerError) {
        code =
            switch error.code {
            case .imaging: "unreadable"
            case .noSubject, .noSuchInstance: "noSubject"
            default: "engine"
            }
        reason = CommandFailure(error).description
    }
}

/// Cuts with the library: one network for all photos.
struct PeelCutSession: CutSession {
    private let segmenter: SubjectSegmenter
    private let executor: PhotoExecutor
    let jobs: Int

    var device: String { segmenter.deviceDescription }

    init(_ request: CutSessionRequest) async throws(CommandFailure) {
        executor = request.jobs.map { PhotoExecutor(threadCount: $0) } ?? .shared
        jobs = executor.threadCount
        segmenter = try await PeelBackend.segmenter(request.engine, streams: jobs, executor: executor)
    }

    func cut(_ photo: [UInt8], _ request: CutRequest) async throws(CutSessionFailure) -> CutSticker {
        var options = request.options
        options.drawsSubjectAlone = request.writesMask
        do throws(CommandFailure) {
            try await options.readBackground(request.background, request.limits, on: executor)
        } catch {
            throw CutSessionFailure(code: "options", reason: error.description)
        }
        let processor = PhotoProcessor(
            segmenter: segmenter, options: options, limits: request.limits, executor: executor)
        do throws(StickerError) {
            let admitted = try await processor.admit(photo)
            defer { admitted.release() }
            let made = try await processor.process(admitted)
            let sticker = made.stickers[0]
            let file = try await executor.run { () async throws(StickerError) in
                do throws(ImagingError) {
                    return request.writesMask
                        ? try request.encoding.format.losslessEncoder.encode(sticker.bitmap.alphaMatte)
                        : try request.encoding.encoder.encode(sticker.bitmap)
                } catch {
                    throw StickerError(error)
                }
            }
            return CutSticker(
                file: file, format: request.encoding.format, size: sticker.bitmap.size, photoSize: made.photoSize,
                box: sticker.box, confidence: made.confidence, scale: sticker.scale, colors: made.colorScheme)
        } catch {
            throw CutSessionFailure(error)
        }
    }
}
