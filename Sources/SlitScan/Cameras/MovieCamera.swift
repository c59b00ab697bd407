package import Movies

/// A device, a file or a test source, read on the threads of `Movies`.
package final class MovieCamera: Camera {
    private nonisolated let source: CaptureSource
    private nonisolated let options: ReadingOptions
    private nonisolated let openReader: ReaderOpener
    private var reader: MovieReader?
    private var iterator: MovieSamples.Iterator?
    private var sound: SoundReader?
    private var newestTime: Int64 = 0

    /// Opens a reader. Tests have their own.
    typealias ReaderOpener = @Sendable (MovieSource, ReadingOptions) async throws(MovieError) -> MovieReader

    /// Creates a camera that is not open yet.
    ///
    /// - Parameters:
    ///   - source: the source for ``open()``.
    ///   - options: limits and buffering. The source decides on the pace and on sound.
    package convenience nonisolated init(_ source: CaptureSource, options: ReadingOptions = ReadingOptions()) {
        self.init(source, options: options) { source, options throws(MovieError) in
            try await MovieReader.open(source, options)
        }
    }

    nonisolated init(_ source: CaptureSource, options: ReadingOptions, openReader: @escaping ReaderOpener) {
        self.source = source
        self.options = options
        self.openReader = openReader
    }

    package var droppedFrames: Int { reader?.droppedPictures ?? 0 }
    package var droppedSound: Double { Double((reader?.droppedSound ?? 0) + (sound?.dropped ?? 0)) / 1e9 }
    package var soundError: ScanError? { sound?.error }
    package var loss: MovieLoss? { reader?.loss }

    package func open() async throws(ScanError) -> CameraInfo {
        await close()
        guard let movieSource = source.movieSource else {
            throw ScanError(.badSetting, "\(source): its frames come from a client")
        }
        do throws(MovieError) {
            var options = options
            // A microphone has only its own speed.
            options.pace = source.sound.isMicrophone ? .realTime : source.pace
            options.wantsSound = source.sound == .own
            // A microphone may take two seconds until its first sound. The pictures begin after it.
            let sound = try await SoundReader(source.sound, pace: options.pace, openReader)
            let reader: MovieReader
            do throws(MovieError) {
                reader = try await openReader(movieSource, options)
            } catch {
                await sound?.stop()
                throw error
            }
            guard let picture = reader.info.picture else {
                await reader.stop()
                await sound?.stop()
                throw MovieError(.noVideo, "\(source): there is no moving picture in it")
            }
            sound?.begin(beside: reader)
            (self.reader, self.sound) = (reader, sound)
            newestTime = 0
            iterator = reader.makeIterator()
            return CameraInfo(
                name: "\(source)", format: picture.format, frameRate: picture.frameRate,
                sound: sound?.format ?? reader.info.sound, frameCount: reader.info.frameCount,
                isLive: reader.info.isLive)
        } catch {
            throw ScanError(error)
        }
    }

    package func next() async throws(ScanError) -> MovieSample? {
        if let chunk = await sound?.chunk(until: newestTime) { return .sound(chunk) }
        guard var iterator else { return nil }
        do throws(MovieError) {
            let sample = try await iterator.next()
            if case .picture(let frame) = sample { newestTime = frame.time }
            return sample
        } catch {
            throw ScanError(error)
        }
    }

    package func close() async {
        let (reader, sound) = (reader, sound)
        (self.reader, self.sound, iterator) = (nil, nil, nil)
        await reader?.stop()
        await sound?.stop()
    }
}

/// Reads sound from another source than the pictures, and passes it on between them.
@CameraActor private final class SoundReader {
    let format: AudioChunk.Format?
    private let reader: MovieReader
    private var iterator: MovieSamples.Iterator
    /// The nanoseconds from the pictures' first moment to the sound's.
    private var delay: Int64 = 0
    /// The nanoseconds of sound that were lost before the pictures began, which the movie does not miss.
    private var droppedBefore: Int64 = 0
    /// The reason why the sound ended early.
    private(set) var error: ScanError?
    /// The nanoseconds of sound that had no place in ``heard``.
    private var droppedHere: Int64 = 0
    private var next: AudioChunk?
    private var hasEnded = false
    /// The task that reads a microphone while the pictures wait. The pictures do not wait for it.
    private var listening: Task<Void, Never>?
    private var heard: [AudioChunk] = []
    /// The most pieces that wait: ten seconds in pieces of a fiftieth. Pictures come far more often.
    private static let heardLimit = 500

    /// Creates a reader; `nil` without sound, or if the sound comes with the pictures.
    init?(
        _ sound: CaptureSource.Sound, pace: ReadingOptions.Pace, _ openReader: MovieCamera.ReaderOpener
    ) async throws(MovieError) {
        guard let source = sound.movieSource else { return nil }
        var options = ReadingOptions(pace: pace, wantsPicture: false)
        // A microphone does not wait. This buffer counts what is lost.
        if case .microphone = source { options.buffering = .newestFrame }
        let reader = try await openReader(source, options)
        self.reader = reader
        iterator = reader.makeIterator()
        format = reader.info.sound
    }

    /// Starts listening to a microphone, once the pictures are there.
    func begin(beside pictures: MovieReader) {
        delay = reader.startedAt.flatMap { own in pictures.startedAt.map { own - $0 } } ?? 0
        droppedBefore = reader.droppedSound
        if reader.info.isLive { listening = Task { [weak self] in await self?.listen() } }
    }

    /// The nanoseconds of sound that were not read in time.
    var dropped: Int64 { reader.droppedSound - droppedBefore + droppedHere }

    /// Returns the sound up to a picture's time, a piece a call; `nil` if there is no more of it.
    func chunk(until time: Int64) async -> AudioChunk? {
        if listening != nil { return heard.isEmpty ? nil : heard.removeFirst() }
        if next == nil { next = await read() }
        guard let chunk = next, chunk.time <= time else { return nil }
        next = nil
        return chunk
    }

    func stop() async {
        listening?.cancel()
        await reader.stop()
        await listening?.value
    }

    private func listen() async {
        while let chunk = await read() {
            if heard.count == Self.heardLimit { droppedHere += heard.removeFirst().duration }
            heard.append(chunk)
        }
    }

    /// Reads a piece. An error ends the sound, not the pictures, and is kept in ``error``.
    private func read() async -> AudioChunk? {
        var iterator = iterator
        do throws(MovieError) {
            while !hasEnded, let sample = try await iterator.next() {
                if case .sound(let chunk) = sample {
                    return AudioChunk(format: chunk.format, samples: chunk.samples, time: chunk.time + delay)
                }
            }
        } catch {
            self.error = ScanError(error)
        }
        hasEnded = true
        return nil
    }
}
