import Execution
import Files
import Imaging
import Movies

extension CapturePipeline {
    /// Begins a picture with the next frame. A picture in progress is discarded.
    ///
    /// - Parameter limit: where the capture will end, as ``run(limit:)`` is told.
    /// - Throws: ``ScanError/Code/noRoom`` when a strip of all the frames that the source says it has would not fit the
    ///   disk.
    public func beginScan(upTo limit: CaptureLimit = CaptureLimit()) throws(ScanError) {
        try checkRoom(limit)
        try scanner.restart()
        hasFrame = false
        let scan = RunningScan(source: info.name, folder: options.spoolFolder)
        scan.metadata.note(scanner.config, from: snapshot.frames)
        self.scan = scan
        snapshot.pictureError = nil
        snapshot.isComplete = false
    }

    /// Begins a picture with the next frame, unless strips have grown that would be lost by it: they are ended instead.
    ///
    /// - Returns: the strips that have ended; call it again when they are kept. `nil` when a picture has begun.
    /// - Throws: as ``beginScan(upTo:)``, and what the disk says.
    func beginNextScan() throws(ScanError) -> ScanResult? {
        let strips = try strips()
        guard !strips.isEmpty else {
            try beginScan()
            return nil
        }
        defer { scan = nil }
        return result(of: strips.map { ScanPicture.strip($0) })
    }

    /// Refuses a scan of hours if its picture will not fit on the disk.
    private func checkRoom(_ limit: CaptureLimit) throws(ScanError) {
        let config = scanner.config
        guard config.mode == .strip, let frames = limit.frames(of: info) else { return }
        let lines = min(
            Double(config.length ?? ScanConfig.lengthLimit), Double(frames) * config.speed * Double(config.width))
        let shown = scanner.format.displaySize
        let lineLength = config.axis == .columns ? shown.height : shown.width
        let needed = lines * Double(lineLength * StripSpool.diskBytesPerPixel)
        // If the folder does not exist, creating the strip's file reports it.
        guard let free = try? options.spoolFolder.freeByteCount(), needed > Double(free) else { return }
        let kilobytes = (Int((needed / 1000).rounded(.up)), free / 1000)
        throw ScanError(
            .noRoom,
            "a strip of the \(frames) frames of \(info.name) needs up to \(kilobytes.0) kB while it is made, and "
                + "\(options.spoolFolder) has room for \(kilobytes.1) kB: make room, or give a length up to "
                + "\(Int(Double(free) / needed * lines)) lines", isTemporary: true)
    }

    /// Ends the picture.
    ///
    /// - Throws: ``ScanError/Code/notRunning`` when none was begun or no frame has come, and what the disk says.
    public func endScan() throws(ScanError) -> ScanResult {
        guard scan != nil else { throw ScanError(.notRunning, "no scan was begun") }
        let result = try pictureNow()
        scan = nil
        return result
    }

    /// Discards the picture that grows. Does nothing without one.
    ///
    /// - Returns: the strips before it, which another mode, axis or camera has ended; `nil` for none.
    func forgetScan() -> ScanResult? {
        let strips = scan?.parts ?? []
        let left = strips.isEmpty ? nil : result(of: strips.map { ScanPicture.strip($0) })
        scan = nil
        snapshot.pictureError = nil
        publish()
        return left
    }

    /// Returns the picture as it is. A running scan goes on.
    ///
    /// - Throws: as ``endScan()``; without a scan, a strip has no picture.
    package func pictureNow() throws(ScanError) -> ScanResult {
        guard hasFrame else { throw ScanError(.notRunning, "no frame has come yet: there is no picture") }
        var pictures = try strips().map { ScanPicture.strip($0) }
        if scanner.config.mode != .strip { pictures.append(.bitmap(try photo())) }
        guard !pictures.isEmpty else { throw ScanError(.notRunning, "no strip was begun: there is no picture") }
        scan?.wasTaken = true
        return result(of: pictures)
    }

