/// Something that gives pictures and sound when it is asked, and blocks until it can. It lives on the one thread that
/// made it.
protocol SampleProducer: AnyObject {
    var info: MovieInfo { get }
    /// When time 0 was on the system's monotonic clock, in nanoseconds, once it is known; `nil` for what is not live.
    var startedAt: Int64? { get }
    /// Pictures that a device lost, because it was not read in time or by itself.
    var lostPictures: Int { get }
    /// Nanoseconds of sound that had no room before the first picture came.
    var lostSound: Int64 { get }
    /// What the source should have given up to now and did not; `nil` for nothing.
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
