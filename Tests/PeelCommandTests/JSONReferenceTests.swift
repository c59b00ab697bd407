import Foundation
import Peel
import Synchronization
import TestSupport
import Testing
import WebTestSupport

@testable import Movies
@testable import PeelCommand

/// The fields that help and man page name are those that the built program prints: no more and no fewer.
struct JSONReferenceTests {
    private let folder = TemporaryFolder()
    private let server = APODServer(pictures: [SamplePhotos.ball])
    /// Of all that the tests have read: a program gives each field one type, whichever commands it reads.
    private static let kinds = Mutex<[String: String]>([:])

    private func lines(_ arguments: FilePath...) async throws -> [[String: Any]] {
        let environment = [
            "PEEL_APOD_URL": server.url, "PEEL_APOD_KEY": "K", "XDG_CACHE_HOME": "\(folder.path)/cache",
            "http_proxy": nil,
        ]
        let output = try await BuiltProgram.run(arguments, environment: environment, in: folder.path)
        return try output.outputText.split(separator: "\n").map { try parsed(String($0)) }
    }

    private func parsed(_ line: String) throws -> [String: Any] {
        for (path, kind) in try JSONDecoder().decode(Kinds.self, from: Data(line.utf8)).byPath {
            let first = Self.kinds.withLock { kinds in
                let first = kinds[path] ?? kind
                kinds[path] = first
                return first
            }
            #expect(kind == first, "\(path)")
        }
        return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }

    @Test func ofMake() async throws {
        try folder.write(SamplePhotos.twoBalls, to: "in/a.png")
        try folder.write("x", to: "in/b.jpg")
        var printed = try await lines("make", "in", "none.jpg", "-o", "pack", "-s", "48", "--split", "--zip", "--json")
        #expect(printed.count == 4)
        printed += try await lines("make", "in", "-o", "pack", "-s", "48", "--split", "--resume", "--json")
        for index in 0..<9 { try folder.write(SamplePhotos.ball, to: FilePath("nine/\(index).png")) }
        let clips = ClipFixture()
        try folder.write(try await clips.clip().readBytes(), to: "nine/clip.mp4")
        let exported = try await lines(
            "make", "nine", "-o", "for", "-s", "48", "--for", "kakao,line", "--count", "best", "--force", "--json"
        ).filter { $0["target"] != nil }
        #expect(exported.count == 2)
        expect(exported, toHaveThe: Command.make.jsonRecords[2])
        let pack = printed.filter { $0["pack"] != nil }
        var photos = printed.filter { $0["pack"] == nil }
        let leftOut = try await lines("make", "in", "-o", "other", "--min-confidence", "1", "--json")
        photos += leftOut.filter { $0["status"] as? String == "leftOut" }
        photos += try await lines("make", "in", "-o", "other", "--dry-run", "--json")
        photos += try await lines("make", clips.shortClip(), "-o", "short", "--json").filter { $0["pack"] == nil }
        #expect(Set(photos.compactMap { $0["status"] as? String }) == ["made", "kept", "leftOut", "failed", "found"])
        expect(photos, toHaveThe: Command.make.jsonRecords[0])
        expect(pack, toHaveThe: Command.make.jsonRecords[1])
    }

    @Test func ofSplitWorkerAndMerge() async throws {
        try folder.write(SamplePhotos.twoBalls, to: "in/a.png")
        try folder.write(SamplePhotos.ball, to: "in/b.png")
        try folder.write("no photo", to: "in/bad.jpg")
        let clips = ClipFixture()
        try folder.write(try await clips.shortClip().readBytes(), to: "in/short.mp4")
        let parts = try await lines("split", "in", "none", "-o", "parts", "--parts", "2", "--json")
        expect(parts.filter { $0["status"] == nil }, toHaveThe: Command.split.jsonRecords[0])
        expect(parts.filter { $0["status"] != nil }, toHaveThe: Command.split.jsonRecords[1])
        var worked: [[String: Any]] = []
        for _ in 0..<2 {
            worked += try await lines(
                "worker", "--manifest", "parts", "-o", "out", "-s", "48", "--split", "--json", "--resume")
        }
        expect(worked.filter { $0["device"] == nil }, toHaveThe: Command.worker.jsonRecords[0])
        expect(worked.filter { $0["device"] != nil }, toHaveThe: Command.worker.jsonRecords[1])
        expect(
            try await lines("merge", "out", "-o", "pack", "--zip", "--json"),
            toHaveThe: Command.merge.jsonRecords[0])
    }

    @Test func ofCheck() async throws {
        try folder.write(SamplePhotos.ball, to: "in/a.png")
        _ = try await lines("make", "in", "-o", "pack", "-s", "48", "--for", "whatsapp,telegram", "--force", "--json")
        let printed = try await lines("check", "pack", "none", "--json")
        #expect(printed.count == 3)
        expect(printed, toHaveThe: Command.check.jsonRecords[0])
    }

