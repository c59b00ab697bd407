import Testing

@testable import Movies

/// Where AVI files say that their pictures end.
@Suite struct AVIChunksTests {
    private static func chunk(_ id: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        let size = size ?? body.count
        return Array(id.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + body
    }

    private static func list(_ id: String, _ kind: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        chunk(id, Array(kind.utf8) + body, size: size)
    }

    private static let header = list("LIST", "hdrl", [UInt8](repeating: 1, count: 20)) + chunk("JUNK", [0, 0, 0]) + [0]
    private static let index = chunk("idx1", [UInt8](repeating: 2, count: 32))

    private static func movie(count: Int = 40, size: Int? = nil) -> [UInt8] {
        list("LIST", "movi", [UInt8](repeating: 7, count: count), size: size)
    }

    private static func file(_ parts: [UInt8]...) -> [UInt8] {
        list("RIFF", "AVI ", parts.reduce([], +))
    }

    private func isCutShort(_ bytes: [UInt8]) -> Bool { AVIChunks.areCutShort(in: MemoryInput(bytes)) }

    @Test func aFileThatEndsBeforeItsPicturesIsCutShort() {
        let file = Self.file(Self.header, Self.movie(), Self.index)
        #expect(!isCutShort(file))
        #expect(!isCutShort(Array(file.dropLast(Self.index.count / 2))), "all pictures are there")
        #expect(!isCutShort(Array(file.dropLast(Self.index.count))))
        #expect(isCutShort(Array(file.dropLast(Self.index.count + 1))))
    }

    @Test func theSecondPartOfALargeFileCounts() {
        let first = Self.file(Self.header, Self.movie(count: 41), [0], Self.index)
        let file = first + Self.list("RIFF", "AVIX", Self.movie())
        #expect(!isCutShort(file))
        #expect(isCutShort(Array(file.dropLast(1))))
        // Between two parts nothing tells that another should follow.
        #expect(!isCutShort(first))
    }

    /// A program that could not go back, or was ended, has written them.
    @Test(arguments: [0, 0x7F00_0000, 0x7FFF_FFFF, 0xFFFF_FFFF]) func sizesThatStandForNoneTellNothing(size: Int) {
        let body = Self.header + Self.movie(size: size)
        #expect(!isCutShort(Self.list("RIFF", "AVI ", body, size: size)))
    }

    /// Some programs leave out the byte after an odd number of them.
    @Test func anOddSizeWithoutPaddingTellsNothing() {
        #expect(!isCutShort(Self.file(Self.header, Self.movie(count: 41), Self.index)))
        #expect(!isCutShort(Self.file(Self.header, Self.movie(count: 41))))
    }

    @Test func theInputStaysWhereItWas() {
        let input = MemoryInput(Self.file(Self.header, Self.movie()))
        #expect(input.seek(to: 17))
        #expect(!AVIChunks.areCutShort(in: input) && input.position == 17)
    }
}
