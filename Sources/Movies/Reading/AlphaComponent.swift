import CFFmpeg
import Imaging

/// Where a decoded frame has the alpha of its pixels.
struct AlphaComponent {
    private let component: AVComponentDescriptor
    private let isBigEndian: Bool

    /// `nil` for a frame without alpha.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        guard let descriptor = av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format))?.pointee else { return nil }
        // A palette's colours may be seen through; only opaque ones are in movies.
        let others = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_FLOAT
        guard descriptor.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0, descriptor.flags & UInt64(others) == 0 else {
            return nil
        }
        // The last of two or four.
        component = descriptor.nb_components == 2 ? descriptor.comp.1 : descriptor.comp.3
        isBigEndian = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0
        guard (8...16).contains(component.depth) else { return nil }
    }

    /// Writes the alpha in 8 bits into the first plane of a grey frame of the same size.
    func write(_ frame: UnsafeMutablePointer<AVFrame>, to target: UnsafeMutablePointer<AVFrame>) {
        let (source, sourceStride) = frame.plane(Int(component.plane))
        let (output, outputStride) = target.plane(0)
        guard let source, let output else { return }
        let (width, step) = (Int(frame.pointee.width), Int(component.step))
        for row in 0..<Int(frame.pointee.height) {
            let (from, to) = (source + row * sourceStride + Int(component.offset), output + row * outputStride)
            if component.depth == 8 {
                for x in 0..<width { to[x] = from[x * step] }
            } else {
                writeDeep(from, step, to, width)
            }
        }
    }

    private func writeDeep(
        _ source: UnsafeMutablePointer<UInt8>, _ step: Int, _ output: UnsafeMutablePointer<UInt8>, _ width: Int
    ) {
        let most = UInt32(1) << UInt32(component.depth) - 1
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        for x in 0..<width {
            let word = UInt32(source[x * step + high]) << 8 | UInt32(source[x * step + low])
            let value = word >> UInt32(component.shift) & most
            output[x] = UInt8((value * 255 + most / 2) / most)
        }
    }
}
