import Movies
import SlitScan

/// Where frames come from, as a client says it.
enum SourceRequest: Sendable, Decodable {
    case device(path: String, width: Int?, height: Int?, frameRate: Double?, microphone: String?, locks: [String])
    case upload(id: String, isFast: Bool, hasSound: Bool)
    case test(TestSourceRequest)
    case browser(width: Int, height: Int, name: String?, sampleRate: Int?)

    static let example =
        #"{"kind":"browser","width":640,"height":480}, {"kind":"device","path":"/dev/video0"}, "#
        + #"{"kind":"upload","id":"…"} or {"kind":"test","name":"pattern"}"#

    private enum Key: String, CodingKey {
        case kind, path, width, height, frameRate, microphone, locks, id, pace, sound, name, seconds, sampleRate
    }

    private enum Kind: String, CaseIterable {
        case browser, device, test, upload

        /// The names that may be in a source of the kind.
        var keys: [Key] {
            switch self {
            case .browser: [.kind, .width, .height, .name, .sampleRate]
            case .device: [.kind, .path, .width, .height, .frameRate, .microphone, .locks]
            case .test: [.kind, .name, .width, .height, .frameRate, .seconds, .sound]
            case .upload: [.kind, .id, .pace, .sound]
            }
        }
    }

    private enum Pace: String, CaseIterable { case own, fast }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let kind = try values.decodeWord(Kind.self, forKey: .kind)
        try JSONReading.refuseUnknownNames(in: decoder, known: kind.keys.map(\.rawValue))
        func optional<Value: Decodable>(_ key: Key) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        switch kind {
        case .device:
            self = .device(
                path: try values.decode(String.self, forKey: .path), width: try optional(.width),
                height: try optional(.height), frameRate: try optional(.frameRate),
                microphone: try optional(.microphone), locks: try optional(.locks) ?? [])
        case .upload:
            let isFast = try values.decodeWordIfPresent(Pace.self, forKey: .pace) == .fast
            self = .upload(
                id: try values.decode(String.self, forKey: .id), isFast: isFast,
                hasSound: try optional(.sound) ?? true)
        case .test:
            self = .test(try TestSourceRequest(from: decoder))
        case .browser:
            self = .browser(
                width: try values.decode(Int.self, forKey: .width),
                height: try values.decode(Int.self, forKey: .height), name: try optional(.name),
                sampleRate: try optional(.sampleRate))
        }
    }
}

/// A test source by its name, and numbers: nothing of what a client writes reaches FFmpeg.
struct TestSourceRequest: Sendable, Decodable {
    enum Name: String, Worded, CaseIterable, Sendable {
        case pattern
        case bars
        case gradients

        fileprivate var filter: String {
            switch self {
            case .pattern: "testsrc2"
            case .bars: "smptehdbars"
            case .gradients: "gradients"
            }
        }
    }

    let name: Name
    let width: Int
    let height: Int
    let frameRate: Double
    let seconds: Double?
    let hasSound: Bool

    private enum Key: String, CodingKey {
        case name, width, height, frameRate, seconds, sound
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        name = try values.decodeWordIfPresent(Name.self, forKey: .name) ?? .pattern
        width = try values.decodeIfPresent(Int.self, forKey: .width) ?? 640
        height = try values.decodeIfPresent(Int.self, forKey: .height) ?? 360
        frameRate = try values.decodeIfPresent(Double.self, forKey: .frameRate) ?? 30
        seconds = try values.decodeIfPresent(Double.self, forKey: .seconds)
        hasSound = try values.decodeIfPresent(Bool.self, forKey: .sound) ?? false
    }

    /// - Throws: ``ScanError/Code/badSetting`` for a number out of its range.
    func source() throws(ScanError) -> CaptureSource {
        guard (1...4096).contains(width), (1...4096).contains(height) else {
            throw ScanError(.badSetting, "a test source has up to 4096 x 4096 pixels, not \(width) x \(height)")
        }
        guard (1...1000).contains(frameRate) else {
            throw ScanError(.badSetting, "a test source gives 1 to 1000 frames a second, not \(frameRate)")
        }
        guard seconds.map({ (0.001...86_400).contains($0) }) ?? true else {
            throw ScanError(.badSetting, "a test source lasts 0.001 to 86400 seconds, not \(seconds ?? 0)")
        }
        let duration = seconds.map { ":duration=\($0)" } ?? ""
        let picture = "\(name.filter)=size=\(width)x\(height):rate=\(frameRate)\(duration)"
        return CaptureSource(.lavfi(picture + (hasSound ? ";sine" : "")), sound: .own, pace: .realTime)
    }
}

/// How a movie is recorded, as a client says it.
struct RecordRequest: RequestBody, Sendable {
    enum Format: String, CaseIterable, Sendable {
        case mp4
        case webm
    }

    enum Quality: String, CaseIterable, Sendable {
        case draft
        case good
        case best
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case format, quality, sound }

    static let example = #"{"format":"mp4","quality":"good","sound":true}"#

    let format: Format
    let quality: Quality
    let hasSound: Bool

    init(from decoder: any Decoder) throws {
        try JSONReading.refuseUnknownNames(in: decoder, known: Self.names)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        format = try values.decodeWordIfPresent(Format.self, forKey: .format) ?? .mp4
        quality = try values.decodeWordIfPresent(Quality.self, forKey: .quality) ?? .good
        hasSound = try values.decodeIfPresent(Bool.self, forKey: .sound) ?? true
    }

    var settings: MovieSettings {
        let container: MovieSettings.Container = format == .mp4 ? .mp4 : .webm
        return switch quality {
        case .draft: MovieSettings(container: container, rate: .quality(45), hasSound: hasSound)
        case .good: MovieSettings(container: container, rate: .quality(60), hasSound: hasSound)
        case .best: MovieSettings(container: container, rate: .quality(80), speed: .fast, hasSound: hasSound)
        }
    }
}

struct StartRequest: RequestBody, Sendable {
    enum CodingKeys: String, CodingKey, CaseIterable { case source, preview, scan, record }

    static let example =
        #"{"source":SOURCE,"preview":true,"scan":false,"record":null}, where SOURCE is "# + SourceRequest.example

    let source: SourceRequest
    let preview: Bool?
    /// Whether a picture begins with the first frame.
    let scan: Bool?
    let record: RecordRequest?
}

struct SwitchRequest: RequestBody, Sendable {
    enum CodingKeys: String, CodingKey, CaseIterable { case source }

    static let example = #"{"source":SOURCE}, where SOURCE is "# + SourceRequest.example

    let source: SourceRequest
}

struct ClaimRequest: RequestBody, Sendable {
    enum CodingKeys: String, CodingKey, CaseIterable { case ifBusy }

    static let example = #"{"ifBusy":"watch"}, "take-over" or "refuse""#

    let choice: BusyChoice

    init(from decoder: any Decoder) throws {
        choice = try decoder.container(keyedBy: CodingKeys.self).decodeWord(BusyChoice.self, forKey: .ifBusy)
    }
}

struct ShutterRequest: RequestBody, Sendable {
    enum CodingKeys: String, CodingKey, CaseIterable { case ends }

    static let example = #"{"ends":true}, or {}"#

    let ends: Bool?
}
