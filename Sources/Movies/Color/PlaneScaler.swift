import CFFmpeg
import Imaging

/// FFmpeg's scaler, with its tables for the last pair of formats.
///
/// It is not Sendable: its owner calls it from one task.
final class PlaneScaler {
    /// What FFmpeg is told of the pixels on one side of a conversion.
    struct Side: Equatable {
        let size: PixelSize
        let pixels: AVPixelFormat
        let matrix: ColorMatrix
        let range: ColorRange
    }

    private let flags: Int32
    private let work: String
    private var context: peel_sws_scaler?
    private var prepared: (source: Side, target: Side)?

    /// - Parameters:
    ///   - flags: FFmpeg's, such as `SWS_AREA`.
    ///   - work: for errors, such as `scale a frame`.
    init(_ flags: Int32, to work: String) {
        (self.flags, self.work) = (flags, work)
    }

    deinit {
        sws_freeContext(context)
    }

    /// Writes a frame into the planes of another, in their size and colours.
    func scale(_ source: VideoFrame, into target: VideoFrame) throws(MovieError) {
        try prepare(Side(source.format), Side(target.format))
        let rows = source.planes.withFrame { frame in
            let planes = (0..<4).map { UnsafePointer(frame.plane($0).start) }
            let strides = (0..<4).map { Int32(frame.plane($0).stride) }
            return target.planes.withFrame { run(planes, strides, rows: source.size.height, into: $0) }
        }
        guard rows == target.size.height else { throw MovieError(.outOfMemory, "a frame could not be scaled") }
    }

    /// Writes a bitmap into the planes of a frame, whose pixels `side` describes.
    func scale(_ bitmap: Bitmap, into target: UnsafeMutablePointer<AVFrame>, _ side: Side) throws(MovieError) {
        try prepare(Side(size: bitmap.size, pixels: AV_PIX_FMT_RGBA, matrix: side.matrix, range: .full), side)
        let rows = bitmap.pixels.withUnsafeBufferPointer { pixels in
            run(
                [pixels.baseAddress, nil, nil, nil], [Int32(4 * bitmap.width), 0, 0, 0], rows: bitmap.height,
                into: target)
        }
        guard rows == side.size.height else {
            throw MovieError(.outOfMemory, "a picture cannot be converted to a frame")
        }
    }

    private func run(
        _ planes: [UnsafePointer<UInt8>?], _ strides: [Int32], rows: Int, into target: UnsafeMutablePointer<AVFrame>
    ) -> Int {
        let outputs = (0..<4).map { target.plane($0).start }
        let outputStrides = (0..<4).map { Int32(target.plane($0).stride) }
        return Int(sws_scale(context, planes, strides, 0, Int32(rows), outputs, outputStrides))
    }

    private func prepare(_ source: Side, _ target: Side) throws(MovieError) {
        if let prepared, prepared == (source, target) { return }
        sws_freeContext(context)
        prepared = nil
        context = sws_getContext(
            Int32(source.size.width), Int32(source.size.height), source.pixels, Int32(target.size.width),
            Int32(target.size.height), target.pixels, flags, nil, nil, nil)
        guard let context else { throw MovieError(.outOfMemory, "there is no memory to \(work)") }
        sws_setColorspaceDetails(
            context, source.coefficients, source.range == .full ? 1 : 0, target.coefficients,
            target.range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
        prepared = (source, target)
    }
}

extension PlaneScaler.Side {
    init(_ format: VideoFormat) {
        self.init(size: format.size, pixels: format.pixelFormat, matrix: format.matrix, range: format.range)
    }

    fileprivate var coefficients: UnsafePointer<Int32>? {
        sws_getCoefficients(Int32(matrix.colorSpace.rawValue))
    }
}
