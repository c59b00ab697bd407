/// Decides which images a prefetcher loads and when. It is a pure value.
struct PrefetchMachine {
    private let limit: Int
    /// The waiting requests, in order. Stopped ones stay until their turn comes.
    private var line: [ImageRequest] = []
    private var head = 0
    private var waiting: Set<ImageRequest> = []
    private var running: [ImageRequest: AskerID] = [:]
    var isPaused = false

    /// - Parameter limit: how many at once; at least 1.
    init(limit: Int) {
        precondition(limit >= 1, "limit must be at least 1")
        self.limit = limit
    }

    var waitingCount: Int { waiting.count }
    /// With stopped ones.
    var lineCount: Int { line.count - head }
    var runningCount: Int { running.count }

    mutating func add(_ requests: [ImageRequest]) {
        for request in requests where running[request] == nil && waiting.insert(request).inserted {
            line.append(request)
        }
        // While none is started, stopped ones would gather.
        guard lineCount > 2 * waiting.count + 32 else { return }
        var left = waiting
        line = line[head...].filter { left.remove($0) != nil }
        head = 0
    }

    /// Returns the next request, if one may start, and its asker.
    mutating func start(as asker: AskerID) -> ImageRequest? {
        guard !isPaused, running.count < limit else { return nil }
        while head < line.count {
            let request = line[head]
            head += 1
            if 2 * head >= line.count {
                line.removeFirst(head)
                head = 0
            }
            guard waiting.remove(request) != nil else { continue }
            running[request] = asker
            return request
        }
        return nil
    }

    mutating func ended(_ request: ImageRequest, _ asker: AskerID) {
        if running[request] == asker { running[request] = nil }
    }

    func isRunning(_ request: ImageRequest, as asker: AskerID) -> Bool { running[request] == asker }

    /// Removes images. Returns the askers whose loads are no longer wanted.
    mutating func remove(_ requests: [ImageRequest]) -> [AskerID] {
        requests.compactMap { request in
            waiting.remove(request)
            return running.removeValue(forKey: request)
        }
    }

    mutating func removeAll() -> [AskerID] {
        remove(Array(waiting) + Array(running.keys))
    }
}
