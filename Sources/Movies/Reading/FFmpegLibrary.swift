import CFFmpeg

/// What FFmpeg needs done once in a program, and its error numbers in words.
enum FFmpegLibrary {
    private static let started: Void = {
        peel_av_silence()
        avdevice_register_all()
    }()

    static func start() {
        _ = started
    }

    static func words(for status: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        guard av_strerror(status, &text, text.count) == 0 else { return "error \(status)" }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let words = String(decoding: bytes, as: UTF8.self)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}

extension AVRational {
    /// Nanoseconds of `value` of these units; held to the range of the result.
    func nanoseconds(_ value: Int64) -> Int64 {
        guard num > 0, den > 0 else { return 0 }
        return av_rescale_q(value, self, AVRational(num: 1, den: 1_000_000_000))
    }

    var ratio: Double? { num > 0 && den > 0 ? Double(num) / Double(den) : nil }
}
