import Files
import FoundationEssentials
import HTTPSending
import Imaging
import Synchronization
import TestSupport

@testable import ImageLoading

/// A loader whose transport, time and chance belong to the test.
struct LoaderBench {
    let transport: FakeTransport
    let clock: TestClock
    let time = WallTime()
    let loader: ImageLoader
    let decodings = Counter()
    private let changes: Changes

    init(
        _ automatic: (@Sendable (TransportRequest) -> FakeTransport.Reply?)? = nil,
        configure: (inout ImageLoader.Configuration) -> Void = { _ in }
    ) {
        let changes = Changes()
        self.changes = changes
        transport = FakeTransport(changes, automatic)
        clock = TestClock(changes)
        var configuration = ImageLoader.Configuration()
        configuration.retry = .never
        configure(&configuration)
        let time = time
        let decodings = decodings
        var dependencies = ImageLoader.Dependencies(
            clock: clock, wallClock: { time.now }, random: { 1 },
            decode: { (bytes, side, limits) async throws(ImagingError) in
                decodings.increment()
                return try await ImageLoader.Dependencies.decode(bytes, side, limits)
            })
        dependencies.didChange = { changes.note() }
        loader = ImageLoader(configuration, transport: transport, dependencies: dependencies)
    }

    /// Returns once a condition on what the bench has holds.
    func until(_ condition: @escaping @Sendable () -> Bool) async {
        await changes.until(condition)
    }

    /// Returns once so many wait for the loader.
    func untilWaiting(_ count: Int) async {
        await until { loader.activity.waiting == count }
    }

    /// Returns once the last transfer is over and the time until the next one runs.
    func untilWaitingToTryAgain() async {
        await until { loader.activity.transfers == 0 && clock.sleeperCount == 1 }
    }

    /// Whether the engine holds nothing any more, once what was cancelled has ended.
    func untilIdle() async {
        await until { loader.engine.isIdle && transport.openCount == 0 }
    }
}

/// Seconds since 1970 that stand still until a test moves them.
final class WallTime: Sendable {
    private let seconds = Mutex(1_000_000_000.0)

    var now: Double {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }
}

final class Counter: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    @discardableResult
    func increment() -> Int { number.add(1, ordering: .relaxed).newValue }
}

enum Samples {
    /// A picture of that size as a PNG file, of one colour.
    static func png(_ width: Int = 3, _ height: Int = 2, red: UInt8 = 200) -> [UInt8] {
        let bitmap = Bitmap(
            size: PixelSize(width: width, height: height), filledWith: SRGBColor(red: red, green: 100, blue: 50))
        return (try? ImageEncoder(.png(compression: 1)).encode(bitmap)) ?? []
    }

    static let ok = FakeTransport.Reply(body: png())

    static func url(_ name: String, host: String = "pictures.test") -> URL {
        URL(string: "http://\(host)/\(name)") ?? URL(filePath: "/")
    }

    static func urls(_ count: Int) -> [URL] { (0..<count).map { url("\($0)") } }
}

extension Result where Failure == ImageLoaderError {
    var failureCode: ImageLoaderError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}

extension ImageLoader {
    /// What a load throws or returns, so that it can be looked at.
    func image(_ request: ImageRequest, control: PriorityControl? = nil) async -> Result<Bitmap, ImageLoaderError> {
        do throws(ImageLoaderError) {
            return .success(try await loadImage(request, control: control))
        } catch {
            return .failure(error)
        }
    }

    func image(_ name: String) async -> Result<Bitmap, ImageLoaderError> {
        await image(ImageRequest(Samples.url(name)))
    }

    func bytes(_ request: ImageRequest) async -> Result<LoadedData, ImageLoaderError> {
        do throws(ImageLoaderError) {
            return .success(try await data(request))
        } catch {
            return .failure(error)
        }
    }
}
