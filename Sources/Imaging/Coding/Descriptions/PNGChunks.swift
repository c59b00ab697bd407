/// The chunks of a PNG (W3C PNG 3rd edition 5.3): the names, and where the data lie.
///
/// The data of a file that is cut short may end behind the file's end.
package struct PNGChunks: Sequence, IteratorProtocol {
    private let file: ByteReader
    private var position = 8

    /// Begins behind the signature, which is not looked at.
    package init(_ file: [UInt8]) {
        self.file = ByteReader(file[...])
    }

    /// Returns the next chunk; `nil` where there is no whole name.
    package mutating func next() -> (name: String, data: Range<Int>)? {
        guard let length = file.number(position, 4), let name = file.name(position + 4) else { return nil }
        let start = position + 8
        position = start + length + 4
        return (name, start..<start + length)
    }
}
