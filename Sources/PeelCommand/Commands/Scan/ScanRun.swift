import Glibc
import Movies
import Peel
import SlitScan

extension ScanRequest: CommandRequest {
    /// - Throws: ``UsageError`` for an output that is one of the inputs.
    func run(in context: CommandContext) async throws -> ExitCode {
        guard let source else { return await listCameras(in: context) }
        try await refuseToWriteOverInputs(source)
        var config = config
        if let map { config.map = try await readMap(map) }
        return try await ScanRun(self, config, context).run(source)
    }

    /// The movie is still being read when the first of an output is written.
    private func refuseToWriteOverInputs(_ source: CaptureSource) async throws {
        var inputs: [(path: FilePath, what: String)] = []
        if case .file(let movie) = source.picture { inputs.append((movie, "the movie that is scanned")) }
        if let map { inputs.append((map, "the map")) }
        var outputs = [(path: output, what: "the picture")]
        if let record { outputs.append((record, "the recorded movie")) }
        for output in outputs {
            for input in inputs where await isSameFile(input.path, output.path) {
                throw UsageError("\(output.path) is \(input.what) itself: \(output.what) needs another name")
            }
        }
    }

    /// What `--list` prints: a line for each camera and each of its formats, and for each microphone.
    @MainActor
    private func listCameras(in context: CommandContext) async -> ExitCode {
        let (cameras, microphones) = await findDevices()
        if printsJSON {
            context.output.line(json(cameras, microphones).text)
            return .done
        }
        for camera in cameras {
            context.output.line("\(camera.path)  \(terminalText(camera.name))")
            for format in camera.formats {
                let rates = format.frameRates.map { decimal($0, digits: 0) }.joined(separator: ", ")
                context.output.line(
                    "    \(format.size.width) x \(format.size.height) \(format.code)  \(rates) a second")
            }
        }
        for microphone in microphones { context.output.line(terminalText("\(microphone)  \(microphone.name)")) }
        if cameras.isEmpty { context.complain("no camera is connected; lavfi:testsrc2 is one without hardware") }
        return .done
    }
}

/// A scan from the command line: what a person sees of it.
@MainActor
private final class ScanRun {
    private let request: ScanRequest
    private let config: ScanConfig
    private let context: CommandContext
    private let display: ScanDisplay

    init(_ request: ScanRequest, _ config: ScanConfig, _ context: CommandContext) {
        self.request = request
        self.config = config
        self.context = context
        display = ScanDisplay(status: StatusLine(in: context, isQuiet: request.isQuiet))
    }

    func run(_ source: CaptureSource) async throws -> ExitCode {
        do {
            let pipeline = try await open(source)
            let running = Task { @CameraActor [limit = request.limit] () -> ScanError? in
                do throws(ScanError) {
                    try await pipeline.run(limit: limit)
                    return nil
                } catch {
                    return error
                }
            }
            context.stop.beginWork { [display] in
                running.cancel()
                Task { @MainActor in
                    display.status.message("peel: finishing picture and movie; Ctrl-C once more ends at once")
                }
            }
            defer { context.stop.endWork() }
            var last: CaptureSnapshot?
            for await snapshot in pipeline.snapshots {
                last = snapshot
                display.show(snapshot)
            }
            display.status.finish()
            let failure = await running.value
            let result = await Result(awaiting: { try await pipeline.endScan() })
            return try await finish(result, last, failure: failure)
        } catch {
            display.status.finish()
            throw error
        }
    }

    private func open(_ source: CaptureSource) async throws -> CapturePipeline {
        var options = CaptureOptions(spoolFolder: request.output.parent, previewSide: nil)
        options.historyBytes = request.historyBytes
        options.isShown = request.record != nil
        if let movie = request.record {
            options.recordsBesideSpool = await isOneDisk(movie.parent, options.spoolFolder)
        }
        // The decoder works ahead by itself; of 4K, each frame that waits takes 17 MB.
        let camera = MovieCamera(source, options: ReadingOptions(buffering: .everyFrame(1)))
        let pipeline = try await CapturePipeline(camera, config: config, options: options)
        do {
            if let movie = request.record {
                let settings = try MovieSettings.movie(at: movie)
                try await pipeline.startRecording(to: settings.sinks(at: movie))
            }
            try await pipeline.beginScan(upTo: request.limit)
        } catch {
            await pipeline.close()
            throw error
        }
        return pipeline
    }

    /// Writes the picture; what there is of it when the source failed.
    private func finish(
        _ result: Result<ScanResult, any Error>, _ last: CaptureSnapshot?, failure: ScanError?
    ) async throws -> ExitCode {
        let soundError = request.record == nil ? nil : last?.soundError
        let problems = [failure, last?.pictureError, last?.recordingError, soundError].compactMap { $0 }
        for problem in problems { context.complain(problem.description) }
        // Why there is none says more than that there is no picture.
        let isTemporary = problems.contains(where: \.isTemporary)
        if case .failure = result, failure != nil || last?.pictureError != nil {
            return isTemporary ? .tryAgain : .someFailed
        }
        let scan = try result.get()
        var files: [(FilePath, ScanPicture)] = []
        for (index, picture) in scan.pictures.enumerated() {
            let isNamed = scan.pictures.count == 1
            let path = isNamed ? request.output : numbered(request.output, index + 1)
            try await picture.writePNG(to: path, followingLinks: isNamed)
            files.append((path, picture))
        }
        report(scan, files, last)
        if let loss = last?.loss {
            context.complain("\(scan.metadata.source): \(loss)")
            if request.isStrict, !context.stop.isRequested { return .someFailed }
        }
        if context.stop.isRequested { return .interrupted }
        return problems.isEmpty ? .done : isTemporary ? .tryAgain : .someFailed
    }

    private func report(_ scan: ScanResult, _ files: [(FilePath, ScanPicture)], _ last: CaptureSnapshot?) {
        if request.printsJSON {
            context.output.line(
                json(scan, files, movie: request.record, last, isStopped: context.stop.isRequested).text)
        } else if !request.isQuiet {
            for (path, picture) in files {
                context.errors.line("\(path): \(picture.size.width) x \(picture.size.height)")
            }
            if let movie = request.record, let status = last?.lastRecording {
                context.errors.line("\(movie): \(status.frames) frames, \(decimal(status.seconds, digits: 1)) s")
            }
            context.errors.line(display.sentence(scan.metadata))
        }
    }
}

/// A picture's luma as a map of delays.
@concurrent
private func readMap(_ path: FilePath) async throws -> DelayMap {
    do {
        let bytes = try path.readBytes(limit: ImageLimits().bytes, allowsPipes: true)
        return .picture(try GreyPicture(ImageSource(bytes).decode()))
    } catch {
        // Without the remedies of other commands: the limits of a map are fixed.
        throw CommandFailure("the map \(path): \(error)", isTemporary: CommandFailure(error).isTemporary)
    }
}

/// Whether both folders are on one disk, also where the system does not say.
@concurrent
private func isOneDisk(_ left: FilePath, _ right: FilePath) async -> Bool {
    func device(_ path: FilePath) -> dev_t? {
        var status = stat()
        let result = path.withCString { stat($0, &status) }
        return result == 0 ? status.st_dev : nil
    }
    return device(left) == device(right)
}

/// Asks the devices, which blocks.
@concurrent
private func findDevices() async -> ([CameraDevice], [Microphone]) {
    (CameraDevice.all(), Microphone.all())
}
