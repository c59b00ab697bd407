import Files
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct ExternalSortTests {
    private let temporary = TemporaryFolder()

    private struct Value: Codable, Equatable {
        let key: Int
        let place: Int
    }

    @Test(arguments: [0, 1, 2, 3, 7, 64 * 3, 64 * 3 + 1, 1000])
    func isSortedAsInMemory(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        // Few keys, so that equal ones meet across runs.
        let values = (0..<count).map { Value(key: Int.random(in: 0..<20, using: &random), place: $0) }
        var sort = ExternalSort<Value>(in: temporary.path, runLength: 3) { $0.key < $1.key }
        for value in values { try sort.append(value) }
        #expect(sort.count == count)
        // Nothing can be seen, not even while it is sorted.
        #expect(try temporary.path.names().isEmpty)
        var sorted = sort.sorted()
        var read: [Value] = []
        while let value = try sorted.next() { read.append(value) }
        #expect(read == values.sorted { ($0.key, $0.place) < ($1.key, $1.place) })
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "mounting a small disk takes root"))
    func aFullDiskIsAnError() throws {
        let ran = withSmallDisk(at: temporary, kilobytes: 64) {
            #expect(throws: PackError.self) {
                var sort = ExternalSort<String>(in: temporary.path, runLength: 100, by: <)
                for number in 0..<10_000 { try sort.append("a text that fills the disk, number \(number)") }
            }
        }
        #expect(ran)
    }

    @Test func linesAreReadWhateverTheirLength() throws {
        let texts = (0..<40).map { String(repeating: "é", count: $0 * $0 * 40) }
        var bytes = texts.flatMap { PackManifest.json($0, []) }
        bytes.removeLast()
        let path = try temporary.write(bytes, to: "lines.jsonl")
        var lines = try JSONLines<String>(reading: path)
        for text in texts { #expect(try lines.next() == text) }
        #expect(try lines.next() == nil)
        #expect(try lines.next() == nil)
    }

    @Test func aDamagedLineIsNamed() throws {
        for (text, line) in [
            ("\"a\"\n\"b\n", 2), ("\"a\"\n\n \r\nb\n", 4), (String(repeating: "x", count: 2 << 20), 1),
        ] {
            let path = try temporary.write(text, to: "lines.jsonl")
            let error = #expect(throws: PackError.self) {
                var lines = try JSONLines<String>(reading: path)
                while try lines.next() != nil {}
            }
            #expect(error?.code == .damagedManifest && error?.description.contains("line \(line)") == true)
        }
    }
}
