import CFFmpeg

/// Gives pictures and sound of one source their numbers and times. Sound that comes before the first picture waits for
/// it, because the first picture is time 0.
struct SampleSorter {
    private static let largestWait = 512

    private let pool: FramePool
    private let stopSignal: StopSignal
    private let hasPicture: Bool
    private let frameDuration: Int64
    private var timeline = Timeline()
    private var number = 0
    private var early: [(stamp: Int64?, format: AudioChunk.Format, samples: [Float])] = []
    private var ready: [MovieSample] = []
    private var head = 0
    /// Nanoseconds that had no room before the first picture came.
    private(set) var lostSound: Int64 = 0

    /// - Parameter frameDuration: nanoseconds from picture to picture on average.
    init(pool: FramePool, stopSignal: StopSignal, hasPicture: Bool, frameDuration: Int64) {
        self.pool = pool
        self.stopSignal = stopSignal
        self.hasPicture = hasPicture
        self.frameDuration = frameDuration
    }

    var pictureCount: Int { number }

    /// Counts pictures that the source lost.
    mutating func skip(_ count: Int) {
        number += count
    }

    mutating func next() -> MovieSample? {
        guard head < ready.count else {
            ready.removeAll(keepingCapacity: true)
            head = 0
            return nil
        }
        defer { head += 1 }
        return ready[head]
    }

    /// Takes the picture's frame. Blocks until the pool has a place.
    mutating func add(_ picture: PictureConverter.Picture) throws(MovieError) {
        guard let lease = pool.waitForPlace(until: stopSignal) else {
            var frame: UnsafeMutablePointer<AVFrame>? = picture.frame
            av_frame_free(&frame)
            throw .cancelled
        }
        let time = timeline.time(ofPicture: picture.stamp, duration: frameDuration)
        let planes = FramePlanes(picture.frame, lease: lease)
        ready.append(.picture(VideoFrame(format: picture.format, number: number, time: time, planes: planes)))
        number += 1
        let waiting = early
        early = []
        for sound in waiting { add(sound.samples, sound.format, stamp: sound.stamp) }
    }

    mutating func add(_ samples: [Float], _ format: AudioChunk.Format, stamp: Int64?) {
        guard !samples.isEmpty else { return }
        guard timeline.hasStarted || !hasPicture else {
            if early.count == Self.largestWait {
                let oldest = early.removeFirst()
                lostSound += Self.duration(oldest.samples, oldest.format)
            }
            early.append((stamp, format, samples))
            return
        }
        let time = timeline.time(ofSound: stamp, duration: Self.duration(samples, format))
        ready.append(.sound(AudioChunk(format: format, samples: samples, time: time)))
    }

    private static func duration(_ samples: [Float], _ format: AudioChunk.Format) -> Int64 {
        Int64(samples.count / format.channels) * 1_000_000_000 / Int64(format.sampleRate)
    }
}
