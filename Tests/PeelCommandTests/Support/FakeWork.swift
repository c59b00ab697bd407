import Peel
import Synchronization

@testable import Movies
@testable import PeelCommand

/// What stands in place of the network. Photos are texts here: `bad` fails with that reason, of `doubt` the network is
/// not sure, anything else becomes a sticker of the same bytes.
struct FakeWork {
    var startFailure: (any Error)?
    var runFailure: CommandFailure?
    var finishFailure: CommandFailure?
    var kept: Set<FilePath> = []
    /// Called before each photo of a pack, with its place.
    var beforePhoto: @Sendable (Int) async -> Void = { _ in }
    /// Called before each platform's pack.
    var beforeExport: @Sendable (PackTarget) async -> Void = { _ in }

    @MainActor
    func replace(in context: inout CommandContext) {
        context[PackStart.self] = PackStart { request, photos in
            if let startFailure { throw startFailure }
            return FakePackBuild(work: self, request: request, photos: photos)
        }
        context[PhotoCutting.self] = PhotoCutting { request in
            if let startFailure { throw startFailure }
            return { photo in
                if photo == Array("bad".utf8) { throw CommandFailure("bad") }
                return CutStickers(
                    files: request.options.subjects == .each ? [photo + [1], photo + [2]] : [photo],
                    enlargement: photo == Array("small".utf8) ? 3.14 : nil)
            }
        }
        context[ColorReading.self] = ColorReading { _ in
            if let startFailure { throw startFailure }
            return { photo in
                if photo == Array("bad".utf8) { throw CommandFailure("bad") }
                return twoColors
            }
        }
        context[PackChecking.self] = PackChecking { pack, _, progress in
            progress(.signal, 3, 7)
            await Task { @MainActor in }.value
            throw CommandFailure("no \(pack) here")
        }
        context[Examining.self] = Examining { _ in wellExamination }
    }
}

struct FakePackBuild: PackBuild {
    let work: FakeWork
    let request: MakeRequest
    let photos: [FoundPhoto]
    let device = "CPU (fake)"
    let replacedStickerCount = 0
    let stickers = Recorded<Int>()

    func next(_ request: MakeRequest, photos: [FoundPhoto]) async throws -> any PackBuild {
        FakePackBuild(work: work, request: request, photos: photos)
    }

    func process(
        stop: StopRequest, report: @escaping @MainActor (PhotoReport) -> Void
    ) async throws {
        for (index, photo) in photos.enumerated() {
            await work.beforePhoto(index)
            if stop.isRequested { return }
            if index == 1, let failure = work.runFailure { throw failure }
            let outcome = outcome(photo)
            await report(
                PhotoReport(
                    name: photo.path, source: photo.source, outcome: outcome, confidence: confidence(outcome),
                    timings: [timing], photoDigest: (try? photo.path.readBytes()).map { SHA256Digest(of: $0) }))
        }
    }

    private func confidence(_ outcome: PhotoReport.Outcome) -> Double? {
        switch outcome {
        case .made, .kept: 0.912
        case .leftOut: 0.412
        case .failed: nil
        }
    }

    private var timing: PhotoReport.Timing { .init(stage: "decode", duration: .microseconds(1250)) }

    private func outcome(_ photo: FoundPhoto) -> PhotoReport.Outcome {
        var file = PhotoReport.StickerFile(
            file: "stickers/\(photo.source.stem).webp", size: PixelSize(width: 512, height: 300),
            box: PixelRect(x: 1, y: 2, width: 30, height: 40))
        if case .failed(let reason)? = photo.past { return .failed(reason) }
        if work.kept.contains(photo.source) || photo.past != nil {
            stickers.append(1)
            return .kept([file])
        }
        let text = try? photo.path.readBytes()
        if text == Array("bad".utf8) { return .failed("bad") }
        if text == Array("doubt".utf8), request.minimumConfidence > 0.412 {
            return .leftOut(minimum: request.minimumConfidence)
        }
        stickers.append(1)
        file.isTextCut = text == Array("cut".utf8)
        if text == Array("small".utf8) { file.scale = 2.34 }
        if text == Array("smaller".utf8) { file.scale = 3.1 }
        if text == Array("nearly".utf8) { file.scale = 1.05 }
        return .made([file], twoColors)
    }

    func finish() async throws -> FinishedPack {
        if let failure = work.finishFailure { throw failure }
        return FinishedPack(
            folder: request.output, stickerCount: stickers.all.count,
            contactSheets: [request.output.appending("contact-sheet.png")],
            archive: request.writesZIP ? request.output.appending("pack.zip") : nil)
    }

    func export(
        for target: PackTarget, stop: StopRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> PackExport.Outcome? {
        progress(1, 2)
        // Until the display has it.
        await Task { @MainActor in }.value
        await work.beforeExport(target)
        if stop.isRequested { return nil }
        throw CommandFailure("no \(target.displayName) here")
    }
}

/// What happened, from any task.
final class Recorded<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

let wellExamination = Examination(
    versions: [("peel", "0.1.0"), ("libvips", "8.14.1")],
    network: .success(
        .init(
            name: "subject", family: "subject", inputSize: PixelSize(width: 320, height: 320), device: "CPU (fake)",
            milliseconds: 41.6)),
    devices: ["CPU"], cores: 2,
    formats: [.init(name: "JPEG", problem: nil), .init(name: "PNG", problem: nil)],
    cache: .init(folder: "/home/user/.cache/peel", bytes: 12_340_000), videos: .success("5.1.9"),
    cameras: [CameraDevice(path: "/dev/video0", name: "Laptop camera", formats: [], locks: [])])
