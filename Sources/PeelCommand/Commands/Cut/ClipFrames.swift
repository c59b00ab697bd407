import Clips
import Movies
import Peel
import Synchronization

/// Sound that came with the frames, and waits until these are cut.
final class WaitingSound: Sendable {
    private let chunks = Mutex<[AudioChunk]>([])
    private let paused = Mutex(false)

    /// Whether the frames have ended only for now: those before are cut, and then the next is asked for.
    var isPaused: Bool {
        get { paused.withLock { $0 } }
        set { paused.withLock { $0 = newValue } }
    }

    func add(_ chunk: AudioChunk) { chunks.withLock { $0.append(chunk) } }

    func take() -> [AudioChunk] {
        chunks.withLock { chunks in
            defer { chunks = [] }
            return chunks
        }
    }
}

/// The frames of a movie as a person sees them, from one time on until another. If none comes for five seconds of
/// sound, they end, and go on when they are asked for again: the next may be an hour of sound away.
struct UprightFrames: AsyncSequence, Sendable {
    let reader: MovieReader
    /// Of the first; others are brought to it.
    let size: PixelSize
    /// In nanoseconds from the first frame.
    let times: Range<Int64>
    let sound: WaitingSound

    func makeAsyncIterator() -> Iterator {
        Iterator(
            samples: reader.makeIterator(), size: size, times: times, sound: sound,
            hasAllSound: reader.info.sound == nil)
    }

    struct Iterator: AsyncIteratorProtocol {
        var samples: MovieSamples.Iterator
        let size: PixelSize
        let times: Range<Int64>
        let sound: WaitingSound
        /// Whether the sound came up to the end of ``times``.
        private var hasAllSound: Bool
        private var hasAllPictures = false
        /// Whether the first picture is cut out already, and so the movie. A pipe cannot be read twice.
        private var keepsAlpha: Bool?
        private let scaler = FrameScaler()
        /// The rounding of times in files.
        private static let tolerance: Int64 = 500_000
        /// How far behind the pictures of its time sound lies in a file, in nanoseconds: phones write both in pieces of
        /// up to a second.
        private static let soundDelay: Int64 = 1_500_000_000
        /// How much sound may come without a picture, in nanoseconds.
        private static let longestPause: Int64 = 5_000_000_000
        /// The time of the last picture or pause.
        private var lastTime = Int64.max

        init(
            samples: MovieSamples.Iterator, size: PixelSize, times: Range<Int64>, sound: WaitingSound,
            hasAllSound: Bool
        ) {
            (self.samples, self.size, self.times, self.sound) = (samples, size, times, sound)
            self.hasAllSound = hasAllSound
        }

        mutating func next() async throws(MovieError) -> ClipFrame? {
            sound.isPaused = false
            while let sample = try await samples.next(isolation: #isolation) {
                switch sample {
                case .sound(let chunk):
                    if let part = chunk.part(times) { sound.add(part) }
                    hasAllSound = chunk.time >= times.upperBound - chunk.duration
                    if hasAllPictures, hasAllSound { return nil }
                    if chunk.time - Self.longestPause > lastTime {
                        lastTime = chunk.time
                        sound.isPaused = true
                        return nil
                    }
                case .picture(let frame):
                    lastTime = frame.time
                    guard frame.time < times.upperBound - Self.tolerance else {
                        hasAllPictures = true
                        if hasAllSound || frame.time - Self.soundDelay >= times.upperBound { return nil }
                        continue
                    }
                    guard frame.time >= times.lowerBound - Self.tolerance else { continue }
                    var shown = ClipFrame(try picture(of: frame), time: frame.time, duration: frame.duration)
                    shown.keepsAlpha = keepsAlpha ?? false
                    return shown
                }
            }
            return nil
        }

        private mutating func picture(of frame: VideoFrame) throws(MovieError) -> Bitmap {
            if keepsAlpha == nil {
                keepsAlpha = try scaler.bitmap(of: frame, longestSide: size.longestSide, keepsAlpha: true).isCutOut
            }
            let picture = try scaler.bitmap(
                of: frame, longestSide: size.longestSide, keepsAlpha: keepsAlpha ?? false)
            return picture.size == size ? picture : picture.resized(to: size)
        }
    }
}

extension AudioChunk {
    /// What lies before the end of `times`; `nil` if all of it is before their beginning or after their end.
    fileprivate func part(_ times: Range<Int64>) -> AudioChunk? {
        guard time < times.upperBound, time + duration > times.lowerBound else { return nil }
        guard time + duration > times.upperBound else { return self }
        let moments = Int(Double(times.upperBound - time) * Double(format.sampleRate) / 1e9)
        return AudioChunk(format: format, samples: Array(samples.prefix(moments * format.channels)), time: time)
    }
}
