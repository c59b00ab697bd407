import CFFmpeg
import Imaging

/// The display matrix of a movie, which says how a phone was held. FFmpeg has it as nine numbers, with 16 binary places
/// in the first two columns: x' = a x + c y, y' = b x + d y, y downwards.
enum DisplayMatrix {
    static func orientation(of track: UnsafeMutablePointer<AVStream>) -> ImageOrientation {
        var size = 0
        guard let bytes = peel_av_side_data(track, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
            return .upright
        }
        return bytes.withMemoryRebound(to: Int32.self, capacity: 9) { matrix in
            orientation(a: Double(matrix[0]), b: Double(matrix[1]), c: Double(matrix[3]), d: Double(matrix[4]))
        }
    }

    /// Returns the nearest of the eight orientations.
    static func orientation(a: Double, b: Double, c: Double, d: Double) -> ImageOrientation {
        if abs(a) + abs(d) >= abs(b) + abs(c) {
            switch (a < 0, d < 0) {
            case (false, false): return .upright
            case (true, false): return .mirrored
            case (true, true): return .rotated180
            case (false, true): return .flipped
            }
        }
        switch (b < 0, c < 0) {
        case (false, false): return .transposed
        case (false, true): return .rotated90
        case (true, true): return .transversed
        case (true, false): return .rotated270
        }
    }

    /// Returns the matrix that shows stored pixels in this orientation.
    static func matrix(_ orientation: ImageOrientation) -> [Int32] {
        let one: Int32 = 1 << 16
        let (a, b, c, d): (Int32, Int32, Int32, Int32) =
            switch orientation {
            case .upright: (1, 0, 0, 1)
            case .mirrored: (-1, 0, 0, 1)
            case .rotated180: (-1, 0, 0, -1)
            case .flipped: (1, 0, 0, -1)
            case .transposed: (0, 1, 1, 0)
            case .rotated90: (0, 1, -1, 0)
            case .transversed: (0, -1, -1, 0)
            case .rotated270: (0, -1, 1, 0)
            }
        return [a * one, b * one, 0, c * one, d * one, 0, 0, 0, 1 << 30]
    }
}
