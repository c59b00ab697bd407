import Files
import Glibc
import HTTPMessages
public import Imaging

extension ImageLoader {
    /// What a loader may do and take.
    public struct Configuration: Sendable {
        /// How long a server may be silent. Time in the queue does not count. 15 seconds.
        public var idleLimit = Duration.seconds(15)
        /// How long the whole may take, further tries and the time between them included. Time in the queue does not
        /// count. 10 minutes.
        public var totalLimit = Duration.seconds(600)
        /// The largest picture, by default 64 MiB and 268 million pixels.
        public var imageLimits = ImageLimits(bytes: 64 << 20)
        /// Requests at once, to all servers and to one of them. 1 or more.
        public var transfers = 16
        /// Requests at once to one server. 6.
        public var transfersPerHost = 6
        /// How often and how soon a failed request is repeated.
        public var retry = RetryPolicy()
        /// The bytes of decoded images in memory, by default an eighth of the memory of the machine or its container,
        /// at most 512 MiB.
        public var memoryLimit = Self.defaultMemoryLimit
        /// Where answers are stored; nowhere by default.
        public var diskCache: DiskCache?
        /// The bytes of answers that wait to be written to ``diskCache``, 64 MiB by default. What exceeds them is not
        /// stored.
        public var pendingWriteLimit = 64 << 20
        /// The bytes kept of downloads that broke off, to continue them; 32 MiB by default.
        public var partialDownloadLimit = 32 << 20
        /// The schemes that are loaded, in lower case. Leave out `file` if addresses come from strangers.
        public var allowedSchemes: Set<String> = ["http", "https", "file", "data"]
        /// The `User-Agent` of requests.
        public var userAgent = "Peel"

        /// Creates the default configuration.
        public init() {}

        static let defaultMemoryLimit = min(512 << 20, MachineMemory.bytes / 8)
    }

    /// Makes a bitmap of a picture's bytes, with at least so many pixels on its longest side where it has them.
    public typealias Decode =
        @Sendable (_ bytes: [UInt8], _ longestSide: Int?, _ limits: ImageLimits) async throws(ImagingError) -> Bitmap

    /// What tests replace.
    public struct Dependencies: Sendable {
        /// Measures time limits and waits.
        public var clock: any Clock<Duration>
        /// The time in seconds since 1970.
        public var wallClock: @Sendable () -> Double
        /// Random numbers in 0…1.
        public var random: @Sendable () -> Double
        /// The decoder of pictures.
        public var decode: Decode
        /// Where images are decoded, as many at once as it has threads.
        public var executor: PhotoExecutor
        /// Called after each change of the state; tests wait for it.
        package var didChange: @Sendable () -> Void = {}

        /// The system's own, but for what is given.
        public init(
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

        /// The system's clock, in seconds since 1970.
        public static let systemTime: @Sendable () -> Double = {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        }

        /// The default decoder of pictures.
        public static let decode: Decode = { (bytes, longestSide, limits) throws(ImagingError) in
            let source = try ImageSource(bytes, limits: limits)
            let side = longestSide ?? source.size.longestSide
            let reservation = try await source.reserve(source.decodingMemory(atLeast: side))
            defer { reservation.release() }
            return try source.decode(atLeast: side)
        }
    }
}

extension ImageLoader.Configuration {
    /// What every request says, and what its sender adds.
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
