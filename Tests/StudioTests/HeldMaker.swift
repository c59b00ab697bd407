import Imaging
import PhotoLibrary
import Stickers
import Synchronization

@testable import Studio

/// Makes stickers when the test says so: what is asked for is held until it is let go, so that races happen each time.
final class HeldMaker: StickerMaking {
    struct Call: Equatable {
        let data: [UInt8]
        let hasSubject: Bool
        let style: StudioStyle
        let strokeCount: Int
        var isAwaited = true
        var priority = TaskPriority.medium
    }

    private struct State {
        var calls: [Call] = []
        var holds = true
        var held: [(data: [UInt8], continuation: CheckedContinuation<Void, Never>)] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// Of clips.
        var step: ClipProgress?
        var forgotten: Set<PhotoID> = []
        var cancelled = 0
        var running = 0
        var mostRunning = 0
        var failure: StickerError?
        var neededStrokes = 0
        var choices = 0
        var whenChoosing: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    init(holds: Bool = true) {
        state.withLock { $0.holds = holds }
    }

    var calls: [Call] { state.withLock(\.calls) }
    var mostRunning: Int { state.withLock(\.mostRunning) }
    var cancelledCount: Int { state.withLock(\.cancelled) }

    /// Waits until so many calls were made in all.
    func reached(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.calls.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets what is held go on, and what comes from now on.
    func release() {
        let held = state.withLock { state in
            state.holds = false
            defer { state.held = [] }
            return state.held
        }
        for item in held { item.continuation.resume() }
    }

    /// How far the work on each clip comes before it is held, from now on.
    func advance(to step: ClipProgress?) {
        state.withLock { $0.step = step }
    }

    /// The photos of which it may keep nothing.
    var forgotten: Set<PhotoID> { state.withLock(\.forgotten) }

    func forget(_ photos: Set<PhotoID>) {
        state.withLock { $0.forgotten.formUnion(photos) }
    }

    /// What everything fails with from now on.
    func fail(with failure: StickerError?) {
        state.withLock { $0.failure = failure }
    }

    /// From now on, nothing stands out in photos with fewer strokes.
    func needStrokes(_ count: Int) {
        state.withLock { $0.neededStrokes = count }
    }

    /// Holds what comes from now on.
    func hold() {
        state.withLock { $0.holds = true }
    }

    /// What begins with x is neither, what begins with m moves.
    @concurrent
    func kind(of data: [UInt8]) async throws(StickerError) -> PhotoKind {
        if data.first == UInt8(ascii: "x") {
            throw StickerError(ImagingError(.unknownFormat, "not a picture"))
        }
        return data.first == UInt8(ascii: "m") ? .clip : .photo
    }

    @concurrent
    func makeLiving(
        _ data: [UInt8], for wanted: RenderedFor, progress: @Sendable (ClipProgress) -> Void
    ) async throws(StickerError) -> MadeSticker {
        if let step = state.withLock(\.step) { progress(step) }
        var made = try await make(data, subject: nil, style: wanted.style, strokes: wanted.strokes, isAwaited: true)
        made.files[MadeSticker.subjectName] = nil
        made.files[MadeSticker.movingThumbnailName] = Array("moving".utf8)
        made.facts.living = .init(frames: 24, milliseconds: 1_200)
        return made
    }

    /// The left half is a subject.
    @concurrent
    func mark(_ mark: MatteStroke, on data: [UInt8], strokes: [MatteStroke]) async throws(StickerError) {
        guard mark.points[0].x < 0.5 else { throw StickerError(.noSubject, "there is no subject") }
    }

    @concurrent
    func make(
        _ data: [UInt8], subject: [UInt8]?, style: StudioStyle, strokes: [MatteStroke], isAwaited: Bool
    ) async throws(StickerError) -> MadeSticker {
        let call = Call(
            data: data, hasSubject: subject != nil, style: style, strokeCount: strokes.count,
            isAwaited: isAwaited, priority: Task.currentPriority)
        await withTaskCancellationHandler {
            await hold(call)
        } onCancel: {
            letGo(data)
        }
        state.withLock { $0.running -= 1 }
        if Task.isCancelled {
            state.withLock { $0.cancelled += 1 }
            throw StickerError(.cancelled, "cancelled")
        }
        if let failure = state.withLock(\.failure) { throw failure }
        let isUnclear = strokes.count < state.withLock(\.neededStrokes)
        if isUnclear || data.first == UInt8(ascii: "n") { throw StickerError(.noSubject, "nothing stands out") }
        let size = PixelSize(width: 4, height: 3)
        let photo = ProcessedPhoto(
            stickers: [
                Sticker(
                    bitmap: Bitmap(size: size, filledWith: .white), box: PixelRect(x: 1, y: 2, width: 8, height: 6),
                    scale: 0.5, instance: nil, isTextCut: style.text?.words == "too wide")
            ],
            colorScheme: PhotoColorScheme(swatches: [Swatch(color: .black, share: 1)]),
            photoSize: PixelSize(width: 40, height: 30), instanceCount: 1,
            instanceBoxes: [PixelRect(x: 1, y: 2, width: 8, height: 6)],
            subject: PhotoSubject(
                matte: Matte(size: size), photoSize: PixelSize(width: 40, height: 30),
                confidence: strokes.isEmpty ? 0.75 : nil))
        return MadeSticker(
            files: [
                MadeSticker.name(in: .png): Array("png \(style.borderWidth) \(strokes.count)".utf8),
                MadeSticker.name(in: .webp): Array("webp".utf8), MadeSticker.thumbnailName: Array("thumbnail".utf8),
                MadeSticker.subjectName: Array("subject".utf8),
            ], facts: StickerFacts(photo))
    }

    /// A photo has as many subjects as boxes were drawn, and one more. The left half of a photo is subject 1.
    @concurrent
    func choose(
        _ place: SubjectPlace, _ use: SubjectUse, in data: [UInt8], subject: [UInt8]?, strokes: [MatteStroke],
        chosen: [Int]?
    ) async throws(StickerError) -> SubjectChoice {
        if let failure = state.withLock(\.failure) { throw failure }
        let asked = state.withLock { state in
            state.choices += 1
            return state.whenChoosing
        }
        await asked?()
        switch place {
        case .point(let point): return SubjectChoice(instances: point.x < 0.5 ? [1] : nil)
        case .box(let box): return SubjectChoice(stroke: box.stroke, instances: [strokes.count + 2])
        case .apart(let point, from: let other):
            return SubjectChoice(
                stroke: MatteStroke(mode: .split, radius: 0, points: [point, other]), instances: [strokes.count + 2])
        }
    }

    /// Strokes change no numbers.
    @concurrent
    func renumbered(
        _ chosen: [Int], in data: [UInt8], subject: [UInt8]?, from before: [MatteStroke], to after: [MatteStroke]
    ) async throws(StickerError) -> [Int] {
        chosen
    }

    /// How often subjects were chosen.
    var choiceCount: Int { state.withLock(\.choices) }

    /// What happens each time while subjects are chosen.
    func whenChoosing(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.whenChoosing = body }
    }

    private func hold(_ call: Call) async {
        await withCheckedContinuation { continuation in
            let (reached, goesOn) = state.withLock { state in
                state.calls.append(call)
                state.running += 1
                state.mostRunning = max(state.mostRunning, state.running)
                let reached = state.watchers.filter { $0.count <= state.calls.count }
                state.watchers.removeAll { $0.count <= state.calls.count }
                let goesOn = !state.holds || Task.isCancelled
                if !goesOn { state.held.append((call.data, continuation)) }
                return (reached, goesOn)
            }
            for watcher in reached { watcher.continuation.resume() }
            if goesOn { continuation.resume() }
        }
    }

    /// Lets this one go on.
    func letGo(_ text: String) { letGo(Array(text.utf8)) }

    private func letGo(_ data: [UInt8]) {
        let held = state.withLock { state in
            let held = state.held.filter { $0.data == data }
            state.held.removeAll { $0.data == data }
            return held
        }
        for item in held { item.continuation.resume() }
    }
}
