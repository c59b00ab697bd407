import Movies

/// Continues the numbers and times of frames when one camera replaces another. Each camera counts from 0.
struct CaptureClock {
    private var numberOffset = 0
    private var timeOffset: Int64 = 0
    private var newest: (number: Int, time: Int64)?
    /// The time between two frames, in nanoseconds.
    private var interval: Int64 = 0

    /// Begins another camera.
    mutating func beginSource() {
        guard let newest else { return }
        (numberOffset, timeOffset) = (newest.number + 1, newest.time + interval)
    }

    /// When the newest frame ends, in seconds of the whole capture.
    ///
    /// - Parameter rate: frames a second, which counts where there is only one yet.
    func secondsThroughNewest(rate: Double?) -> Double {
        let seconds = interval > 0 ? Double(interval) / 1e9 : 1 / (rate ?? 25)
        return Double(newest?.time ?? 0) / 1e9 + seconds
    }

    /// Returns the seconds since the first frame of the frame's camera.
    func secondsOfSource(until frame: VideoFrame) -> Double { Double(frame.time - timeOffset) / 1e9 }

    /// Returns the sample with its number and time in the whole capture.
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
