import Execution
import Glibc
import Movies
import Peel

extension Examination {
    /// Tries everything, on the photo executor.
    init(of settings: EngineSettings) async {
        self = await PhotoExecutor.shared.run { await Self.examine(settings) }
    }

    @concurrent
    private static func examine(_ settings: EngineSettings) async -> Examination {
        Examination(
            versions: [
                ("peel", peelVersion), ("Swift", swiftVersion), ("libvips", ImagingLibraries.vipsVersion),
                ("OpenVINO", InferenceDevices.openVINOVersion), ("libarchive", ArchiveLibrary.version),
                ("libcrypto", CryptoLibrary.version), ("system", systemName),
            ],
            network: await network(settings), devices: InferenceDevices.names, cores: SystemThread.coreCount,
            formats: FormatSample.all.map { Format(name: $0.format.displayName, problem: $0.problem) },
            cache: CompiledNetworkCache.standard.map { cache($0.folder) }, videos: videos,
            cameras: CameraDevice.all())
    }

    private static var videos: Result<String, CommandFailure> {
        do {
            return .success(try MovieSupport.version())
        } catch {
            return .failure(CommandFailure(error.description))
        }
    }

    private static func network(_ settings: EngineSettings) async -> Result<Network, CommandFailure> {
        do {
            let segmenter = try await settings.segmenter(streams: 1, executor: .shared)
            let picture = Bitmap(size: PixelSize(width: 64, height: 64), filledWith: .white)
            _ = try segmenter.matte(of: picture)
            let began = ContinuousClock.now
            _ = try segmenter.matte(of: picture)
            return .success(
                Network(
                    name: segmenter.model.name, family: segmenter.family.rawValue, inputSize: segmenter.inputSize,
                    device: segmenter.deviceDescription,
                    milliseconds: began.duration(to: .now).milliseconds))
        } catch {
            return .failure(CommandFailure(error))
        }
    }

    private static func cache(_ folder: FilePath) -> Cache {
        var bytes = 0
        for name in (try? folder.names()) ?? [] {
            if let status = try? folder.appending(name).status(), status.kind == .regular { bytes += status.size }
        }
        return Cache(folder: folder, bytes: bytes, problem: problem(writing: folder))
    }

    /// Why no file can be written into the folder; `nil` if one can. Rights do not tell: a disk may be full or
    /// read-only, a file may stand where the folder belongs. So this tries.
    private static func problem(writing folder: FilePath) -> String? {
        do {
            let probe = try RunFolder(in: folder)
            defer { probe.remove() }
            // As large as a compiled network's first pages, so that a full disk is noticed.
            try AtomicFile.write([UInt8](repeating: 0, count: 1 << 16), to: probe.newPath())
            return nil
        } catch {
            return error.reason
        }
    }

    /// The compiler's version: that of the runtime in the program, or of one that is compatible with it.
    private static var swiftVersion: String {
        #if compiler(>=6.4)
            "6.4 or newer"
        #else
            "6.3"
        #endif
    }

    /// `Debian GNU/Linux 12 (bookworm), x86_64`.
    private static var systemName: String {
        var machine = utsname()
        uname(&machine)
        let architecture = withUnsafeBytes(of: &machine.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return "\(SystemRelease.current.name), \(architecture)"
    }
}
