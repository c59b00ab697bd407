import Files
import Glibc
import Imaging
import Movies

/// The lines of a growing strip as RGB in a file without a name, so that memory does not limit the strip's length. The
/// file disappears with its last owner, also after a crash.
///
/// It stops growing while its picture, which has at most as many bytes, still fits beside it.
///
/// Every call blocks on the disk.
struct StripSpool: ~Copyable {
    /// The number of lines in memory before they are written: 400 KB of a slit of 2160 pixels.
    static let linesInBlock = 64
    /// The bytes on disk for a pixel while the picture is written, of the strip and its picture.
    static let diskBytesPerPixel = 6

    let axis: ScanConfig.Axis
    private let geometry: SlitGeometry
    private let file: SpoolFile
    private let lineScale: LineScale
    private var leading = SpoolSide()
    private var trailing = SpoolSide()
    private var end = 0
    /// The slit of one frame as RGBA, in stored order.
    private var pixels: [UInt8] = []
    private var block: [UInt8] = []

    /// Makes an empty strip.
    ///
    /// - Parameters:
    ///   - folder: where there is room; the file has no name in it.
    ///   - axis: of all slices that are appended.
    init(in folder: FilePath, _ format: VideoFormat, axis: ScanConfig.Axis) throws(FileError) {
        self.axis = axis
        geometry = SlitGeometry(format, axis: axis)
        lineScale = LineScale(format, axis: axis)
        file = try SpoolFile(in: folder)
    }

    var lineCount: Int { leading.lineCount + trailing.lineCount }

    /// Converts a slice to RGB and keeps it.
    ///
    /// - Throws: ``FileError`` when the disk is full. The lines in memory are forgotten then; those before them stay.
    mutating func append(_ slice: StripSlice) throws(FileError) {
        let isLeading = slice.end == .leading
        let strides = convert(slice)
        for line in 0..<slice.lines.count {
            // Lines before the picture come in reversed order.
            let index = isLeading ? slice.lines.count - 1 - line : line
            let first = strides.origin + index * strides.line
            if isLeading {
                lineScale.append(pixels, first: first, step: strides.pixel, to: &leading.buffer)
                leading.bufferedLines += 1
            } else {
                lineScale.append(pixels, first: first, step: strides.pixel, to: &trailing.buffer)
                trailing.bufferedLines += 1
            }
            if leading.bufferedLines == Self.linesInBlock || trailing.bufferedLines == Self.linesInBlock {
                try checkRoom()
                try flush()
            }
        }
    }

    /// Converts a slice to RGBA in ``pixels``, and returns the offset of the first pixel of the first upright line, and
    /// the steps to the next line and pixel, in bytes.
    private mutating func convert(_ slice: StripSlice) -> (origin: Int, line: Int, pixel: Int) {
        let stored = geometry.stored(slice.lines)
        let (count, length) = (stored.count, geometry.lineLength)
        let rect =
            geometry.isStoredColumns
            ? PixelRect(x: stored.lowerBound, y: 0, width: count, height: length)
            : PixelRect(x: 0, y: stored.lowerBound, width: length, height: count)
        if pixels.count != 4 * rect.area { pixels = [UInt8](repeating: 0, count: 4 * rect.area) }
        var span = pixels.mutableSpan
        slice.frame.writeRGBA(of: rect, into: &span, stride: 4 * rect.width)
        let line = geometry.isStoredColumns ? 4 : 4 * rect.width
        let pixel = geometry.isStoredColumns ? 4 * rect.width : 4
        let origin =
            (geometry.isReversedAlong ? (count - 1) * line : 0) + (geometry.isReversedAcross ? (length - 1) * pixel : 0)
        return (origin, geometry.isReversedAlong ? -line : line, geometry.isReversedAcross ? -pixel : pixel)
    }

    private mutating func checkRoom() throws(FileError) {
        do throws(FileError) {
            let more = leading.buffer.count + trailing.buffer.count
            guard try file.folder.freeByteCount() >= end + 2 * more else {
                throw FileError("write", file.folder, errorNumber: ENOSPC)
            }
        } catch {
            forgetLinesInMemory()
            throw error
        }
    }

    private mutating func forgetLinesInMemory() {
        leading.forgetLinesInMemory()
        trailing.forgetLinesInMemory()
    }

    /// Writes the lines in memory.
    private mutating func flush() throws(FileError) {
        do throws(FileError) {
            try writeBlocks()
        } catch {
            forgetLinesInMemory()
            throw error
        }
    }

    private mutating func writeBlocks() throws(FileError) {
        if leading.bufferedLines > 0 {
            leading.copyLines(reversed: true, axis, lineLength: lineScale.length, into: &block)
            leading.add(SpoolBlock(offset: try write(), lineCount: leading.bufferedLines))
        }
        if trailing.bufferedLines > 0 {
            trailing.copyLines(reversed: false, axis, lineLength: lineScale.length, into: &block)
            trailing.add(SpoolBlock(offset: try write(), lineCount: trailing.bufferedLines))
        }
    }

    /// - Returns: where the block lies in the file.
    private mutating func write() throws(FileError) -> Int {
        let offset = end
        try file.write(block, at: offset)
        end += block.count
        return offset
    }

    /// Returns the strip as it is now. Later lines do not change it.
    mutating func picture() throws(FileError) -> StripPicture {
        try flush()
        return StripPicture(
            axis: axis, lineLength: lineScale.length, lineCount: lineCount,
            blocks: leading.blocks.reversed() + trailing.blocks, file: file)
    }
}

/// A block of lines in a spool, row by row as in the picture.
struct SpoolBlock: Sendable {
    let offset: Int
    let lineCount: Int
}

/// The lines at one end of a strip.
private struct SpoolSide {
    var blocks: [SpoolBlock] = []
    /// The newest lines as RGB, one after the other.
    var buffer: [UInt8] = []
    var bufferedLines = 0
    private var writtenLines = 0

    var lineCount: Int { writtenLines + bufferedLines }

    mutating func add(_ block: SpoolBlock) {
        blocks.append(block)
        writtenLines += block.lineCount
        forgetLinesInMemory()
    }

    mutating func forgetLinesInMemory() {
        bufferedLines = 0
        buffer.removeAll(keepingCapacity: true)
    }

    /// Copies the lines in memory into `block`, row by row as in the picture.
    func copyLines(reversed: Bool, _ axis: ScanConfig.Axis, lineLength: Int, into block: inout [UInt8]) {
        let count = bufferedLines
        block.removeAll(keepingCapacity: true)
        block.append(contentsOf: repeatElement(0, count: 3 * count * lineLength))
        block.withUnsafeMutableBufferPointer { target in
            buffer.withUnsafeBufferPointer { source in
                for line in 0..<count {
                    let place = reversed ? count - 1 - line : line
                    let (first, step) = axis == .columns ? (3 * place, 3 * count) : (3 * place * lineLength, 3)
                    for pixel in 0..<lineLength {
                        let (from, to) = (3 * (line * lineLength + pixel), first + pixel * step)
                        target[to] = source[from]
                        target[to + 1] = source[from + 1]
                        target[to + 2] = source[from + 2]
                    }
                }
            }
        }
    }
}
