import Imaging
import Movies

/// Where the lines of the upright picture are in the stored frame, for one axis.
///
/// A line is a column or a row that may be a slice. Frames are filtered as they are stored; only what is shown is
/// turned upright.
struct SlitGeometry: Equatable {
    /// Whether slices are columns of the stored frame.
    let isStoredColumns: Bool
    /// Whether the first line of the upright picture is the last stored one.
    let isReversedAlong: Bool
    /// Whether the first pixel of an upright line is the last stored one.
    let isReversedAcross: Bool
    /// The number of lines.
    let lineCount: Int
    /// The pixels of a line.
    let lineLength: Int

    init(_ format: VideoFormat, axis: ScanConfig.Axis) {
        let orientation = format.orientation
        let strides = orientation.storedStrides(format.size)
        // Whether a step to the right or down in the upright picture goes backwards in the stored one.
        let (reversedX, reversedY) = (strides.dx < 0, strides.dy < 0)
        isStoredColumns = (axis == .columns) != orientation.swapsAxes
        isReversedAlong = axis == .columns ? reversedX : reversedY
        isReversedAcross = axis == .columns ? reversedY : reversedX
        lineCount = isStoredColumns ? format.size.width : format.size.height
        lineLength = isStoredColumns ? format.size.height : format.size.width
    }

    /// Returns the stored line of an upright one. The function is its own inverse.
    func stored(_ line: Int) -> Int {
        isReversedAlong ? lineCount - 1 - line : line
    }

    /// Returns the stored lines of upright ones, which may be in reversed order.
    func stored(_ lines: Range<Int>) -> Range<Int> {
        isReversedAlong ? lineCount - lines.upperBound..<lineCount - lines.lowerBound : lines
    }

    /// Returns the upright lines of a slit that is `width` lines wide, or as wide as the frame.
    func slit(at position: Double, width: Int) -> Range<Int> {
        let width = min(width, lineCount)
        let first = Int((position * Double(lineCount - width)).rounded())
        return first..<first + width
    }

    /// Returns the number of slices of `width` lines; the last one may be narrower.
    func sliceCount(width: Int) -> Int {
        (lineCount + width - 1) / width
    }
}
