import CZlib
import Files
import Imaging

/// Writes an RGB picture as a PNG file row by row, with memory for little more than two rows, for pictures that do not
/// fit into memory. The file appears when all rows are written.
///
/// Every call blocks on the disk.
struct PNGStream: ~Copyable {
    private let file: AtomicFile
    private let size: PixelSize
    private let zlib: Deflater
    /// The previous row and this one, each after one pixel of zeros.
    private var rows: [UInt8]
    private var filtered: [UInt8]
    private var rowCount = 0

    /// Opens the file and writes its header.
    ///
    /// - Parameter size: both sides from 1 to 2³¹ - 1.
    init(_ size: PixelSize, at path: FilePath, followingLinks: Bool = false) throws(FileError) {
        try self.init(size, file: try AtomicFile(at: path, followingLinks: followingLinks), Deflater())
    }

    private init(_ size: PixelSize, file: consuming AtomicFile, _ zlib: Deflater) throws(FileError) {
        self.zlib = zlib
        self.size = size
        rows = [UInt8](repeating: 0, count: 2 * (3 + 3 * size.width))
        filtered = [UInt8](repeating: 0, count: 1 + 3 * size.width)
        self.file = file
        let sides = PNGWriter.bigEndian(size.width) + PNGWriter.bigEndian(size.height)
        try self.file.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        try self.file.write(Self.chunk("IHDR", sides + [8, 2, 0, 0, 0]))
    }

    /// Writes the next row, of red, green and blue.
    ///
    /// - Parameter row: `3 * width` bytes.
    /// - Precondition: not all rows were written.
    mutating func write(_ row: UnsafeBufferPointer<UInt8>) throws(FileError) {
        precondition(rowCount < size.height && row.count == 3 * size.width, "there must be a row left to write")
        let stride = 3 + row.count
        let (current, above) = rowCount % 2 == 0 ? (0, stride) : (stride, 0)
        rows.withUnsafeMutableBufferPointer { rows in
            filtered.withUnsafeMutableBufferPointer { filtered in
                guard let base = rows.baseAddress, let source = row.baseAddress, let target = filtered.baseAddress
                else {
                    return
                }
                (base + current + 3).update(from: source, count: row.count)
                target[0] = 4
                PNGWriter.filter(
                    UnsafeMutableBufferPointer(start: base + current, count: stride),
                    above: UnsafeMutableBufferPointer(start: base + above, count: stride), channels: 3,
                    into: UnsafeMutableBufferPointer(start: target + 1, count: row.count))
            }
        }
        rowCount += 1
        try zlib.append(filtered) { bytes throws(FileError) in try file.write(Self.chunk("IDAT", bytes)) }
    }

    /// Writes the file's end, and moves it to its place.
    ///
    /// - Precondition: all rows were written.
    consuming func finish() throws(FileError) {
        precondition(rowCount == size.height, "all rows must be written")
        try zlib.finish { bytes throws(FileError) in try file.write(Self.chunk("IDAT", bytes)) }
        try file.write(Self.chunk("IEND", []))
        try file.commit()
    }

    private static func chunk(_ name: StaticString, _ body: [UInt8]) -> [UInt8] {
        var chunk: [UInt8] = []
        body.withUnsafeBytes { PNGWriter.append(name, $0, to: &chunk) }
        return chunk
    }
}

/// The compressor of zlib, with 256 KiB of output at a time.
private final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = [UInt8](repeating: 0, count: 256 << 10)

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // It fails only without memory for its 256 KiB, like Swift's own allocations.
        precondition(peel_deflate_init(stream, 6) == Z_OK, "zlib has no memory")
        stream.pointee.avail_out = UInt32(output.count)
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func append(_ input: [UInt8], write: ([UInt8]) throws(FileError) -> Void) throws(FileError) {
        try run(input, flush: Z_NO_FLUSH, write)
    }

    func finish(write: ([UInt8]) throws(FileError) -> Void) throws(FileError) {
        try run([], flush: Z_FINISH, write)
        let rest = output.count - Int(stream.pointee.avail_out)
        if rest > 0 { try write(Array(output[..<rest])) }
    }

    private func run(
        _ input: [UInt8], flush: CInt, _ write: ([UInt8]) throws(FileError) -> Void
    ) throws(FileError) {
        var consumed = 0
        while true {
            let status = input.withUnsafeBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + consumed })
                    stream.pointee.avail_in = UInt32(input.count - consumed)
                    let free = Int(stream.pointee.avail_out)
                    stream.pointee.next_out = output.baseAddress.map { $0 + output.count - free }
                    return deflate(stream, flush)
                }
            }
            consumed = input.count - Int(stream.pointee.avail_in)
            if stream.pointee.avail_out == 0 {
                try write(output)
                stream.pointee.avail_out = UInt32(output.count)
            } else if flush == Z_NO_FLUSH ? consumed == input.count : status == Z_STREAM_END {
                return
            }
        }
    }
}
