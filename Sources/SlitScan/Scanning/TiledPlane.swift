import Imaging
import Movies

/// Where the samples of a plane are in a ``FrameMemory``: tiles of 8 × 8 samples, 64 bytes each, row by row, with the
/// samples of a tile row by row.
///
/// A picture of many ages reads few neighbours of each frame. In a tile, neighbours in both directions share a cache
/// line; in rows, a cache line would be 64 samples wide and one high, and most of it would not be used.
struct TiledPlane {
    /// The samples on a side.
    static let side = 8
    /// The samples of a tile, which are also its bytes.
    static let area = 64

    let offset: Int
    let width: Int
    let height: Int

    var tileColumns: Int { (width + Self.side - 1) / Self.side }
    var tileRows: Int { (height + Self.side - 1) / Self.side }

    /// Returns the planes of a frame.
    static func planes(of format: VideoFormat) -> [TiledPlane] {
        var offset = 0
        return (0..<format.planeCount).map { index in
            let size = format.planeSize(index)
            let plane = TiledPlane(offset: offset, width: size.width, height: size.height)
            offset += plane.tileColumns * plane.tileRows * area
            return plane
        }
    }

    /// Returns the bytes of a frame, including unused parts of the last tiles.
    static func byteCount(of format: VideoFormat) -> Int {
        planes(of: format).reduce(0) { $0 + $1.tileColumns * $1.tileRows * area }
    }

    /// Copies rows that are `stride` bytes apart into the tiles of a frame.
    func copy(_ source: UnsafePointer<UInt8>, stride: Int, into frame: UnsafeMutablePointer<UInt8>) {
        let whole = width / Self.side
        for row in 0..<height {
            let samples = UnsafeRawPointer(source + row * stride)
            let tiles = UnsafeMutableRawPointer(
                frame + offset + row / Self.side * tileColumns * Self.area + row % Self.side * Self.side)
            for tile in 0..<whole {
                let eight = samples.loadUnaligned(fromByteOffset: tile * Self.side, as: UInt64.self)
                tiles.storeBytes(of: eight, toByteOffset: tile * Self.area, as: UInt64.self)
            }
            let rest = width - whole * Self.side
            (tiles + whole * Self.area).copyMemory(from: samples + whole * Self.side, byteCount: rest)
        }
    }
}