    /// Ends the scan and returns its picture; `nil` without one. Of a picture without an end that was taken already,
    /// the strips before it are left. Call it when the pipeline is closed.
    ///
    /// - Throws: why nothing is left of it.
    func leftPicture() throws(ScanError) -> ScanResult? {
        guard let scan else { return nil }
        defer { self.scan = nil }
        var pictures = try scan.strips().map { ScanPicture.strip($0) }
        do throws(ScanError) {
            if scanner.config.mode != .strip, hasFrame, !scan.wasTaken { pictures.append(.bitmap(try photo())) }
        } catch {
            // The strips are left even then.
            guard !pictures.isEmpty else { throw error }
            snapshot.pictureError = error
        }
        guard pictures.isEmpty else {
            var left = result(of: pictures)
            left.loss = snapshot.pictureError
            return left
        }
        if let error = snapshot.pictureError { throw error }
        return nil
    }

    /// The strips so far. After an error the newest has lost lines, so it grows no more.
    private func strips() throws(ScanError) -> [StripPicture] {
        do throws(ScanError) {
            return try scan?.strips() ?? []
        } catch {
            snapshot.pictureError = error
            throw error
        }
    }

    /// Writes the lines in memory, after the last frame. If the disk has no room for them, the picture is without them.
    func writeLastLines() {
        if snapshot.pictureError == nil { _ = try? strips() }
    }

    /// Begins another part of the picture. An error ends the picture's growth, not the scan.
    func beginPart() {
        do throws(ScanError) { try scan?.beginPart() } catch { snapshot.pictureError = error }
        leaveRoomForPicture()
    }

    private func result(of pictures: [ScanPicture]) -> ScanResult {
        var metadata = scan?.metadata ?? ScanMetadata(source: info.name)
        if scan == nil { metadata.note(scanner.config, from: max(0, snapshot.frames - 1)) }
        metadata.droppedFrames = snapshot.droppedFrames
        metadata.droppedSound = snapshot.droppedSound
        return ScanResult(pictures: pictures, metadata: metadata)
    }

    private func photo() throws(ScanError) -> Bitmap {
        try rethrowing(ScanError.init) { () throws(MovieError) in
            try FrameScaler().bitmap(of: rendered(), longestSide: .max)
        }
    }

    /// The size of the upright picture, with square pixels.
    var resultSize: PixelSize {
        let shown = scanner.format.displaySize
        guard scanner.config.mode == .strip else { return shown }
        let lines = scan?.lineCount ?? 0
        return scanner.config.axis == .columns
            ? PixelSize(width: lines, height: shown.height) : PixelSize(width: shown.width, height: lines)
    }

    /// Reads from another camera from the next frame on. Frames of the same format continue the picture and the movie;
    /// otherwise each begins another part.
    ///
    /// The new camera may be the old one's device, with other settings: it is opened once the old one is closed, if it
    /// is busy before.
    ///
    /// - Throws: what the new camera says when it is opened. The old one goes on then.
    package func switchCamera(to other: any Camera) async throws(ScanError) {
        let newInfo = try await opened(other)
        guard !isClosed else {
            await other.close()
            throw ScanError(.notRunning, "the camera was closed meanwhile: start again")
        }
        let old = camera
        replaceCamera(by: other)
        info = newInfo
        clock.beginSource()
        await old.close()
    }

    private func opened(_ other: any Camera) async throws(ScanError) -> CameraInfo {
        do throws(ScanError) {
            return try await other.open()
        } catch {
            guard error.code == .movie(.busy), !isClosed else { throw error }
        }
        let old = camera
        let pause = PausedCamera()
        replaceCamera(by: pause)
        await old.close()
        do throws(ScanError) {
            return try await other.open()
        } catch {
            // Another program has it. If the old one cannot be opened either, its frames have ended.
            let oldInfo = try? await old.open()
            guard camera === pause, !isClosed else {
                await old.close()
                throw error
            }
            info = oldInfo ?? info
            replaceCamera(by: old)
            clock.beginSource()
            pause.close()
            throw error
        }
    }

    /// Continues with frames of another format.
    func changeFormat(to format: VideoFormat) throws(ScanError) {
        scanner = try SlitScanner(
            format, config: scanner.config, historyBytes: options.historyBytes, isShown: options.isShown)
        hasFrame = false
        beginPart()
    }
}
