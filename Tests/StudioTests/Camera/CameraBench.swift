import Files
import FoundationEssentials
import HTTPMessages
import Imaging
import Movies
import SlitScan
import SlitScanTestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// A studio's camera with its routes, asked in memory.
@MainActor
final class CameraBench {
    let studio: StudioBench
    let scratch: RunFolder
    let camera: StudioCamera
    let router: DescribedService

    /// - Parameter previewInterval: zero for a preview of every frame.
    init(results: CameraResults.Limits = .init(), previewInterval: Duration = .zero) async throws {
        studio = try await StudioBench(holds: false)
        scratch = try RunFolder()
        camera = StudioCamera(scratch: scratch, limits: results)
        camera.model.options.previewInterval = previewInterval
        router = try studio.routes(images: StudioImages(scratch: scratch), camera: camera).described
    }

    struct Answer {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body))) ?? .null }
        /// Of an error.
        var code: String? { json["error"]["code"].text }
    }

    /// - Parameter path: behind `/api/v1/camera`.
    func ask(
        _ method: String, _ path: String, _ body: [UInt8] = [], client: String? = "one", fields: HTTPFields = [:]
    ) async throws -> Answer {
        let query = client.map { (path.contains("?") ? "&" : "?") + "client=\($0)" } ?? ""
        let request = try HTTPRequest(
            HTTPMethod(rawValue: method), "/api/v1/camera\(path)\(query)", fields: fields, body: body)
        let response = await router.answer(request)
        let bytes: [UInt8] =
            switch response.body {
            case .bytes(let bytes): bytes
            case .file(let file): file.readBytes()
            case .stream, .events: []
            }
        return Answer(status: response.status.rawValue, fields: response.fields, body: bytes)
    }

    func ask(_ method: String, _ path: String, json: String, client: String? = "one") async throws -> Answer {
        try await ask(method, path, Array(json.utf8), client: client)
    }

    /// The state as soon as it is as it should be.
    func wait(_ condition: (CameraState) -> Bool) async throws -> CameraState {
        let updates = try #require(camera.broadcast.listen())
        for await update in updates where condition(update.state) { return update.state }
        throw HTTPError.badRequest("the camera stopped before that")
    }

    /// Names of files in the scratch folder.
    var files: [FilePath] { (try? scratch.path.names()) ?? [] }

    func picture(_ id: String) async throws -> Bitmap {
        try await ImageSource(ask("GET", "/pictures/\(id)").body).decode()
    }

    // MARK: The browser

    static let browser = #"{"source":{"kind":"browser","width":48,"height":32,"name":"Front","sampleRate":8000}"#

    func startBrowser(scan: Bool = false, record: String = "null") async throws {
        let answer = try await ask("POST", "/start", json: Self.browser + ",\"scan\":\(scan),\"record\":\(record)}")
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// A frame whose left and right halves have one grey each, which n decides.
    static func frame(_ n: Int, width: Int = 48, height: Int = 32) -> [UInt8] {
        var bitmap = Bitmap(size: PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width {
                let grey = Self.grey(n, isRight: x >= width / 2)
                for channel in 0..<4 { bitmap.pixels[4 * (y * width + x) + channel] = channel == 3 ? 255 : grey }
            }
        }
        return (try? JPEGEncoder(quality: 95).encode(bitmap)) ?? []
    }

    static func grey(_ n: Int, isRight: Bool) -> UInt8 { UInt8((n * 23 + (isRight ? 120 : 20)) % 256) }

    /// A record of a frame or of sound at a time in milliseconds.
    static func record(_ kind: UInt8, at milliseconds: Int, _ bytes: [UInt8]) -> [UInt8] {
        let length = UInt32(bytes.count)
        let time = UInt64(milliseconds * 1000)
        return [kind] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) } + bytes
    }

    /// Frames 33 ms apart, each with its sound behind it.
    static func frames(_ numbers: Range<Int>, withSound: Bool = false) -> [UInt8] {
        numbers.flatMap { n in
            record(1, at: 33 * n, frame(n))
                + (withSound ? record(2, at: 33 * n, [UInt8](repeating: 0, count: 2 * 264)) : [])
        }
    }

    // MARK: Videos

    /// A movie of the synthetic camera.
    func video(frames: Int, size: PixelSize = PixelSize(width: 64, height: 48)) async throws -> [UInt8] {
        let path = scratch.newPath()
        defer { try? path.removeFile() }
        let format = VideoFormat(size: size)
        let pool = FramePool(capacity: 20)
        let writer = try await MovieWriter.create(path, MovieSettings(hasSound: false), first: format)
        for n in 0..<frames {
            try await writer.write(.picture(SyntheticCamera.frame(n, format, rate: 30, from: pool)))
        }
        _ = try await writer.finish()
        return try path.readBytes()
    }
}

extension JSONValue {
    subscript(_ name: String) -> JSONValue {
        if case .object(let object) = self { object[name] ?? .null } else { .null }
    }

    subscript(_ index: Int) -> JSONValue {
        if case .array(let values) = self, values.indices.contains(index) { values[index] } else { .null }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var count: Int? { if case .array(let values) = self { values.count } else { nil } }
}
