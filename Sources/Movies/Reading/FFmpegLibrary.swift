import CFFmpeg
import CFFmpegLoader
import Files

/// FFmpeg's libraries, opened at the first use: a program that shows no video starts without them.
enum FFmpegLibrary {
    private static let started: Result<Void, MovieError> = {
        open(peel_ffmpeg_open).map { peel_av_silence() }
    }()

    private static let startedWithFilters: Result<Void, MovieError> = {
        started.flatMap { open(peel_ffmpeg_open_filters) }
    }()

    private static let startedWithDevices: Result<Void, MovieError> = {
        started.flatMap { open(peel_ffmpeg_open_devices) }.map { avdevice_register_all() }
    }()

    /// Opens the libraries for files. Call it before any other call of FFmpeg.
    ///
    /// - Throws: ``MovieError/Code/notInstalled``.
    static func start() throws(MovieError) {
        try started.get()
    }

    /// Opens the filters, too, which most files do not need.
    static func startFilters() throws(MovieError) {
        try startedWithFilters.get()
    }

    /// Opens the libraries for microphones, too.
    static func startDevices() throws(MovieError) {
        try startedWithDevices.get()
    }

    private static func open(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Bool) -> Result<Void, MovieError> {
        var missing = [CChar](repeating: 0, count: 128)
        guard !body(&missing, missing.count) else { return .success(()) }
        let name = String(decoding: missing.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return .failure(
            MovieError(
                .notInstalled,
                "FFmpeg is not installed (\(name) is missing), and videos and cameras need it: "
                    + FFmpegVersion.built.advice(on: .current)))
    }

    /// Returns FFmpeg's text for an error number.
    static func words(for status: Int32) -> String {
        guard case .success = started else { return "error \(status)" }
        var text = [CChar](repeating: 0, count: 128)
        guard av_strerror(status, &text, text.count) == 0 else { return "error \(status)" }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let words = String(decoding: bytes, as: UTF8.self)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}

extension AVRational {
    /// Converts `value` of these units to nanoseconds, within the range of the result.
    func nanoseconds(_ value: Int64) -> Int64 {
        guard num > 0, den > 0 else { return 0 }
        return av_rescale_q(value, self, AVRational(num: 1, den: 1_000_000_000))
    }

    var ratio: Double? { num > 0 && den > 0 ? Double(num) / Double(den) : nil }
}
