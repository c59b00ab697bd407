import Testing

@testable import Movies

/// Where GIF files end.
@Suite struct GIFBlocksTests {
    private static let header = Array("GIF89a".utf8) + [8, 0, 8, 0, 0x80, 0, 0] + [UInt8](repeating: 9, count: 6)
    private static let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    private static let comment: [UInt8] = [0x21, 0xFE, 2, 65, 66, 0]
    /// With a colour table of its own, a full part of data and one that is not.
    private static let picture: [UInt8] =
        [0x2C, 0, 0, 0, 0, 8, 0, 8, 0, 0x80] + [UInt8](repeating: 8, count: 6) + [2]
        + [255] + [UInt8](repeating: 7, count: 255) + [3, 7, 7, 7, 0]
    private static let trailer: [UInt8] = [0x3B]
    private static let whole = header + comment + control + picture + control + picture + trailer

    private func isCutShort(_ bytes: [UInt8]) -> Bool {
        GIFBlocks.areCutShort(in: MemoryInput(bytes), stopSignal: StopSignal())
    }

    @Test func aFileThatEndsWithinAPictureIsCutShort() {
        let start = Self.header.count + Self.comment.count + Self.control.count + Self.picture.count
        // From the second control block on, up to within its picture's last part of data.
        for count in start + 1..<Self.whole.count - 2 {
            #expect(isCutShort(Array(Self.whole.prefix(count))), "\(count) of \(Self.whole.count)")
        }
    }

    @Test func lastMarksThatAreMissingTakeNothingAway() {
        for count in 0...2 { #expect(!isCutShort(Array(Self.whole.dropLast(count))), "\(count)") }
        // Between two pictures nothing tells that another should follow.
        #expect(!isCutShort(Self.header + Self.control + Self.picture))
    }

    @Test func whatLiesBehindTheTrailerIsNoPartOfIt() {
        for rest in [[0], [0x2C, 0, 0], [UInt8](repeating: 0x21, count: 5)] as [[UInt8]] {
            #expect(!isCutShort(Self.whole + rest))
        }
    }

    @Test func damageBetweenPicturesTellsNothing() {
        #expect(!isCutShort(Self.header + Self.control + Self.picture + [0xAA, 0x2C, 0]))
    }

    @Test func theInputStaysWhereItWas() {
        let input = MemoryInput(Self.whole)
        #expect(input.seek(to: 17))
        #expect(!GIFBlocks.areCutShort(in: input, stopSignal: StopSignal()) && input.position == 17)
    }
}
