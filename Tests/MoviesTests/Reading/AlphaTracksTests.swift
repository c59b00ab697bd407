import Testing

@testable import Movies

@Suite struct AlphaTracksTests {
    private func box(_ name: String, _ contents: [UInt8]...) -> [UInt8] {
        let content = contents.flatMap(\.self)
        let size = content.count + 8
        return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array(name.utf8) + content
    }

    /// - Parameter owner: the track that it is the alpha of; 0 for none.
    private func track(
        _ number: UInt8, of owner: UInt8 = 0, handler: String = "auxv", version: UInt8 = 0, more: [UInt8] = []
    ) -> [UInt8] {
        let times = [UInt8](repeating: 0, count: version == 1 ? 16 : 8)
        let header = box("tkhd", [version, 0, 0, 0] + times, [0, 0, 0, number], [0, 0, 0, 0])
        let references = owner > 0 ? box("tref", box("cdsc", [0, 0, 0, 9]), box("auxl", [0, 0, 0, owner])) : []
        let media = box("mdia", box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0], Array(handler.utf8)), more)
        return box("trak", header, references, media)
    }

    private func file(_ tracks: [UInt8]..., brand: String = "avis") -> [UInt8] {
        box("ftyp", Array("mif1".utf8), [0, 0, 0, 0], Array(brand.utf8)) + box("meta", [1, 2, 3])
            + box("moov", box("mvhd", [0]), tracks.flatMap(\.self)) + box("mdat", [4])
    }

    private func found(_ bytes: [UInt8]) -> [Int: Int] {
        let input = MemoryInput(bytes)
        defer { #expect(input.position == 0) }
        return AlphaTracks.find(in: input)
    }

    @Test func theAlphaOfATrackIsFound() {
        #expect(found(file(track(1, handler: "pict"), track(2, of: 1))) == [1: 2])
        #expect(found(file(track(7, of: 3, version: 1), track(3, handler: "pict", version: 1))) == [3: 7])
    }

    @Test func otherTracksAreNoAlpha() {
        #expect(found(file(track(1, handler: "pict"), track(2))) == [:])
        #expect(found(file(track(1, handler: "pict"), track(2, of: 1, handler: "pict"))) == [:])
        let depth = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:depth".utf8)
        #expect(found(file(track(1, handler: "pict"), track(2, of: 1, more: box("auxi", depth)))) == [:])
        // Not an AVIF with sequences.
        #expect(found(file(track(1, handler: "pict"), track(2, of: 1), brand: "isom")) == [:])
        #expect(found(Array("no boxes at all".utf8)) == [:] && found([]) == [:])
    }

    @Test func aFileThatIsCutAnywhereEndsNothing() {
        let whole = file(track(1, handler: "pict"), track(2, of: 1))
        for count in 0..<whole.count - 9 { #expect(found(Array(whole.prefix(count))) == [:], "\(count)") }
    }
}
