import Movies

/// Numbers and times of frames that go on when one camera takes the place of another, each of which counts from 0.
struct CaptureClock {
    private var numberOffset = 0
    private var timeOffset: Int64 = 0
    private var newest: (number: Int, time: Int64)?
    /// Between two frames, in nanoseconds.
    private var interval: Int64 = 0

    /// What comes from here on is of another camera.
    mutating func beginSource() {
        guard let newest else { return }
        (numberOffset, timeOffset) = (newest.number + 1, newest.time + interval)
    }

    /// From the first frame of the camera that a frame is of.
    func secondsOfSource(until frame: VideoFrame) -> Double { Double(frame.time - timeOffset) / 1e9 }

    /// The sample with the number and time that it has in the whole capture.
    mutating func onward(_ sample: MovieSample) -> MovieSample {
        switch sample {
        case .picture(let frame):
            let (number, time) = (frame.number + numberOffset, frame.time + timeOffset)
            if let newest, number > newest.number { interval = (time - newest.time) / Int64(number - newest.number) }
            newest = (number, time)
            return .picture(numberOffset == 0 && timeOffset == 0 ? frame : frame.with(number: number, time: time))
        case .sound(let chunk):
            guard timeOffset != 0 else { return sample }
            return .sound(AudioChunk(format: chunk.format, samples: chunk.samples, time: chunk.time + timeOffset))
        }
    }
}
