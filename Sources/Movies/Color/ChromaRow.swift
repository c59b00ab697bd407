/// A row of a chroma plane at the size of luma. It interpolates linearly between samples in the middle of the luma
/// samples that they stand for, like swscale. Values are 16 times the sample's.
struct ChromaRow {
    /// The luma columns that are wanted.
    let columns: Range<Int>
    let subsampling: ChromaSubsampling

    /// The chroma columns that these need, before they are limited to the plane.
    private var needed: Range<Int> {
        guard subsampling.horizontal == 2 else { return columns }
        return (columns.lowerBound / 2 - 1)..<((columns.upperBound + 1) / 2 + 1)
    }

    /// The room that ``upsample(_:stride:width:height:row:scratch:into:)`` needs in `scratch`.
    var scratchCount: Int { needed.count }

    /// The room that it needs in `output`, in whole pairs of columns.
    var outputCount: Int { subsampling.horizontal == 2 ? 2 * (needed.count - 2) : columns.count }

    /// The index of the first wanted column in `output`.
    var outputStart: Int { subsampling.horizontal == 2 ? columns.lowerBound & 1 : 0 }

    /// Interpolates the chroma of one row of luma.
    ///
    /// - Parameters:
    ///   - plane: the chroma plane's first sample.
    ///   - width: the plane's columns; `height`: its rows.
    ///   - row: a row of luma.
    func upsample(
        _ plane: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, row: Int,
        scratch: UnsafeMutablePointer<Int32>, into output: UnsafeMutablePointer<Int32>
    ) {
        let near = subsampling.vertical == 2 ? row >> 1 : row
        let far = subsampling.vertical == 2 ? (row & 1 == 0 ? max(near - 1, 0) : min(near + 1, height - 1)) : near
        let (nearRow, farRow) = (plane + near * stride, plane + far * stride)
        let first = max(needed.lowerBound, 0)
        let end = min(needed.upperBound, width)
        let start = first - needed.lowerBound
        for index in 0..<(end - first) {
            scratch[start + index] = 3 &* Int32(nearRow[first + index]) &+ Int32(farRow[first + index])
        }
        for index in 0..<start { scratch[index] = scratch[start] }
        for index in (end - needed.lowerBound)..<needed.count { scratch[index] = scratch[end - needed.lowerBound - 1] }

        if subsampling.horizontal == 2 {
            for index in 0..<(needed.count - 2) {
                let middle = 3 &* scratch[index + 1]
                output[2 * index] = middle &+ scratch[index]
                output[2 * index + 1] = middle &+ scratch[index + 2]
            }
        } else {
            for index in 0..<needed.count { output[index] = 4 &* scratch[index] }
        }
    }
}
