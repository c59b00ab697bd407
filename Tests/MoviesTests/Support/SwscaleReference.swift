import CFFmpeg
import Imaging

@testable import Movies

/// FFmpeg's own conversion, as accurate as it gets: chroma brought to luma's size first, because the step from 4:2:0 to
/// RGB at one size takes the nearest row of chroma whatever the flags say.
enum SwscaleReference {
    static func bitmap(of frame: VideoFrame) throws -> Bitmap {
        let format = frame.format
        let flags = peel_sws_bilinear | peel_sws_accurate | peel_sws_full_chroma
        var full = format
        full.chroma = .yuv444
        let upsampled = try FramePool(capacity: 1).makeFrame(full).freeze(number: 0, time: 0)
        convert(frame, into: upsampled.planes, as: AV_PIX_FMT_YUV444P, flags: flags)
        var pixels = [UInt8](repeating: 0, count: 4 * format.size.area)
        let context = context(full, AV_PIX_FMT_RGBA, flags: flags)
        defer { sws_freeContext(context) }
        pixels.withUnsafeMutableBufferPointer { target in
            upsampled.planes.withFrame { source in
                let planes = (0..<3).map { UnsafePointer(source.plane($0).start) }
                let strides = (0..<3).map { Int32(source.plane($0).stride) }
                var output = target.baseAddress
                var stride = Int32(4 * format.size.width)
                sws_scale(context, planes, strides, 0, Int32(format.size.height), &output, &stride)
            }
        }
        return Bitmap(size: format.size, pixels: pixels)
    }

    private static func convert(_ frame: VideoFrame, into target: FramePlanes, as format: AVPixelFormat, flags: Int32) {
        let context = context(frame.format, format, flags: flags)
        defer { sws_freeContext(context) }
        frame.planes.withFrame { source in
            target.withFrame { target in
                let planes = (0..<3).map { UnsafePointer(source.plane($0).start) }
                let strides = (0..<3).map { Int32(source.plane($0).stride) }
                let outputs = (0..<3).map { target.plane($0).start }
                let outputStrides = (0..<3).map { Int32(target.plane($0).stride) }
                sws_scale(context, planes, strides, 0, Int32(frame.size.height), outputs, outputStrides)
            }
        }
    }

    private static func context(_ format: VideoFormat, _ target: AVPixelFormat, flags: Int32) -> peel_sws_scaler? {
        let context = sws_getContext(
            Int32(format.size.width), Int32(format.size.height), format.pixelFormat, Int32(format.size.width),
            Int32(format.size.height), target, flags, nil, nil, nil)
        let table = sws_getCoefficients(Int32(format.matrix.colorSpace.rawValue))
        let range: Int32 = format.range == .full ? 1 : 0
        sws_setColorspaceDetails(
            context, table, range, table, target == AV_PIX_FMT_RGBA ? 1 : range, 0, 1 << 16, 1 << 16)
        return context
    }
}
