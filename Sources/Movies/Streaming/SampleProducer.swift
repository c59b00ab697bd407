/// A blocking source of pictures and sound. It stays on the thread that made it.
protocol SampleProducer: AnyObject {
    var info: MovieInfo { get }
    /// The beginning of time on the system's monotonic clock, in nanoseconds, once it is known; `nil` if it is not
    /// live.
    var startedAt: Int64? { get }
    /// The number of pictures that a device lost, because it was not read in time or by itself.
    var lostPictures: Int { get }
    /// The sound that had no room before the first picture came, in nanoseconds.
    var lostSound: Int64 { get }
    /// The part of the source that is missing so far; `nil` for none.
    var loss: MovieLoss? { get }
    /// The next sample; `nil` at the end.
    func next() throws(MovieError) -> MovieSample?
}

extension SampleProducer {
    var startedAt: Int64? { nil }
    var lostPictures: Int { 0 }
    var lostSound: Int64 { 0 }
    var loss: MovieLoss? { nil }
}
