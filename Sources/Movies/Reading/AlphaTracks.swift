/// The tracks of a moving AVIF that are the alpha of its other tracks (ISO 14496-12 8.3.3 and 12.1.1, `auxl` and
/// `auxv`). FFmpeg takes them for pictures of their own.
enum AlphaTracks {
    /// A list of tracks with more bytes is no sticker's.
    private static let mostBytes = 4 << 20

    /// The numbers of the tracks with alpha, by those of the tracks that they belong to. Blocks. The input stays where
    /// it was.
    static func find(in input: any ByteInput) -> [Int: Int] {
        // A pipe cannot be read twice.
        guard input.byteCount != nil else { return [:] }
        let position = input.position
        defer { _ = input.seek(to: position) }
        var tracks: [Int: Int] = [:]
        for track in boxes(in: movie(in: input)) where track.name == "trak" {
            guard let (number, owner) = alpha(in: boxes(in: track.content)) else { continue }
            tracks[owner] = number
        }
        return tracks
    }

    /// The content of the box `moov`; nothing for a file that is not an AVIF with sequences (AV1-AVIF 1.1, 6.3).
    private static func movie(in input: any ByteInput) -> ArraySlice<UInt8> {
        var offset = 0
        // Files have fewer than ten boxes outside of others.
        for _ in 0..<64 {
            guard input.seek(to: offset), let header = read(8, of: input) else { return [] }
            let (size, name) = (number(header[0..<4]), text(header[4..<8]))
            guard size >= 8, name == "ftyp" || offset > 0 else { return [] }
            if name == "ftyp" || name == "moov" {
                guard size <= mostBytes, let content = read(size - 8, of: input) else { return [] }
                if name == "moov" { return content[...] }
                guard content.count <= 1024, text(content[...]).contains("avis") else { return [] }
            }
            offset += size
        }
        return []
    }

    /// The track's number, and that of the track that it is the alpha of; `nil` for another one.
    private static func alpha(in track: [Box]) -> (number: Int, owner: Int)? {
        guard let header = track.first(where: { $0.name == "tkhd" })?.content,
            let references = track.first(where: { $0.name == "tref" })?.content,
            let owner = boxes(in: references).first(where: { $0.name == "auxl" })?.content.prefix(4),
            let media = track.first(where: { $0.name == "mdia" })?.content,
            let handler = boxes(in: media).first(where: { $0.name == "hdlr" })?.content,
            text(handler.dropFirst(8).prefix(4)) == "auxv",
            // Depth is auxiliary, too (ISO 23008-12 6.6.2). FFmpeg does not write what it is.
            media.firstRange(of: "auxiliary:depth".utf8) == nil
        else { return nil }
        // In version 1, the two times before it have eight bytes each.
        let own = header.dropFirst(header.first == 1 ? 20 : 12).prefix(4)
        guard own.count == 4, owner.count == 4 else { return nil }
        return (number(own), number(owner))
    }

    private struct Box {
        let name: String
        let content: ArraySlice<UInt8>
    }

    /// ISO 14496-12 4.2. Boxes inside of `moov` have sizes of four bytes.
    private static func boxes(in bytes: ArraySlice<UInt8>) -> [Box] {
        var (rest, found): (ArraySlice<UInt8>, [Box]) = (bytes, [])
        while rest.count >= 8 {
            let size = number(rest.prefix(4))
            guard size >= 8, size <= rest.count else { break }
            let box = rest.prefix(size)
            found.append(Box(name: text(box.dropFirst(4).prefix(4)), content: box.dropFirst(8)))
            rest = rest.dropFirst(size)
        }
        return found
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// `nil` if the input ends before.
    private static func read(_ count: Int, of input: any ByteInput) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let start = filled
            let step = bytes.withUnsafeMutableBytes {
                input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
            }
            guard step > 0 else { return nil }
            filled += step
        }
        return bytes
    }
}
