import CFFmpeg
import Imaging

/// Converts HDR and wide colours to BT.709 between two filter graphs, by the same rules as for pictures.
final class ColorStage {
    private let name: String
    private let conversion: ColorConversion
    private let lastChain: String
    private var graph: FilterGraph?

    /// Creates a stage that converts these colours to sRGB.
    ///
    /// - Parameters:
    ///   - name: for errors.
    ///   - lastChain: leads from red, green and blue in 8 bits to what comes out.
    init(_ colors: ColorDescription, name: String, lastChain: String) throws(MovieError) {
        guard let conversion = ColorConversion(colors, bits: 16) else {
            throw MovieError(.damaged, of: name, "its colours cannot be converted")
        }
        (self.name, self.conversion, self.lastChain) = (name, conversion, lastChain)
    }

    /// Converts a frame's colours.
    ///
    /// - Parameter frame: planes of green, blue and red in 16 bits. It stays the caller's.
    /// - Returns: a frame that is the caller's, too.
    func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, timeBase: AVRational
    ) throws(MovieError) -> UnsafeMutablePointer<AVFrame> {
        var narrow: UnsafeMutablePointer<AVFrame>? = try narrowed(frame)
        defer { av_frame_free(&narrow) }
        guard let narrow, let result = av_frame_alloc() else { throw noMemory }
        let graph =
            if let graph { graph } else { try FilterGraph(for: narrow, timeBase: timeBase, chain: lastChain) }
        self.graph = graph
        // These filters hold no frame back.
        guard av_buffersrc_add_frame_flags(graph.source, narrow, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)) >= 0,
            av_buffersink_get_frame(graph.sinks[0], result) >= 0
        else {
            var result: UnsafeMutablePointer<AVFrame>? = result
            av_frame_free(&result)
            throw noMemory
        }
        return result
    }

    private var noMemory: MovieError { MovieError(.outOfMemory, of: name, "a frame cannot be converted") }

    private func narrowed(
        _ frame: UnsafeMutablePointer<AVFrame>
    ) throws(MovieError) -> UnsafeMutablePointer<AVFrame> {
        guard let narrow = av_frame_alloc() else { throw noMemory }
        narrow.pointee.format = AV_PIX_FMT_GBRP.rawValue
        narrow.pointee.width = frame.pointee.width
        narrow.pointee.height = frame.pointee.height
        narrow.pointee.pts = frame.pointee.pts
        narrow.pointee.sample_aspect_ratio = frame.pointee.sample_aspect_ratio
        guard frame.pointee.format == AV_PIX_FMT_GBRP16LE.rawValue, av_frame_get_buffer(narrow, 0) >= 0 else {
            var narrow: UnsafeMutablePointer<AVFrame>? = narrow
            av_frame_free(&narrow)
            throw noMemory
        }
        for row in 0..<Int(frame.pointee.height) {
            guard let green = frame.row(row, 0), let blue = frame.row(row, 1), let red = frame.row(row, 2),
                let toGreen = narrow.row(row, 0), let toBlue = narrow.row(row, 1), let toRed = narrow.row(row, 2)
            else { continue }
            conversion.convert(
                ColorConversion.Channels(
                    red: UnsafePointer(red.assumingMemoryBound(to: UInt16.self)),
                    green: UnsafePointer(green.assumingMemoryBound(to: UInt16.self)),
                    blue: UnsafePointer(blue.assumingMemoryBound(to: UInt16.self))),
                to: ColorConversion.Channels(
                    red: toRed.assumingMemoryBound(to: UInt8.self), green: toGreen.assumingMemoryBound(to: UInt8.self),
                    blue: toBlue.assumingMemoryBound(to: UInt8.self)),
                count: Int(frame.pointee.width))
        }
        return narrow
    }
}

extension UnsafeMutablePointer<AVFrame> {
    /// Returns the address of a row of a plane.
    fileprivate func row(_ row: Int, _ index: Int) -> UnsafeMutableRawPointer? {
        let (start, stride) = plane(index)
        return start.map { UnsafeMutableRawPointer($0 + row * stride) }
    }
}
