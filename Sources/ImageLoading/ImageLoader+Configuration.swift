import Files
import Glibc
import HTTPMessages
public import Imaging

extension ImageLoader {
    /// The limits and caches of a loader.
    public struct Configuration: Sendable {
        /// How long a server may be silent, 15 seconds by default. Time in the queue does not count.
        public var idleLimit = Duration.seconds(15)
        /// How long the whole load may take, with repeats and waits, 10 minutes by default. Time in the queue does not
        /// count.
        public var totalLimit = Duration.seconds(600)
        /// The largest picture, by default 64 MiB and 268 million pixels.
        public var imageLimits = ImageLimits(bytes: 64 << 20)
        /// The requests at a time to all servers together, at least 1.
        public var transfers = 16
        /// The requests at a time to one server, 6 by default.
        public var transfersPerHost = 6
        /// The policy for repeats of failed requests.
        package var retry = RetryPolicy()
        /// The bytes of decoded images in memory, by default an eighth of the memory of the machine or its container,
        /// at most 512 MiB.
        public var memoryLimit = Self.defaultMemoryLimit
        /// The cache on disk; none by default.
        public var diskCache: DiskCache?
        /// The bytes of answers that wait to be written to ``diskCache``, 64 MiB by default. What exceeds them is not
        /// stored.
        package var pendingWriteLimit = 64 << 20
        /// The bytes kept of downloads that broke off, to continue them; 32 MiB by default.
        package var partialDownloadLimit = 32 << 20
        /// The schemes that are loaded, in lower case. Leave out `file` if addresses come from strangers.
        public var allowedSchemes: Set<String> = ["http", "https", "file", "data"]
        /// The `User-Agent` of requests.
        public var userAgent = "Peel"

        /// Creates the default configuration.
        public init() {}

        static let defaultMemoryLimit = min(512 << 20, MachineMemory.bytes / 8)
    }

    /// Decodes a picture, with at least so many pixels on its longest side if it has them.
    package typealias Decode =
        @Sendable (_ bytes: [UInt8], _ longestSide: Int?, _ limits: ImageLimits) async throws(ImagingError) -> Bitmap

    /// The dependencies that tests replace.
    package struct Dependencies: Sendable {
        /// The clock for limits and waits.
        package var clock: any Clock<Duration>
        /// The time in seconds since 1970.
        package var wallClock: @Sendable () -> Double
        /// Random numbers in 0…1.
        package var random: @Sendable () -> Double
        /// The decoder of pictures.
        package var decode: Decode
        /// The executor that decodes images, as many at a time as it has threads.
        package var executor: PhotoExecutor
        /// A callback after each change of the state, for which tests wait.
        package var didChange: @Sendable () -> Void = {}

        /// Creates dependencies; the system's own by default.
        package init(
            clock: any Clock<Duration> = ContinuousClock(),
            wallClock: @escaping @Sendable () -> Double = Self.systemTime,
            random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
            decode: @escaping Decode = Self.decode, executor: PhotoExecutor = .shared
        ) {
            self.clock = clock
            self.wallClock = wallClock
            self.random = random
            self.decode = decode
            self.executor = executor
        }

        /// The system's clock in seconds since 1970.
        package static let systemTime: @Sendable () -> Double = {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        }

        /// The default decoder of pictures.
        package static let decode: Decode = { (bytes, longestSide, limits) throws(ImagingError) in
            let source = try ImageSource(bytes, limits: limits)
            let side = longestSide ?? source.size.longestSide
            let reservation = try await source.reserve(source.decodingMemory(atLeast: side))
            defer { reservation.release() }
            return try source.decode(atLeast: side)
        }
    }
}

extension ImageLoader.Configuration {
    /// Returns the fields of every request, and the request's own.
    func requestFields(for request: ImageRequest) -> HTTPFields {
        var fields: HTTPFields = ["Accept": "image/*,*/*;q=0.8", "User-Agent": userAgent]
        for field in request.fields.fields { fields[field.name] = field.value }
        return fields
    }
}

extension ImageLoader.Dependencies {
    func machineLimits(_ configuration: ImageLoader.Configuration) -> LoadMachine.Limits {
        LoadMachine.Limits(
            transfers: configuration.transfers, transfersPerHost: configuration.transfersPerHost,
            decodings: executor.threadCount, waitingDecodings: 4 * executor.threadCount,
            hasDiskCache: configuration.diskCache != nil)
    }
}