    @Test func ofSheet() async throws {
        try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()), to: "cup.png")
        var printed = try await lines("sheet", "cup.png", "none.png", "-o", "out", "--as", "pdf,lines", "--json")
        printed += try await lines("sheet", "cup.png", "-o", "out", "--as", "lines", "--json")
        printed += try await lines("sheet", "cup.png", "-o", "out", "--page", "own", "--json")
        #expect(printed.count == 3)
        #expect(printed.last?["density"] is NSNull)
        expect(printed, toHaveThe: Command.sheet.jsonRecords[0])
    }

    @Test func ofScan() async throws {
        var printed = try await lines(
            "scan", "lavfi:testsrc2=size=64x48:rate=25,trim=end_frame=5", "-o", "a.png", "--record", "a.mp4", "--json")
        // Of a movie that is cut short it says more.
        let made = try await Subprocess(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:d=2", "-movflags", "+faststart", "whole.mp4"],
            workingDirectory: folder.path
        ).run()
        try #require(made.succeeded, "\(made.errorText)")
        let whole = try folder.path.appending("whole.mp4").readBytes()
        try folder.write(Array(whole.prefix(whole.count * 6 / 10)), to: "cut.mp4")
        printed += try await lines("scan", "cut.mp4", "-o", "b.png", "--json")
        expect(printed, toHaveThe: Command.scan.jsonRecords[0])
    }

    /// Machines differ in what is connected to them: these are made up.
    @Test func ofListedCameras() throws {
        let format = CameraFormat(code: "YUYV", size: PixelSize(width: 4, height: 2), frameRates: [30])
        let camera = CameraDevice(path: "/dev/video0", name: "Front", formats: [format], locks: [])
        expect([try parsed(json([camera], [Microphone("alsa:hw:1")]).text)], toHaveThe: Command.scan.jsonRecords[1])
    }

    @Test func ofColors() async throws {
        try folder.write(SamplePhotos.ball, to: "a.png")
        expect(try await lines("colors", "a.png", "none.png", "--json"), toHaveThe: Command.colors.jsonRecords[0])
    }

    @Test func ofCatalog() async throws {
        var printed = try await lines("catalog", "list", "apod:2025-06-16", "apod:2025-06-18", "--json")
        printed += try await lines("catalog", "save", "-o", "sky", "apod:2025-06-16", "apod:2025-06-24", "--json")
        let failures = printed.filter { $0["status"] != nil }
        #expect(failures.count >= 2)
        expect(printed.filter { $0["status"] == nil }, toHaveThe: Command.catalog.jsonRecords[0])
        expect(failures, toHaveThe: Command.catalog.jsonRecords[1])
    }

    @Test func ofDoctor() async throws {
        var printed = try await lines("doctor", "--json")
        printed += try await lines("doctor", "--json", "--device", "XPU")
        #expect(printed.count == 2)
        // Machines differ in what is connected to them and installed.
        let left = difference(printed, Command.doctor.jsonRecords[0])
        let missing = ["cameras[].device", "cameras[].name", "videos.error"].map { "not printed: \($0)" }
        #expect(Set(left).isSubset(of: missing), "\(left)")
    }

    @Test func everyCommandThatPrintsJSONSaysWhat() {
        for command in Command.all {
            #expect(command.jsonRecords.isEmpty == !command.options.contains { $0.name == .json })
            for field in command.jsonRecords.flatMap(\.fields) { #expect(commandHelp(command).contains(field.path)) }
        }
    }

    @Test func aDifferenceIsFound() {
        let record = JSONRecord("", ["a[].b": "", "c.ANY": "", "d.e": ""])
        let printed: [[String: Any]] = [["a": [["b": 1]], "c": ["x": 2, "y": NSNull()], "d": NSNull()]]
        #expect(difference(printed, record) == ["not printed: d.e"])
        #expect(
            difference([["a": [["x": 1]], "d": ["e": 1, "f": 2]]], record) == [
                "not documented: a[].x", "not documented: d.f", "not printed: a[].b", "not printed: c.ANY",
            ])
    }

    private func expect(_ printed: [[String: Any]], toHaveThe record: JSONRecord) {
        #expect(difference(printed, record) == [], "\(record.title)")
    }

    private func difference(_ printed: [[String: Any]], _ record: JSONRecord) -> [String] {
        let documented = record.fields.map(\.path)
        var seen: Set<String> = []
        var unknown: Set<String> = []
        for (path, isNull) in printed.flatMap({ leaves($0, "") }) {
            let fields = documented.filter { isMatching($0, path) }
            seen.formUnion(fields)
            // Null may stand for an object whose fields are documented.
            let isObject = isNull && documented.contains { $0.hasPrefix(path + ".") }
            if fields.isEmpty, !isObject { unknown.insert(path) }
        }
        return unknown.sorted().map { "not documented: \($0)" }
            + documented.filter { !seen.contains($0) }.sorted().map { "not printed: \($0)" }
    }

    private func leaves(_ value: Any, _ path: String) -> [(path: String, isNull: Bool)] {
        switch value {
        case let object as [String: Any]:
            object.flatMap { leaves($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
        case let array as [Any]: array.flatMap { leaves($0, path + "[]") }
        default: [(path, value is NSNull)]
        }
    }

    /// A part in capitals stands for any name.
    private func isMatching(_ field: String, _ path: String) -> Bool {
        let (wanted, found) = (field.split(separator: "."), path.split(separator: "."))
        if wanted.last.map({ $0.allSatisfy(\.isUppercase) }) == true {
            // A name may have dots of its own.
            return found.count >= wanted.count && found.starts(with: wanted.dropLast())
        }
        return wanted == found
    }
}

/// What kinds of values stand where.
private struct Kinds: JSONByKind {
    var byPath: [String: String] = [:]

    static let null = Kinds()
    static func bool(_: Bool) -> Kinds { of("truth") }
    static func number(_: Double) -> Kinds { of("number") }
    static func string(_: String) -> Kinds { of("text") }
    static func array(_ values: [Kinds]) -> Kinds { of("list", values.map { ("[]", $0) }) }
    static func object(_ members: [String: Kinds]) -> Kinds {
        of("object", members.map { (".\($0.key)", $0.value) })
    }

    private static func of(_ kind: String, _ parts: [(String, Kinds)] = []) -> Kinds {
        var kinds = Kinds(byPath: ["": kind])
        for (name, part) in parts {
            for (path, kind) in part.byPath { kinds.byPath[name + path] = kind }
        }
        return kinds
    }
}
