/// Numbers the pictures and sound of a source and computes their times. Sound before the first picture waits for it,
/// because the first picture is time 0.
struct SampleSorter {
    private static let bytesOfPiece = 64

    private let pool: FramePool
    private let stopSignal: StopSignal
    private let hasPicture: Bool
    private let frameDuration: Int64
    private var timeline: Timeline
    private var number = 0
    private let earlyLimit: Int
    private var early: [(stamp: Int64?, format: AudioChunk.Format, samples: [Float])] = []
    private var earlyBytes = 0
    /// The sound that had no room: its duration in nanoseconds, and the end of its last piece.
    private var forgotten: (duration: Int64, end: Int64?) = (0, nil)
    private var ready: [MovieSample] = []
    private var head = 0
    /// The nanoseconds of sound that belong to the pictures and had no room before the first of them.
    private(set) var lostSound: Int64 = 0

    /// Creates a sorter of pictures and sound by time.
    ///
    /// - Parameters:
    ///   - frameDuration: nanoseconds from picture to picture on average.
    ///   - length: as of ``Timeline``.
    ///   - earlyLimit: bytes of sound that wait for the first picture; then half of it is forgotten, the oldest. 32 MB
    ///     are 87 seconds in stereo.
    init(
        pool: FramePool, stopSignal: StopSignal, hasPicture: Bool, frameDuration: Int64, length: Int64 = 0,
        earlyLimit: Int = 32 << 20
    ) {
        timeline = Timeline(length: length)
        self.earlyLimit = earlyLimit
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

    /// Adds a picture with its frame. Blocks until the pool has a place.
    mutating func add(_ picture: PictureConverter.Picture) throws(MovieError) {
        guard let lease = pool.waitForPlace(until: { stopSignal.isStopped }) else { throw .cancelled }
        if !timeline.hasStarted { countForgotten(firstPicture: picture.stamp) }
        let time = timeline.time(ofPicture: picture.stamp, duration: max(frameDuration, picture.duration ?? 0))
        picture.planes.hold(lease)
        ready.append(
            .picture(
                VideoFrame(
                    format: picture.format, number: number, time: time, duration: picture.duration,
                    planes: picture.planes, alpha: picture.alpha)))
        number += 1
        let waiting = early
        (early, earlyBytes) = ([], 0)
        for sound in waiting { add(sound.samples, sound.format, stamp: sound.stamp) }
    }

    mutating func add(_ samples: [Float], _ format: AudioChunk.Format, stamp: Int64?) {
        guard !samples.isEmpty else { return }
        guard timeline.hasStarted || !hasPicture else {
            early.append((stamp, format, samples))
            earlyBytes += Self.bytes(samples)
            if earlyBytes > earlyLimit { forgetOldest() }
            return
        }
        let time = timeline.time(ofSound: stamp, duration: Self.duration(samples, format))
        ready.append(.sound(AudioChunk(format: format, samples: samples, time: time)))
    }

    /// Drops the oldest half at once, because pieces may be small and many.
    private mutating func forgetOldest() {
        var count = 0
        while earlyBytes > earlyLimit / 2 {
            let piece = early[count]
            let duration = Self.duration(piece.samples, piece.format)
            forgotten = (forgotten.duration + duration, piece.stamp.map { $0 &+ duration })
            earlyBytes -= Self.bytes(piece.samples)
            count += 1
        }
        early.removeFirst(count)
    }

    /// Counts dropped sound. Sound from before the first picture is not lost.
    private mutating func countForgotten(firstPicture stamp: Int64?) {
        guard let stamp, let end = forgotten.end else { return lostSound = forgotten.duration }
        lostSound = min(forgotten.duration, max(0, end &- stamp))
    }

    private static func bytes(_ samples: [Float]) -> Int { samples.count * MemoryLayout<Float>.stride + bytesOfPiece }

    private static func duration(_ samples: [Float], _ format: AudioChunk.Format) -> Int64 {
        Int64(samples.count / format.channels) * 1_000_000_000 / Int64(format.sampleRate)
    }
}
