import Imaging

/// A caller that waits for an answer. Numbers rise with time.
struct AskerID: Hashable, Sendable, Comparable {
    let number: Int
    static func < (one: AskerID, other: AskerID) -> Bool { one.number < other.number }
}

/// A download or a decoding, shared by all askers for the same. Numbers rise with time and never come again.
struct JobID: Hashable, Sendable, Comparable {
    let number: Int
    static func < (one: JobID, other: JobID) -> Bool { one.number < other.number }
}

/// What an asker gets.
enum LoadAnswer: Equatable, Sendable {
    case data(LoadedData)
    case image(Bitmap, LoadOrigin)
}

/// Decides everything about loading: which askers share a job, which job is next, what is cancelled, what is tried
/// again.
///
/// A pure value: each call is something that happened and returns what is to be done about it. It knows no tasks,
/// locks, clocks or sockets; ``LoadEngine`` holds it under a lock and does what it says.
///
/// Two kinds of jobs: a download is shared by all askers for the same bytes, a decoding by all askers for the same
/// bitmap. The decoding itself asks for the bytes. A job has the highest priority of its askers and ends with the last
/// of them.
struct LoadMachine {
    struct Limits: Equatable {
        /// Answers and files that are read from the disk at once.
        var lookups = 4
        var transfers = 16
        var transfersPerHost = 6
        var decodings = 2
        /// With so many downloads waiting to be decoded, no further one is started: they would pile up in memory.
        var waitingDecodings = 8
        var hasDiskCache = false
    }

    enum Action {
        /// Read a file or a `data:` address, or look into the disk cache; then ``lookedUp(_:_:)``.
        case lookUp(JobID, ImageRequest)
        /// Ask the server; then ``transferred(_:_:)``.
        case transfer(JobID, ImageRequest, Attempt)
        /// Wait; then ``waited(_:)``.
        case wait(JobID, Duration)
        /// Decode; then ``decoded(_:_:)``.
        case decode(JobID, ImageRequest, LoadedData)
        /// End what the job does as soon as possible. What follows it is reported all the same.
        case cancel(JobID)
        /// Give the asker its answer: always the last thing about that asker.
        case finish(AskerID, Result<LoadAnswer, ImageLoaderError>)
    }

    /// One of the tries to get something from a server.
    struct Attempt: Equatable {
        /// From 1.
        var number: Int
        /// What of the total limit is left.
        var remaining: Duration
        /// What the disk cache has.
        var stored: StoredResponse?
    }

    /// What a look into the disk cache, or at a file, gave.
    enum LookupResult {
        case found(LoadedData)
        /// Not fresh; the server can be asked whether it has changed.
        case stored(StoredResponse)
        case nothing
        case failed(ImageLoaderError)
    }

    struct TransferResult {
        var result: Result<LoadedData, ImageLoaderError>
        /// Whether trying again may help.
        var retry = ResponseAssembly.Retry.never
        /// What the server took of the total limit.
        var elapsed: Duration = .zero
        /// From 0 to 1: where in the range of the delay the next try falls.
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
        /// In seconds since 1970.
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

    /// Whether no asker waits and no job runs, cancelled ones included.
    var isIdle: Bool {
        askers.isEmpty && downloads.isEmpty && decodings.isEmpty && downloadIDs.isEmpty && decodingIDs.isEmpty
            && [lookupQueue, transferQueue, decodeQueue].allSatisfy { $0.waitingCount == 0 && $0.runningCount == 0 }
    }

    mutating func newJob() -> JobID {
        lastJob += 1
        return JobID(number: lastJob)
    }

    /// Fills the free places.
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

/// How many askers of each priority there are, to know the highest in no time.
struct PriorityTally: Equatable {
    private var counts = [Int](repeating: 0, count: LoadPriority.allCases.count)

    /// ``LoadPriority/veryLow`` when there is none.
    var highest: LoadPriority {
        counts.lastIndex { $0 > 0 }.flatMap { LoadPriority(rawValue: $0) } ?? .veryLow
    }

    mutating func add(_ priority: LoadPriority) { counts[priority.rawValue] += 1 }
    mutating func remove(_ priority: LoadPriority) { counts[priority.rawValue] -= 1 }
}
