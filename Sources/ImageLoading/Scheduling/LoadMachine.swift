import Imaging

/// A caller that waits for an answer. Numbers increase with time.
struct AskerID: Hashable, Sendable, Comparable {
    let number: Int
    static func < (one: AskerID, other: AskerID) -> Bool { one.number < other.number }
}

/// A download or a decoding, shared by all askers for the same. Numbers increase with time and never repeat.
struct JobID: Hashable, Sendable, Comparable {
    let number: Int
    static func < (one: JobID, other: JobID) -> Bool { one.number < other.number }
}

/// The answer for an asker.
enum LoadAnswer: Equatable, Sendable {
    case data(LoadedData)
    case image(Bitmap, LoadOrigin)
}

/// Decides everything about loading: which askers share a job, which job is next, what is cancelled, and what is
/// repeated.
///
/// It is a pure value: each call is an event, and returns the actions to carry out. It knows no tasks, locks, clocks or
/// sockets; ``LoadEngine`` holds it under a lock and carries the actions out.
///
/// There are two kinds of jobs: all askers for the same bytes share a download, all askers for the same bitmap share a
/// decoding, which itself asks for the bytes. A job has the highest priority of its askers and ends with the last of
/// them.
struct LoadMachine {
    struct Limits: Equatable {
        /// The number of answers and files that are read from disk at once.
        var lookups = 4
        var transfers = 16
        var transfersPerHost = 6
        var decodings = 2
        /// The number of downloads waiting to be decoded from which on no other download starts, since they would fill
        /// the memory.
        var waitingDecodings = 8
        var hasDiskCache = false
    }

    enum Action {
        /// Read a file or a `data:` address, or look into the disk cache. Then call ``lookedUp(_:_:)``.
        case lookUp(JobID, ImageRequest)
        /// Ask the server. Then call ``transferred(_:_:)``.
        case transfer(JobID, ImageRequest, Attempt)
        /// Wait. Then call ``waited(_:)``.
        case wait(JobID, Duration)
        /// Decode. Then call ``decoded(_:_:)``.
        case decode(JobID, ImageRequest, LoadedData)
        /// End the job as soon as possible. Its result is reported all the same.
        case cancel(JobID)
        /// Give the asker its answer. It is the last action for that asker.
        case finish(AskerID, Result<LoadAnswer, ImageLoaderError>)
    }

    /// A try of a request.
    struct Attempt: Equatable {
        /// The number of the try, from 1.
        var number: Int
        /// The remaining part of the total limit.
        var remaining: Duration
        /// The answer in the disk cache.
        var stored: StoredResponse?
    }

    /// The result of a look into the disk cache, or at a file.
    enum LookupResult {
        case found(LoadedData)
        /// An answer that is not fresh. The server can be asked whether it has changed.
        case stored(StoredResponse)
        case nothing
        case failed(ImageLoaderError)
    }

    struct TransferResult {
        var result: Result<LoadedData, ImageLoaderError>
        /// Whether trying again may help.
        var retry = ResponseAssembly.Retry.never
        /// The part of the total limit that the server took.
        var elapsed: Duration = .zero
        /// The place of the next try in the range of the delay, 0…1.
        var jitter = 0.0
    }

    enum Awaited: Equatable {
        case download(JobID)
        case place(LoadedData)
        case decoder(LoadOrigin, memoryExpiry: Double?)
    }

    struct Decoding {
        let key: ImageKey
        let request: ImageRequest
        var askers: Set<AskerID> = []
        var tally = PriorityTally()
        var awaited: Awaited
    }

    enum Stage: Equatable {
        case lookup
        case transfer
        case waiting
    }

    struct Download {
        let key: DataKey
        let request: ImageRequest
        var askers: Set<AskerID> = []
        var decodings: Set<JobID> = []
        var tally = PriorityTally()
        var stage: Stage
        var attempt: Attempt

        var isWanted: Bool { !askers.isEmpty || !decodings.isEmpty }
    }

    struct Asker {
        let job: JobID
        var priority: LoadPriority
        let request: ImageRequest
    }

    let limits: Limits
    let retry: RetryPolicy
    let totalLimit: Duration

    var askers: [AskerID: Asker] = [:]
    var downloads: [JobID: Download] = [:]
    var decodings: [JobID: Decoding] = [:]
    var downloadIDs: [DataKey: JobID] = [:]
    var decodingIDs: [ImageKey: JobID] = [:]
    var lookupQueue: WorkQueue
    var transferQueue: WorkQueue
    var decodeQueue: WorkQueue
    var memory: CostLRU<ImageKey, MemoryEntry>
    private var lastJob = 0

    struct MemoryEntry {
        let bitmap: Bitmap
        /// The expiry in seconds since 1970.
        let expiry: Double
    }

    init(limits: Limits, retry: RetryPolicy, totalLimit: Duration, memoryLimit: Int) {
        self.limits = limits
        self.retry = retry
        self.totalLimit = totalLimit
        lookupQueue = WorkQueue(limit: limits.lookups)
        transferQueue = WorkQueue(limit: limits.transfers, groupLimit: limits.transfersPerHost)
        decodeQueue = WorkQueue(limit: limits.decodings)
        memory = CostLRU(costLimit: memoryLimit)
    }

    /// Whether no asker waits and no job runs, including cancelled ones.
    var isIdle: Bool {
        askers.isEmpty && downloads.isEmpty && decodings.isEmpty && downloadIDs.isEmpty && decodingIDs.isEmpty
            && [lookupQueue, transferQueue, decodeQueue].allSatisfy { $0.waitingCount == 0 && $0.runningCount == 0 }
    }

    mutating func newJob() -> JobID {
        lastJob += 1
        return JobID(number: lastJob)
    }

    /// Starts jobs in free places.
    mutating func fillPlaces(_ actions: inout [Action]) {
        while let id = decodeQueue.start() {
            guard let decoding = decodings[id], case .place(let data) = decoding.awaited else { continue }
            decodings[id]?.awaited = .decoder(data.origin, memoryExpiry: data.memoryExpiry)
            actions.append(.decode(id, decoding.request, data))
        }
        guard decodeQueue.waitingCount < limits.waitingDecodings else { return }
        while let id = lookupQueue.start() {
            guard let download = downloads[id] else { continue }
            actions.append(.lookUp(id, download.request))
        }
        while let id = transferQueue.start() {
            guard let download = downloads[id] else { continue }
            actions.append(.transfer(id, download.request, download.attempt))
        }
    }
}

/// The number of askers of each priority, which gives the highest in constant time.
struct PriorityTally: Equatable {
    private var counts = [Int](repeating: 0, count: LoadPriority.allCases.count)

    /// The highest priority; ``LoadPriority/veryLow`` without askers.
    var highest: LoadPriority {
        counts.lastIndex { $0 > 0 }.flatMap { LoadPriority(rawValue: $0) } ?? .veryLow
    }

    mutating func add(_ priority: LoadPriority) { counts[priority.rawValue] += 1 }
    mutating func remove(_ priority: LoadPriority) { counts[priority.rawValue] -= 1 }
}
