import FoundationEssentials
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `peel cut --requests`, as another program talks with it.
struct CutSessionTests {
    private func request(_ id: Int, _ photo: [UInt8], _ arguments: [String] = ["--size", "64"]) -> [UInt8] {
        let words = arguments.map { "\"\($0)\"" }.joined(separator: ",")
        return Array(#"{"id":\#(id),"bytes":\#(photo.count),"arguments":[\#(words)]}"#.utf8) + [10] + photo
    }

    private struct Answer: Decodable {
        var id: Int?
        var status: String
        var bytes: Int?
        var code: String?
        var reason: String?
        var width: Int?
        var textCut: Bool?
        var colors: [Swatch]?

        struct Swatch: Decodable { var hex: String }
    }

    /// Lines with what follows them.
    private func answers(_ output: [UInt8]) throws -> [(line: Answer, file: [UInt8])] {
        var rest = output[...]
        var answers: [(Answer, [UInt8])] = []
        while let end = rest.firstIndex(of: 10) {
            let line = try JSONDecoder().decode(Answer.self, from: Data(rest[..<end]))
            rest = rest[(end + 1)...]
            answers.append((line, Array(rest.prefix(line.bytes ?? 0))))
            rest = rest.dropFirst(line.bytes ?? 0)
        }
        return answers
    }

    private func run(_ input: [UInt8], _ arguments: [FilePath] = []) async throws -> Subprocess.Output {
        try await BuiltProgram.run(["cut", "--requests", "--jobs", "2"] + arguments, input: input)
    }

    @Test func eachPhotoGetsItsAnswer() async throws {
        let requests: [[UInt8]] = [
            request(1, SamplePhotos.ball), request(2, Array("no photo".utf8)),
            request(3, SamplePhotos.twoBalls, ["--size", "48", "--format", "webp"]),
            request(4, SamplePhotos.ball, ["--size", "huge"]), request(5, SamplePhotos.ball, ["--split"]),
            request(6, SamplePhotos.ball, ["--device", "GPU"]),
            request(7, SamplePhotos.ball, [#"--border-color=\u0000"#]),
            request(8, SamplePhotos.ball, ["--size", "64", "--text", String(repeating: "W", count: 60)]),
        ]
        let output = try await run(Array(requests.joined()))
        #expect(output.exit == .exited(0), "\(output.errorText)")
        let answers = try answers(output.standardOutput)
        #expect(answers.first?.line.status == "ready")
        let byID = Dictionary(uniqueKeysWithValues: answers.dropFirst().map { ($0.line.id ?? 0, $0) })
        #expect(byID.keys.sorted() == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(byID[1]?.line.width == 64)
        #expect(byID[1]?.line.textCut == false && byID[8]?.line.textCut == true)
        #expect(byID[1]?.file.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(byID[1]?.line.colors?.isEmpty == false)
        #expect(byID[3]?.file.starts(with: Array("RIFF".utf8)) == true)
        #expect(byID[2]?.line.code == "unreadable")
        for id in 4...7 { #expect(byID[id]?.line.code == "options") }
        #expect(byID[4]?.line.reason?.contains("--size") == true)
    }

    @Test func theStickerIsThatOfOneCut() async throws {
        let alone = try await BuiltProgram.run(["cut", "-", "-o", "-", "--size", "64"], input: SamplePhotos.ball)
        let output = try await run(request(1, SamplePhotos.ball))
        #expect(try answers(output.standardOutput).last?.file == alone.standardOutput)
    }

    /// A photo that is too large is passed over, and the next request is understood.
    @Test func tooManyBytesAreSkipped() async throws {
        let large = [UInt8](repeating: 7, count: 300_000)
        let output = try await run(request(1, large) + request(2, Array("no".utf8)), ["--max-bytes", "100K"])
        let answers = try answers(output.standardOutput).dropFirst()
        #expect(answers.map(\.line.code) == ["unreadable", "unreadable"])
        #expect(answers.first { $0.line.id == 1 }?.line.reason?.contains("--max-bytes") == true)
        #expect(output.exit == .exited(0))
    }

    @Test(arguments: [
        ("hello\n", "not the JSON of a request"), (#"{"id":1,"bytes":-1}"# + "\n", "not the JSON of a request"),
        (#"{"id":1,"bytes":9}"# + "\nabc", "within a photo"), (#"{"id":1"#, "within a request"),
        (String(repeating: " ", count: 70_000), "longer than"),
    ])
    func whatIsNoRequestEndsTheSession(input: String, reason: String) async throws {
        let output = try await run(Array(input.utf8))
        #expect(output.exit == .exited(1))
        #expect(output.errorText.contains(reason))
    }

    @Test(arguments: [
        ["cut", "--requests", "a.jpg"], ["cut", "--requests", "--size", "64"],
        ["cut", "a.jpg", "-o", "b.png", "-j", "2"],
    ])
    func wrongCommandLines(_ arguments: [FilePath]) {
        #expect(throws: UsageError.self) { try understood(arguments) }
    }
}
