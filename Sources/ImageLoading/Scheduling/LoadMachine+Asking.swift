import Imaging

/// Askers come, change their priority, and go.
extension LoadMachine {
    /// - Parameter now: in seconds since 1970.
    mutating func askForImage(_ request: ImageRequest, _ asker: AskerID, now: Double) -> [Action] {
        if let bitmap = cachedImage(request, now: now) {
            return [.finish(asker, .success(.image(bitmap, .memory)))]
        }
        let key = request.imageKey
        let id: JobID
        if let running = decodingIDs[key] {
            id = running
        } else {
            id = newJob()
            let download = download(for: request)
            decodings[id] = Decoding(key: key, request: request, awaited: .download(download))
            decodingIDs[key] = id
            downloads[download]?.decodings.insert(id)
            downloads[download]?.tally.add(.veryLow)
        }
        askers[asker] = Asker(job: id, priority: request.priority, request: request)
        decodings[id]?.askers.insert(asker)
        changeDecoding(id) { $0.add(request.priority) }
        var actions: [Action] = []
        fillPlaces(&actions)
        return actions
    }

    mutating func askForData(_ request: ImageRequest, _ asker: AskerID) -> [Action] {
        let id = download(for: request)
        askers[asker] = Asker(job: id, priority: request.priority, request: request)
        downloads[id]?.askers.insert(asker)
        changeDownload(id) { $0.add(request.priority) }
        var actions: [Action] = []
        fillPlaces(&actions)
        return actions
    }

    /// Returns the bitmap in memory, if it is still valid.
    mutating func cachedImage(_ request: ImageRequest, now: Double) -> Bitmap? {
        guard request.cachePolicy != .reload, let entry = memory.peek(request.memoryKey) else { return nil }
        guard entry.expiry > now || request.cachePolicy == .cacheOnly else { return nil }
        return memory.use(request.memoryKey)?.bitmap
    }

    /// Changes an asker's priority. It has no effect after the answer.
    mutating func setPriority(of asker: AskerID, to priority: LoadPriority) -> [Action] {
        guard let known = askers[asker], known.priority != priority else { return [] }
        askers[asker]?.priority = priority
        let change = { (tally: inout PriorityTally) in
            tally.remove(known.priority)
            tally.add(priority)
        }
        if decodings[known.job] != nil { changeDecoding(known.job, change) } else { changeDownload(known.job, change) }
        return []
    }

    /// Removes a cancelled asker. It has no effect after the answer.
    mutating func leave(_ asker: AskerID) -> [Action] {
        guard let known = askers.removeValue(forKey: asker) else { return [] }
        var actions: [Action] = []
        if decodings[known.job] != nil {
            decodings[known.job]?.askers.remove(asker)
            changeDecoding(known.job) { $0.remove(known.priority) }
            if decodings[known.job]?.askers.isEmpty == true { abandonDecoding(known.job, &actions) }
        } else {
            downloads[known.job]?.askers.remove(asker)
            changeDownload(known.job) { $0.remove(known.priority) }
            abandonDownloadIfUnwanted(known.job, &actions)
        }
        fillPlaces(&actions)
        actions.append(.finish(asker, .failure(known.request.error(.cancelled))))
        return actions
    }

    /// Returns the download of these bytes, which is started if there is none.
    private mutating func download(for request: ImageRequest) -> JobID {
        let key = request.dataKey
        if let running = downloadIDs[key] { return running }
        let id = newJob()
        let looksUp = request.isLocal || (limits.hasDiskCache && request.cachePolicy != .reload)
        let attempt = Attempt(number: 1, remaining: totalLimit)
        downloads[id] = Download(
            key: key, request: request, stage: looksUp || request.cachePolicy == .cacheOnly ? .lookup : .transfer,
            attempt: attempt)
        downloadIDs[key] = id
        enqueue(id)
        return id
    }

    mutating func enqueue(_ id: JobID) {
        guard let download = downloads[id] else { return }
        switch download.stage {
        case .lookup:
            lookupQueue.append(id, priority: download.tally.highest)
        case .transfer:
            transferQueue.append(id, group: download.request.hostGroup, priority: download.tally.highest)
        case .waiting: break
        }
    }

    private mutating func changeDecoding(_ id: JobID, _ change: (inout PriorityTally) -> Void) {
        guard var tally = decodings[id]?.tally else { return }
        let before = tally.highest
        change(&tally)
        decodings[id]?.tally = tally
        guard tally.highest != before else { return }
        decodeQueue.setPriority(id, to: tally.highest)
        if case .download(let download)? = decodings[id]?.awaited {
            changeDownload(download) {
                $0.remove(before)
                $0.add(tally.highest)
            }
        }
    }

    private mutating func changeDownload(_ id: JobID, _ change: (inout PriorityTally) -> Void) {
        guard var tally = downloads[id]?.tally else { return }
        change(&tally)
        downloads[id]?.tally = tally
        lookupQueue.setPriority(id, to: tally.highest)
        transferQueue.setPriority(id, to: tally.highest)
    }

    private mutating func abandonDecoding(_ id: JobID, _ actions: inout [Action]) {
        guard let decoding = decodings.removeValue(forKey: id) else { return }
        decodingIDs[decoding.key] = nil
        switch decoding.awaited {
        case .download(let download):
            downloads[download]?.decodings.remove(id)
            changeDownload(download) { $0.remove(decoding.tally.highest) }
            abandonDownloadIfUnwanted(download, &actions)
        case .place: decodeQueue.remove(id)
        case .decoder: actions.append(.cancel(id))
        }
    }

    private mutating func abandonDownloadIfUnwanted(_ id: JobID, _ actions: inout [Action]) {
        guard let download = downloads[id], !download.isWanted else { return }
        downloads[id] = nil
        downloadIDs[download.key] = nil
        lookupQueue.remove(id)
        transferQueue.remove(id)
        let isRunning = lookupQueue.isRunning(id) || transferQueue.isRunning(id) || download.stage == .waiting
        if isRunning { actions.append(.cancel(id)) }
    }
}
