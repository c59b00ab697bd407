import CFFmpeg
import Imaging

/// Converts frames for an encoder: 4:2:0, of the first frame's size, and upright if the container cannot store the
/// orientation. If the first frame has alpha, all have.
final class EncoderFrames {
    /// The format for the encoder.
    let format: VideoFormat
    private let stored: VideoFormat
    private let turns: ImageOrientation
    private let pool: FramePool
    private let scaler = PlaneScaler(peel_sws_bilinear | peel_sws_accurate, to: "convert a frame")

    /// Creates frames in 4:2:0.
    ///
    /// - Parameters:
    ///   - turning: whether the pixels are turned upright, rather than the container told to turn them.
    ///   - isEven: whether sides are rounded up to whole chroma samples, as H.264 needs them.
    init(_ first: VideoFormat, turning: Bool, isEven: Bool) {
        turns = turning ? first.orientation : .upright
        stored = first
        var format = first
        format.chroma = .yuv420
        format.size = turns.uprightSize(ofStored: first.size)
        if turns.swapsAxes {
            format.pixelAspect = PixelAspect(width: first.pixelAspect.height, height: first.pixelAspect.width)
        }
        if turning { format.orientation = .upright }
        if isEven {
            format.size = PixelSize(width: (format.size.width + 1) & ~1, height: (format.size.height + 1) & ~1)
        }
        self.format = format
        pool = FramePool(capacity: 4)
    }

    /// Returns the frame itself if it fits, otherwise a converted copy.
    func fitted(_ frame: VideoFrame) throws(MovieError) -> VideoFrame {
        var fitted = frame
        var wanted = stored
        wanted.chroma = .yuv420
        if frame.format.chroma == .grey, frame.size == stored.size {
            fitted = try colored(frame, wanted)
        } else if frame.format.chroma != .yuv420 || frame.size != stored.size || frame.format.range != stored.range
            || frame.format.matrix != stored.matrix || frame.format.hasAlpha != stored.hasAlpha
        {
            fitted = try scaled(frame, wanted)
        }
        return turns == .upright && fitted.size == format.size ? fitted : try turned(fitted)
    }

    /// Returns a grey frame with neutral chroma planes.
    private func colored(_ frame: VideoFrame, _ wanted: VideoFormat) throws(MovieError) -> VideoFrame {
        var target = try pool.makeFrame(wanted)
        let height = frame.size.height
        let width = frame.size.width
        target.withPlane(0) { samples, stride in
            for y in 0..<height {
                frame.withRow(y, ofPlane: 0) { row in
                    for x in 0..<width { samples[y * stride + x] = row[x] }
                }
            }
        }
        target.fill(plane: 1, with: 128)
        target.fill(plane: 2, with: 128)
        return target.freeze(number: frame.number, time: frame.time)
    }

    private func scaled(_ frame: VideoFrame, _ wanted: VideoFormat) throws(MovieError) -> VideoFrame {
        let target = try pool.makeFrame(wanted).freeze(number: frame.number, time: frame.time)
        try scaler.scale(frame, into: target)
        return target
    }

    /// Returns the frame turned upright, with the last column and row repeated if the size was odd.
    private func turned(_ frame: VideoFrame) throws(MovieError) -> VideoFrame {
        var target = try pool.makeFrame(format)
        for plane in 0..<format.planeCount {
            let size = format.planeSize(plane)
            let source = frame.format.planeSize(plane)
            let upright = turns.uprightSize(ofStored: source)
            let strides = turns.storedStrides(source)
            frame.withPlane(plane) { samples, sourceStride in
                target.withPlane(plane) { output, stride in
                    for y in 0..<size.height {
                        if turns == .upright {
                            let (from, to) = (min(y, source.height - 1) * sourceStride, y * stride)
                            for x in 0..<source.width { output[to + x] = samples[from + x] }
                            for x in source.width..<max(source.width, size.width) {
                                output[to + x] = samples[from + source.width - 1]
                            }
                            continue
                        }
                        for x in 0..<size.width {
                            let index =
                                strides.origin + min(x, upright.width - 1) * strides.dx
                                + min(y, upright.height - 1) * strides.dy
                            let (row, column) = index.quotientAndRemainder(dividingBy: source.width)
                            output[y * stride + x] = samples[row * sourceStride + column]
                        }
                    }
                }
            }
        }
        return target.freeze(number: frame.number, time: frame.time)
    }
}
