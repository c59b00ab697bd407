import CFFmpeg
import Imaging

/// The loops that convert a part of a frame to RGBA, row by row.
struct RGBAConversion {
    private struct Plane {
        let start: UnsafePointer<UInt8>
        let stride: Int
        let size: PixelSize
    }

    private let planes: [Plane]
    private let rect: PixelRect
    private let chromaRow: ChromaRow
    private let coefficients: RGBCoefficients

    /// Creates a conversion of a part of a frame.
    ///
    /// - Parameter frame: of `format`; it outlives the conversion.
    init(frame: UnsafeMutablePointer<AVFrame>, format: VideoFormat, rect: PixelRect) {
        planes = (0..<format.planeCount).compactMap { index in
            let (start, stride) = frame.plane(index)
            return start.map { Plane(start: UnsafePointer($0), stride: stride, size: format.planeSize(index)) }
        }
        self.rect = rect
        chromaRow = ChromaRow(columns: rect.x..<rect.maxX, subsampling: format.chroma)
        coefficients = RGBCoefficients(format)
    }

    func write(to target: UnsafeMutableRawPointer, stride: Int) {
        guard planes.count == 3 else { return writeGrey(to: target, stride: stride) }
        let (scratchCount, outputCount) = (chromaRow.scratchCount, chromaRow.outputCount)
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: scratchCount + 2 * outputCount) { buffer in
            guard let scratch = buffer.baseAddress else { return }
            let blue = scratch + scratchCount
            let red = blue + outputCount
            for row in 0..<rect.height {
                fetchAhead(of: row)
                upsample(planes[1], row: row, scratch: scratch, into: blue)
                upsample(planes[2], row: row, scratch: scratch, into: red)
                convert(
                    lumaRow(row), blue: blue + chromaRow.outputStart, red: red + chromaRow.outputStart,
                    into: target + row * stride)
            }
        }
    }

    /// The number of rows that are fetched ahead: reading them takes longer than memory does.
    private static let rowsAhead = 16

    /// Fetches a row ahead, because the processor does not predict a column's rows, which are in different pages of
    /// memory.
    private func fetchAhead(of row: Int) {
        let ahead = row + Self.rowsAhead
        guard ahead < rect.height else { return }
        peel_fetch_ahead(lumaRow(ahead))
        guard ahead & 1 == 0 || chromaRow.subsampling.vertical == 1 else { return }
        let column = rect.x / chromaRow.subsampling.horizontal
        let chroma = (rect.y + ahead) / chromaRow.subsampling.vertical
        peel_fetch_ahead(planes[1].start + chroma * planes[1].stride + column)
        peel_fetch_ahead(planes[2].start + chroma * planes[2].stride + column)
    }

    private func lumaRow(_ row: Int) -> UnsafePointer<UInt8> {
        planes[0].start + (rect.y + row) * planes[0].stride + rect.x
    }

    private func upsample(
        _ plane: Plane, row: Int, scratch: UnsafeMutablePointer<Int32>, into output: UnsafeMutablePointer<Int32>
    ) {
        chromaRow.upsample(
            plane.start, stride: plane.stride, width: plane.size.width, height: plane.size.height, row: rect.y + row,
            scratch: scratch, into: output)
    }

    private func convert(
        _ luma: UnsafePointer<UInt8>, blue: UnsafePointer<Int32>, red: UnsafePointer<Int32>,
        into target: UnsafeMutableRawPointer
    ) {
        let pixels = target.assumingMemoryBound(to: UInt32.self)
        let neutral = Int32(128 * RGBCoefficients.chromaScale)
        let half: Int32 = 1 << (RGBCoefficients.shift - 1)
        let c = coefficients
        for x in 0..<rect.width {
            let y = (Int32(luma[x]) &- c.black) &* c.luma &+ half
            let (u, v) = (blue[x] &- neutral, red[x] &- neutral)
            let r = Self.level(y &+ v &* c.redFromRed)
            let g = Self.level(y &+ v &* c.greenFromRed &+ u &* c.greenFromBlue)
            let b = Self.level(y &+ u &* c.blueFromBlue)
            pixels[x] = (r | g << 8 | b << 16 | 0xFF00_0000).littleEndian
        }
    }

    private func writeGrey(to target: UnsafeMutableRawPointer, stride: Int) {
        let half: Int32 = 1 << (RGBCoefficients.shift - 1)
        for row in 0..<rect.height {
            let luma = lumaRow(row)
            let pixels = (target + row * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<rect.width {
                let level = Self.level((Int32(luma[x]) &- coefficients.black) &* coefficients.luma &+ half)
                pixels[x] = (level | level << 8 | level << 16 | 0xFF00_0000).littleEndian
            }
        }
    }

    /// Limits a value to 0…255.
    private static func level(_ sum: Int32) -> UInt32 {
        UInt32(bitPattern: max(0, min(255, sum >> RGBCoefficients.shift)))
    }
}
