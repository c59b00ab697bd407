import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

@MainActor
struct ColorsTests {
    private let folder = TemporaryFolderBox()
    private var bench = TestBench()

    private func photos(_ count: Int) throws -> [FilePath] {
        try (0..<count).map { try folder.folder.write($0 == 3 ? "bad" : "a", to: FilePath("\($0).jpg")) }
    }

    @Test func aPipeGetsAnObjectAPhotoInTheirOrder() async throws {
        let photos = try photos(9)
        #expect(await run(["colors"] + photos, in: bench.context) == .someFailed)
        let expected = photos.enumerated().map { index, photo in
            index == 3
                ? #"{"photo":"\#(photo)","status":"failed","reason":"\#(photo): bad"}"#
                : ##"{"photo":"\##(photo)","status":"done","colors":[{"hex":"#c86432","share":0.75},{"hex":"#000000","share":0.25}]}"##
        }
        #expect(bench.output.lines.map(String.init) == expected)
        #expect(bench.errors.text == "peel: \(photos[3]): bad\n")
    }

    @Test func aTerminalGetsSwatchesUnlessColourIsUnwelcome() async throws {
        let photo = try photos(1)[0]
        var bench = bench
        bench.terminal = TerminalFacts(outputIsTerminal: true, showsColor: true)
        #expect(await bench.run("colors", photo) == .done)
        let band =
            "  \u{1B}[48;2;200;100;50m" + String(repeating: " ", count: 30) + "\u{1B}[48;2;0;0;0m"
            + String(repeating: " ", count: 10) + "\u{1B}[0m\n"
        #expect(
            bench.output.text == "\(photo)\n" + band + "  \u{1B}[48;2;200;100;50m    \u{1B}[0m #c86432  75.0 %\n"
                + "  \u{1B}[48;2;0;0;0m    \u{1B}[0m #000000  25.0 %\n")
        var plain = TestBench()
        plain.terminal = TerminalFacts(outputIsTerminal: true, showsColor: false)
        #expect(await plain.run("colors", photo) == .done)
        #expect(plain.output.text == "\(photo)\t#c86432 0.7500\t#000000 0.2500\n")
    }

    @Test func jsonIsALineAPhoto() async throws {
        var bench = bench
        bench.standardInput = Array("bad".utf8)
        let photo = try photos(1)[0]
        #expect(await bench.run("colors", "--json", photo, "-") == .someFailed)
        #expect(
            bench.output.lines == [
                ##"{"photo":"\##(photo)","status":"done","colors":[{"hex":"#c86432","share":0.75},{"hex":"#000000","share":0.25}]}"##,
                #"{"photo":"-","status":"failed","reason":"standard input: bad"}"#,
            ])
    }

    @Test func whenNobodyReadsItEndsQuietly() async throws {
        var bench = bench
        bench.outputFailure = EPIPE
        let photos = try photos(2)
        #expect(await run(["colors"] + photos, in: bench.context) == .done)
        #expect(bench.errors.text.isEmpty)
    }

    @Test func manySharesFillTheBandExactly() {
        for count in 1...16 {
            let swatches = (0..<count).map { _ in Swatch(color: .white, share: 1 / Double(count)) }
            let text = PeelCommand.swatches(PhotoColorScheme(swatches: swatches), name: "a")
            let band = text.split(separator: "\n")[1]
            #expect(band.count(where: { $0 == " " }) == 42)
        }
    }
}
