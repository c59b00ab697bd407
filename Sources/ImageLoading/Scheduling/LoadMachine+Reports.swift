import HTTPSending
import Imaging

/// What is reported of the jobs. A report about a job that was cancelled frees its place and does nothing else.
extension LoadMachine {
    mutating func lookedUp(_ id: JobID, _ found: LookupResult) -> [Action] {
        lookupQueue.end(id)
        var actions: [Action] = []
        if let download = downloads[id] {
            switch found {
            case .found(let data): downloaded(id, data, &actions)
            case .failed(let error): fail(id, error, &actions)
            case .stored(let stored) where download.request.cachePolicy == .cacheOnly:
                downloaded(id, stored.staleData, &actions)
            case .nothing where download.request.cachePolicy == .cacheOnly:
                fail(id, download.request.error(.notCached), &actions)
            case .stored(let stored):
                downloads[id]?.attempt.stored = stored
                downloads[id]?.stage = .transfer
                enqueue(id)
            case .nothing:
                downloads[id]?.stage = .transfer
                enqueue(id)
            }
        }
        fillPlaces(&actions)
        return actions
    }

    mutating func transferred(_ id: JobID, _ report: TransferResult) -> [Action] {
        transferQueue.end(id)
        var actions: [Action] = []
        if let download = downloads[id] {
            switch report.result {
            case .success(let data): downloaded(id, data, &actions)
            case .failure(let error):
                let remaining = download.attempt.remaining - report.elapsed
                let isFinal = error.code == .http(429) && !download.request.retriesWhenRateLimited
                if !isFinal, let next = attempt(after: download.attempt, report, remaining: remaining) {
                    downloads[id]?.attempt = next.attempt
                    downloads[id]?.stage = .waiting
                    actions.append(.wait(id, next.delay))
                } else if !isFinal, let stored = download.attempt.stored, stored.mayBeStale,
                    download.request.cachePolicy == .staleIfUnreachable, error.code.isOfTheServer
                {
                    downloaded(id, stored.staleData, &actions)
                } else {
                    fail(id, error, &actions)
                }
            }
        }
        fillPlaces(&actions)
        return actions
    }

    /// Returns the next try and the wait before it; `nil` if this one was the last.
    private func attempt(
        after last: Attempt, _ report: TransferResult, remaining: Duration
    ) -> (attempt: Attempt, delay: Duration)? {
        var next = last
        next.remaining = remaining
        // The server cannot continue the kept part. This is no failure, because it cannot happen twice in a row.
        if report.retry == .atOnce { return remaining > .zero ? (next, .zero) : nil }
        guard last.number < retry.backoff.attempts,
            let delay = retry.delay(after: last.number, report.retry, jitter: report.jitter), delay < remaining
        else { return nil }
        next.number += 1
        next.remaining -= delay
        return (next, delay)
    }

    /// Continues after the wait before a try.
    mutating func waited(_ id: JobID) -> [Action] {
        var actions: [Action] = []
        if downloads[id]?.stage == .waiting {
            downloads[id]?.stage = .transfer
            enqueue(id)
        }
        fillPlaces(&actions)
        return actions
    }

    mutating func decoded(_ id: JobID, _ result: Result<Bitmap, ImageLoaderError>) -> [Action] {
        decodeQueue.end(id)
        var actions: [Action] = []
        if let decoding = decodings.removeValue(forKey: id) {
            decodingIDs[decoding.key] = nil
            var origin = LoadOrigin.network
            if case .decoder(let known, let expiry) = decoding.awaited {
                origin = known
                if let expiry, case .success(let bitmap) = result {
                    memory.insert(
                        MemoryEntry(bitmap: bitmap, expiry: expiry), for: decoding.request.memoryKey,
                        cost: bitmap.pixels.count)
                }
            }
            finish(decoding.askers, result.map { .image($0, origin) }, &actions)
        }
        fillPlaces(&actions)
        return actions
    }

    /// Passes the bytes to all jobs that wait for them.
    private mutating func downloaded(_ id: JobID, _ data: LoadedData, _ actions: inout [Action]) {
        guard let download = downloads.removeValue(forKey: id) else { return }
        downloadIDs[download.key] = nil
        finish(download.askers, .success(.data(data)), &actions)
        for decoding in download.decodings.sorted() {
            decodings[decoding]?.awaited = .place(data)
            decodeQueue.append(decoding, priority: decodings[decoding]?.tally.highest ?? .normal)
        }
    }

    private mutating func fail(_ id: JobID, _ error: ImageLoaderError, _ actions: inout [Action]) {
        guard let download = downloads.removeValue(forKey: id) else { return }
        downloadIDs[download.key] = nil
        finish(download.askers, .failure(error), &actions)
        for id in download.decodings.sorted() {
            guard let decoding = decodings.removeValue(forKey: id) else { continue }
            decodingIDs[decoding.key] = nil
            finish(decoding.askers, .failure(error), &actions)
        }
    }

    private mutating func finish(
        _ finished: Set<AskerID>, _ result: Result<LoadAnswer, ImageLoaderError>, _ actions: inout [Action]
    ) {
        for asker in finished.sorted() {
            askers[asker] = nil
            actions.append(.finish(asker, result))
        }
    }
}

extension StoredResponse {
    /// The stored answer, used although it is not fresh. It does not stay in memory.
    var staleData: LoadedData { LoadedData(bytes: body, origin: .staleDisk, fields: fields) }
}

extension ImageLoaderError.Code {
    /// Whether the failure is the server's, not the picture's.
    var isOfTheServer: Bool {
        switch self {
        case .unreachable, .connectionLost, .timedOut: true
        case .http(let status): status >= 500 || status == 429
        default: false
        }
    }
}
