/// The frames of a part of a clip, at a limited rate. No frame after the part is asked for.
struct WindowFrames<Source: AsyncSequence & Sendable>: AsyncSequence, Sendable where Source.Element == ClipFrame {
    typealias Element = ClipFrame
    typealias Failure = Source.Failure

    let source: Source
    let options: LivingOptions

    func makeAsyncIterator() -> Iterator { Iterator(source: source.makeAsyncIterator(), options: options) }

    struct Iterator: AsyncIteratorProtocol {
        var source: Source.AsyncIterator
        let options: LivingOptions
        private var due: Int64 = 0
        private var hasEnded = false

        init(source: Source.AsyncIterator, options: LivingOptions) {
            self.source = source
            self.options = options
        }

        mutating func next() async throws(Source.Failure) -> ClipFrame? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(Source.Failure) -> ClipFrame? {
            let step = Int64(1e9 / options.frameRate)
            while !hasEnded, var frame = try await source.next(isolation: actor) {
                if frame.time >= options.readingEnd { break }
                // Times vary a little around the rate.
                guard frame.time >= options.start, frame.time >= due - step / 10 else { continue }
                due = frame.time + step
                // It does not count where frames after it are left out, or the part ends while it is shown.
                if let duration = frame.duration,
                    duration < step - step / 10 || frame.time + duration > options.end ?? .max
                {
                    frame.duration = nil
                }
                return frame
            }
            hasEnded = true
            return nil
        }
    }
}
