import Imaging
import Movies

/// A picture of the frame's size that is made of single lines: the scrolling strip and the sweep.
///
/// Chroma is kept for every line, so that a line can be shown anywhere, although frames may have it for every second
/// line. A shown picture takes the chroma of the first of the lines that share it.
struct LineCanvas: ~Copyable {
    let geometry: SlitGeometry
    private let format: VideoFormat
    private let planes: [PackedPlane]
    private let memory: FrameMemory
    /// The line that is shown first. Lines after it follow, with a wrap at the end.
    private var start = 0

    /// Creates a black canvas.
    init(_ format: VideoFormat, _ geometry: SlitGeometry) {
        self.format = format
        self.geometry = geometry
        var offset = 0
        var planes: [PackedPlane] = []
        for index in 0..<format.planeCount {
            let size = format.planeSize(index)
            let plane =
                geometry.isStoredColumns
                ? PackedPlane(offset: offset, width: format.size.width, height: size.height)
                : PackedPlane(offset: offset, width: size.width, height: format.size.height)
            planes.append(plane)
            offset += plane.width * plane.height
        }
        self.planes = planes
        memory = FrameMemory(byteCount: offset)
        for (index, plane) in planes.enumerated() {
            let black: UInt8 = index > 0 ? 128 : format.range == .full ? 0 : 16
            (memory.bytes + plane.offset).update(repeating: black, count: plane.width * plane.height)
        }
    }

    /// Copies stored lines of a frame to their place, on a canvas that never scrolled.
    mutating func replace(_ lines: Range<Int>, with frame: VideoFrame) {
        copy(lines, of: frame) { $0 }
    }

    /// Scrolls the picture towards its beginning, and appends stored lines of a frame.
    mutating func append(_ lines: Range<Int>, of frame: VideoFrame) {
        let first = start
        let count = geometry.lineCount
        copy(lines, of: frame) { (first + $0 - lines.lowerBound) % count }
        start = (start + lines.count) % count
    }

    /// Scrolls the picture towards its end, and prepends stored lines of a frame.
    mutating func prepend(_ lines: Range<Int>, of frame: VideoFrame) {
        let count = geometry.lineCount
        start = (start + count - lines.count) % count
        let first = start
        copy(lines, of: frame) { (first + $0 - lines.lowerBound) % count }
    }

    private func copy(_ lines: Range<Int>, of frame: VideoFrame, to place: (Int) -> Int) {
        for (index, plane) in planes.enumerated() {
            let shared = index == 0 ? 1 : linesSharingChroma
            frame.withPlane(index) { samples, stride in
                samples.withUnsafeBufferPointer { samples in
                    guard let source = samples.baseAddress else { return }
                    for line in lines {
                        let target = memory.bytes + plane.offset
                        if geometry.isStoredColumns {
                            copyColumn(
                                source + line / shared, stride: stride, to: target + place(line), plane: plane)
                        } else {
                            (target + place(line) * plane.width)
                                .update(from: source + line / shared * stride, count: plane.width)
                        }
                    }
                }
            }
        }
    }

    private func copyColumn(
        _ source: UnsafePointer<UInt8>, stride: Int, to target: UnsafeMutablePointer<UInt8>, plane: PackedPlane
    ) {
        for row in 0..<plane.height { target[row * plane.width] = source[row * stride] }
    }

    /// The number of lines that share a line of chroma.
    private var linesSharingChroma: Int {
        geometry.isStoredColumns ? format.chroma.horizontal : format.chroma.vertical
    }

    /// Draws the lines `lines` of the shown picture; the others stay.
    func render(_ lines: Range<Int>, into frame: inout MutableFrame) {
        for (index, plane) in planes.enumerated() {
            let step = index == 0 ? 1 : linesSharingChroma
            // The lines of this plane whose first line is among `lines`.
            let shown = (lines.lowerBound + step - 1) / step..<(lines.upperBound + step - 1) / step
            guard !shown.isEmpty else { continue }
            frame.withPlane(index) { samples, stride in
                samples.withUnsafeMutableBufferPointer { samples in
                    guard let target = samples.baseAddress else { return }
                    if geometry.isStoredColumns {
                        renderColumns(shown, step: step, of: plane, into: target, stride: stride)
                    } else {
                        for line in shown {
                            let row = (start + line * step) % geometry.lineCount
                            (target + line * stride)
                                .update(from: memory.bytes + plane.offset + row * plane.width, count: plane.width)
                        }
                    }
                }
            }
        }
    }

    private func renderColumns(
        _ columns: Range<Int>, step: Int, of plane: PackedPlane, into target: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        // Before and after the wrap of the memory's rows.
        let turn = min(max((geometry.lineCount - start + step - 1) / step, columns.lowerBound), columns.upperBound)
        for row in 0..<plane.height {
            let source = memory.bytes + plane.offset + row * plane.width
            let output = target + row * stride
            copyEvery(step, source + start, to: output, columns.lowerBound..<turn)
            copyEvery(step, source + start - geometry.lineCount, to: output, turn..<columns.upperBound)
        }
    }
}

/// Copies `output[i] = source[i * step]`.
@inline(__always)
private func copyEvery(
    _ step: Int, _ source: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>, _ range: Range<Int>
) {
    guard !range.isEmpty else { return }
    if step == 1 {
        (output + range.lowerBound).update(from: source + range.lowerBound, count: range.count)
    } else {
        for index in range { output[index] = source[2 * index] }
    }
}
