import Files
import FoundationEssentials
import Imaging
import Movies
import SlitScan

extension StudioCamera {
    func start(_ request: StartRequest, by client: CaptureClient) async throws {
        try requireControl(client)
        let opening = try await opening(request.source)
        try requireControl(client)
        startCount += 1
        let mine = startCount
        browser = nil
        source = opening.description
        locks = opening.locks
        lostPicture = nil
        try await model.start(
            opening.source, by: client, showsPreview: request.preview ?? true, beginsScan: request.scan ?? false,
            recording: request.record.map { sinks($0) })
        // With those of the camera that ran before.
        moviesBeforeRecording = Set(results.movies.map(\.id))
        if startCount == mine { browser = opening.browser }
    }

    func switchCamera(_ request: SwitchRequest, by client: CaptureClient) async throws {
        try requireControl(client)
        let opening = try await opening(request.source)
        try await model.switchCamera(to: opening.source, by: client)
        guard model.source == opening.source else { return }
        browser = opening.browser
        source = opening.description
        locks = opening.locks
    }

    func stop(by client: CaptureClient) async throws {
        try requireControl(client)
        do {
            _ = try await keepUnkept()
        } catch {
            unkept = nil
            lostPicture = PhotoFailure(answering: error)
        }
        try await model.stop(by: client)
        guard case .off = model.state else { return }
        browser = nil
    }

    func configure(_ change: ScanConfigChange, by client: CaptureClient) throws {
        try requireControl(client)
        try model.configure(change.applied(to: model.config), by: client)
    }

    func setMap(_ map: DelayMap, by client: CaptureClient) throws {
        try requireControl(client)
        var config = model.config
        config.map = map
        try model.configure(config, by: client)
    }

    /// Begins a picture. Strips that have grown are kept first, also those of before a change of mode; a sweep begins
    /// again.
    func beginScan(by client: CaptureClient) async throws {
        try requireControl(client)
        _ = try await keepUnkept()
        while let strips = try await model.beginScan(by: client) {
            _ = try await keep(strips, holdsRest: true)
        }
    }

    /// Ends the picture that grows without keeping it. The strips before it are kept.
    func forgetScan(by client: CaptureClient) async throws {
        try requireControl(client)
        guard let strips = try await model.forgetScan(by: client) else { return }
        _ = try await keep(strips, holdsRest: true)
    }

    /// Keeps the picture as it is now, after those that could not be kept before.
    ///
    /// - Parameter ends: whether the scan ends, with all its pictures kept when it has several.
    /// - Returns: the newest picture; that of before if no other scan was begun since.
    func shutter(ends: Bool, by client: CaptureClient) async throws -> KeptPicture {
        try requireControl(client)
        let before = try await keepUnkept()
        var result: ScanResult
        do {
            result = try await ends ? model.endScan(by: client) : model.picture()
        } catch {
            if let before, error.code == .notRunning { return before }
            throw error
        }
        if !ends { result.pictures.removeFirst(result.pictures.count - 1) }
        return try await keep(result, holdsRest: ends)
    }

    /// Keeps the pictures that could not be kept before.
    ///
    /// - Returns: the newest of them; `nil` for none.
    private func keepUnkept() async throws -> KeptPicture? {
        guard let result = unkept.take() else { return nil }
        return try await keep(result, holdsRest: true)
    }

    /// Keeps the picture of a camera that was stopped, as movies are kept.
    func keep(left: Result<ScanResult, ScanError>) async {
        do {
            let left = try left.get()
            _ = try await keep(left)
            if let loss = left.loss { throw loss }
        } catch {
            if !isStopped { lostPicture = PhotoFailure(answering: error) }
        }
    }

    /// - Parameter holdsRest: whether pictures that cannot be written are held in ``unkept``.
    /// - Returns: the newest picture.
    private func keep(_ result: ScanResult, holdsRest: Bool = false) async throws -> KeptPicture {
        let date = Date()
        var kept: KeptPicture?
        for (index, picture) in result.pictures.enumerated() {
            let path = scratch.newPath()
            do {
                try await picture.writePNG(to: path)
            } catch {
                remove([path])
                if holdsRest, !isStopped {
                    var rest = result
                    rest.pictures.replaceSubrange(..<index, with: unkept?.pictures ?? [])
                    unkept = rest
                }
                throw error
            }
            let number = result.pictures.count > 1 ? " (\(index + 1))" : ""
            let made = KeptPicture(
                id: CameraNames.newID(), width: picture.size.width, height: picture.size.height,
                made: CameraNames.stamp(date), name: CameraNames.name(date) + number,
                mode: result.mode(of: picture), bytes: (try? path.status().size) ?? 0)
            guard !isStopped else {
                remove([path])
                throw ScanError(.notRunning, "the studio is stopping")
            }
            keep(made, at: path)
            kept = made
        }
        guard let kept else { throw ScanError(.notRunning, "no frame has come yet: there is no picture") }
        return kept
    }

    /// - Throws: ``ScanError/Code/notRunning`` when the camera that runs is not the browser's.
    func browserFrames(of client: CaptureClient) throws -> BrowserFrames {
        try requireControl(client)
        guard let browser, model.state.takesFrames else {
            throw ScanError(.notRunning, "the browser's camera does not run: start it first")
        }
        return browser
    }

    // MARK: - Movies

    func startRecording(_ request: RecordRequest, by client: CaptureClient) async throws {
        try requireControl(client)
        let before = Set(results.movies.map(\.id))
        try await model.startRecording(to: sinks(request), by: client)
        moviesBeforeRecording = before
    }

    /// - Returns: the movie; the newest of several parts.
    func stopRecording(by client: CaptureClient) async throws -> KeptMovie {
        try requireControl(client)
        let status = try await model.stopRecording(by: client)
        guard let movie = results.movies.last(where: { !moviesBeforeRecording.contains($0.id) }) else {
            throw ScanError(.notRunning, "the movie is empty: no frame came while it was recorded")
        }
        setDroppedFrames(status.droppedFrames, of: movie.id)
        return results.movies.last { $0.id == movie.id } ?? movie
    }

    /// Makes the files of a recording, each in its own path. They are kept when they are whole, however it ends.
    private func sinks(_ request: RecordRequest) -> MovieSinkMaker {
        let settings = request.settings
        return { [scratch, weak self] info throws(ScanError) in
            let path = FilePath(scratch.newPath().description + "." + settings.container.rawValue)
            do throws(ScanError) {
                return try await settings.sink(at: path, info) { [weak self] part in await self?.keep(part) }
            } catch {
                try? path.removeFile()
                throw error
            }
        }
    }

    /// A part without frames, as of a camera that gives another format than it said, is no movie.
    private func keep(_ part: MoviePart) {
        guard part.frames > 0, !isStopped, let bytes = try? part.path.status().size else {
            return remove([part.path])
        }
        let date = Date()
        let ending = part.container.rawValue
        let number = part.number > 1 ? " (\(part.number))" : ""
        let status = model.snapshot?.recording ?? model.snapshot?.lastRecording
        keep(
            KeptMovie(
                id: CameraNames.newID(), made: CameraNames.stamp(date),
                name: "\(CameraNames.name(date))\(number).\(ending)", type: "video/\(ending)", seconds: part.seconds,
                frames: part.frames, bytes: bytes, droppedFrames: status?.droppedFrames ?? 0), at: part.path)
    }
}

extension ScanResult {
    fileprivate func mode(of picture: ScanPicture) -> String {
        if case .strip = picture { return "strip" }
        return (metadata.changes.last?.config.mode ?? .sweep).word
    }
}
