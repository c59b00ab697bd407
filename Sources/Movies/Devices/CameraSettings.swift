import Files
public struct CameraSettings: Hashable, Sendable { public init() {} }
public struct Microphone: Hashable, Sendable { public init() {} }
final class CameraProducer: SampleProducer {
    var info = MovieInfo()
    init(_ path: FilePath, _ settings: CameraSettings, _ options: ReadingOptions, stopSignal: StopSignal)
        throws(MovieError)
    {}
    func next() throws(MovieError) -> MovieSample? { nil }
}
final class MicrophoneProducer: SampleProducer {
    var info = MovieInfo()
    init(_ microphone: Microphone, stopSignal: StopSignal) throws(MovieError) {}
    func next() throws(MovieError) -> MovieSample? { nil }
}
