import Clips
import Movies
import Peel

/// Cuts the subject out of a movie with the library: frames come and go one by one, however long it is.
struct ClipCutting {
    private let request: ClipRequest
    private let processor: ClipProcessor
    private let backdrop: ClipBackdrop
    private let reader: MovieReader
    private let size: PixelSize
    /// The part of the movie that is cut, in nanoseconds from its first frame.
    private let times: Range<Int64>
    private let marks: [MatteStroke]

    /// Opens the movie and loads the network.
    init(_ request: ClipRequest) async throws {
        let executor = PhotoExecutor.shared
        reader = try await MovieReader.open(
            .file(request.clip),
            ReadingOptions(
                buffering: .everyFrame(2), wantsSound: request.keepsSound, wantsAlpha: true, limits: request.limits,
                pool: FramePool(capacity: 4)))
        guard let picture = reader.info.picture else {
            throw CommandFailure("\(request.clip): it has only sound, and no picture to cut")
        }
        size = picture.format.displaySize
        marks = try request.marking.strokes(in: size)
        let segmenter = try await request.engine.segmenter(
            streams: executor.threadCount, executor: executor, forFrames: true)
        processor = ClipProcessor(
            segmenter: segmenter, strength: request.strength, executor: executor)
        backdrop = try await ClipBackdrop(request.background, request, size)
        times = Int64((request.start ?? 0) * 1e9)..<(request.end.map { Int64($0 * 1e9) } ?? .max)
        self.request = request
    }

    /// How many frames the movie says it has in the part that is cut; `nil` when it does not say.
    private var frameCount: Int? {
        if times == 0..<Int64.max, let count = reader.info.frameCount { return count }
        guard let duration = reader.info.duration, let rate = reader.info.picture?.frameRate else { return nil }
        let part = min(duration, times.upperBound) - min(duration, times.lowerBound)
        return max(1, Int((Double(part) / 1e9 * rate).rounded()))
    }

    /// Writes the cut movie. Until all of it is there, nothing stands at its place.
    ///
    /// - Parameter progress: called with how many frames are done, of about how many.
    @concurrent
    func run(progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void) async throws -> CutClip {
        do {
            switch request.form {
            case .movie(let container):
                return try await AtomicFile.writeMovie(to: request.output) { place in
                    try await writeMovie(container, to: place, progress)
                }
            case .frames: return try await writeFolder(progress)
            }
        } catch let error as ClipError {
            throw CommandFailure("\(request.clip): \(error)")
        }
    }

    /// - Throws: ``CommandFailure`` if there is nothing to show.
    private func checked(_ made: CutClip) throws -> CutClip {
        guard made.frameCount > 0 else {
            let (start, end) = (request.start ?? 0, request.end.map { "before \($0) s" } ?? "its end")
            throw CommandFailure("\(request.clip): it has no frame from \(start) s to \(end)")
        }
        if let time = request.marking.time, !marks.allSatisfy({ $0.isDue(at: made.lastTime) }) {
            throw CommandFailure("\(request.clip): it has no frame at \(time) s or later: choose an earlier --at-time")
        }
        guard made.subjectCount > 0 else {
            throw CommandFailure("\(request.clip): no subject was found in any of its \(made.frameCount) frames")
        }
        var made = made
        // What comes after the end was not read.
        let reason = reader.loss?.reason.map { "the movie is incomplete: \($0)" }
        made.loss = request.end == nil ? reader.loss?.description : reason
        return made
    }

    private func writeMovie(
        _ container: MovieSettings.Container, to place: FilePath, _ progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws -> CutClip {
        let settings = MovieSettings(
            container: container, rate: .quality(request.quality), speed: .fast, hasSound: request.keepsSound,
            queueCapacity: 1)
        let writer = try await MovieWriter.create(
            place, settings, first: VideoFormat(size: size, hasAlpha: !request.isOpaque), sound: reader.info.sound,
            frameRate: reader.info.picture?.frameRate ?? 30)
        let sound = WaitingSound()
        var made = CutClip()
        var backdrop = backdrop
        let look = ClipLook(writesMask: request.writesMask)
        var cut = processor.cut(frames(sound), marks: marks).makeAsyncIterator()
        repeat {
            while let frame = try await cut.next(isolation: #isolation) {
                let ground = try await backdrop.picture(at: frame.time - made.start(frame))
                // Only transforms of blocks smear what lies under transparent pixels.
                let bleeds = container == .webm || container == .mov
                let picture = await processor.executor.run { look.picture(of: frame, on: ground, bleeds: bleeds) }
                try await writer.write(picture, time: frame.time, duration: duration(of: frame))
                for chunk in sound.take() { try await writer.write(.sound(chunk)) }
                made.add(frame)
                progress(made.frameCount, frameCount)
            }
            for chunk in sound.take() { try await writer.write(.sound(chunk)) }
        } while sound.isPaused
        let whole = try checked(made)
        _ = try await writer.finish()
        return whole
    }

    /// How long a frame is shown in the part that is cut; `nil` for about the mean, since times in files are rounded.
    private func duration(of frame: CutFrame) -> Int64? {
        let usual = 1e9 / (reader.info.picture?.frameRate ?? 30)
        guard let duration = frame.duration, abs(Double(duration) - usual) > 1_000_000 else { return nil }
        return min(duration, times.upperBound - frame.time)
    }

    /// Writes a PNG for each frame. Some are encoded at once.
    private func writeFolder(_ progress: @escaping @Sendable (Int, Int?) -> Void) async throws -> CutClip {
        let executor = processor.executor
        let look = ClipLook(writesMask: request.writesMask)
        let folder = try await executor.run { [output = request.output] in try FrameFolder(at: output) }
        do {
            let made = try await withThrowingTaskGroup(of: Void.self) { group in
                var made = CutClip()
                var backdrop = backdrop
                for try await frame in processor.cut(frames(WaitingSound()), marks: marks) {
                    let ground = try await backdrop.picture(at: frame.time - made.start(frame))
                    made.add(frame)
                    if made.frameCount > executor.threadCount { try await group.next() }
                    group.addTask(executorPreference: executor) { [number = made.frameCount] in
                        try folder.write(try look.file(of: frame, on: ground), number: number)
                    }
                    progress(made.frameCount, frameCount)
                }
                try await group.waitForAll()
                return made
            }
            let whole = try checked(made)
            try await executor.run { try folder.commit() }
            return whole
        } catch {
            await executor.run { folder.abandon() }
            throw error
        }
    }

    private func frames(_ sound: WaitingSound) -> UprightFrames {
        UprightFrames(reader: reader, size: size, times: times, sound: sound)
    }
}

/// What came of a movie.
struct CutClip: Equatable, Sendable {
    var frameCount = 0
    /// Frames with a subject.
    var subjectCount = 0
    /// What the movie should have had and did not.
    var loss: String?
    private var firstTime: Int64?
    /// Of the last frame.
    fileprivate var lastTime: Int64 = 0

    fileprivate mutating func add(_ frame: CutFrame) {
        frameCount += 1
        lastTime = frame.time
        subjectCount += frame.hasSubject ? 1 : 0
    }

    /// The time of the first frame.
    fileprivate mutating func start(_ frame: CutFrame) -> Int64 {
        let start = firstTime ?? frame.time
        firstTime = start
        return start
    }
}
