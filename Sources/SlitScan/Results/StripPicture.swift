package import Files
package import Imaging

/// A strip at one moment: a value that any thread may write to a file while the strip goes on growing.
public struct StripPicture: Sendable {
    let axis: ScanConfig.Axis
    let lineLength: Int
    let lineCount: Int
    /// The blocks from the picture's beginning to its end.
    let blocks: [SpoolBlock]
    let file: SpoolFile

    /// The size of the upright picture, with square pixels.
    package var size: PixelSize {
        axis == .columns
            ? PixelSize(width: lineCount, height: lineLength) : PixelSize(width: lineLength, height: lineCount)
    }

    /// The memory for rows that are assembled from blocks.
    private static let bandBytes = 16 << 20

    /// Writes the picture as a PNG file, in 17 MB of memory however long the strip is. Blocks on the disk.
    ///
    /// - Parameter followingLinks: whether a link's target is replaced instead of the link.
    /// - Throws: ``ScanError/Code/notRunning`` when there are no lines yet, ``ScanError/Code/file``.
    package func writePNG(to path: FilePath, followingLinks: Bool = false) throws(ScanError) {
        guard lineCount > 0 else {
            throw ScanError(.notRunning, "nothing was scanned: there is no picture for \(path)")
        }
        do throws(FileError) {
            var png = try PNGStream(size, at: path, followingLinks: followingLinks)
            try forEachRow { row throws(FileError) in try png.write(row) }
            try png.finish()
        } catch {
            throw ScanError(error)
        }
    }

    /// Calls `body` with each row as RGB, from the top.
    func forEachRow(_ body: (UnsafeBufferPointer<UInt8>) throws(FileError) -> Void) throws(FileError) {
        let rowBytes = 3 * size.width
        let bandRows = max(1, min(size.height, Self.bandBytes / rowBytes))
        var band = [UInt8](repeating: 0, count: bandRows * rowBytes)
        var part: [UInt8] = []
        for first in stride(from: 0, to: size.height, by: bandRows) {
            let rows = first..<min(first + bandRows, size.height)
            if axis == .columns {
                try readColumns(rows, into: &band, part: &part)
            } else {
                try readRows(rows, into: &band)
            }
            try band.withUnsafeBufferPointer { band throws(FileError) in
                for row in 0..<rows.count {
                    try body(UnsafeBufferPointer(rebasing: band[row * rowBytes..<(row + 1) * rowBytes]))
                }
            }
        }
    }

    private func readColumns(_ rows: Range<Int>, into band: inout [UInt8], part: inout [UInt8]) throws(FileError) {
        let picture = size.width
        var x = 0
        for block in blocks {
            let (count, width) = (3 * block.lineCount * rows.count, 3 * block.lineCount)
            if part.count < count { part = [UInt8](repeating: 0, count: count) }
            try file.read(count, at: block.offset + rows.lowerBound * width, into: &part)
            part.withUnsafeBufferPointer { part in
                band.withUnsafeMutableBufferPointer { band in
                    guard let source = part.baseAddress, let target = band.baseAddress else { return }
                    for row in 0..<rows.count {
                        (target + 3 * (row * picture + x)).update(from: source + row * width, count: width)
                    }
                }
            }
            x += block.lineCount
        }
    }

    private func readRows(_ rows: Range<Int>, into band: inout [UInt8]) throws(FileError) {
        let rowBytes = 3 * size.width
        var y = 0
        for block in blocks {
            let shared = rows.clamped(to: y..<y + block.lineCount)
            if !shared.isEmpty {
                try file.read(
                    shared.count * rowBytes, at: block.offset + (shared.lowerBound - y) * rowBytes, into: &band,
                    from: (shared.lowerBound - rows.lowerBound) * rowBytes)
            }
            y += block.lineCount
        }
    }
}
