import CFFmpeg
import Imaging

/// Reused memory for the planes of frames of one layout. Another layout gets new memory.
struct PlaneBuffers: ~Copyable {
    private var pool: OpaquePointer?
    private var layout = PlaneLayout(byteCount: 0, planes: [])
    private var format: VideoFormat?

    deinit {
        var pool = pool
        av_buffer_pool_uninit(&pool)
    }

    /// A frame with one reference to memory of the format's layout; `nil` when the system gives no memory.
    mutating func makeFrame(_ format: VideoFormat) -> UInt? {
        if format != self.format {
            let layout = PlaneLayout(format)
            if layout != self.layout {
                av_buffer_pool_uninit(&pool)
                pool = av_buffer_pool_init(layout.byteCount, nil)
            }
            (self.layout, self.format) = (layout, format)
        }
        guard let pool, let buffer = av_buffer_pool_get(pool), let frame = av_frame_alloc() else { return nil }
        frame.pointee.buf.0 = buffer
        let start = buffer.pointee.data
        let planes = layout.planes
        frame.pointee.data.0 = start
        frame.pointee.linesize.0 = Int32(planes[0].stride)
        if planes.count >= 3 {
            frame.pointee.data.1 = start.map { $0 + planes[1].offset }
            frame.pointee.data.2 = start.map { $0 + planes[2].offset }
            frame.pointee.linesize.1 = Int32(planes[1].stride)
            frame.pointee.linesize.2 = Int32(planes[2].stride)
        }
        if planes.count == 4 {
            frame.pointee.data.3 = start.map { $0 + planes[3].offset }
            frame.pointee.linesize.3 = Int32(planes[3].stride)
        }
        frame.describe(format)
        return UInt(bitPattern: frame)
    }
}

/// Where the planes of a format lie in one piece of memory.
private struct PlaneLayout: Equatable {
    struct Plane: Equatable {
        let offset: Int
        let stride: Int
    }

    let byteCount: Int
    let planes: [Plane]
}

extension PlaneLayout {
    init(_ format: VideoFormat) {
        // Rows begin at cache lines. FFmpeg's loops read and write up to 64 bytes past a row's end.
        let alignment = 64
        var offset = 0
        planes = (0..<format.planeCount).map { plane in
            let size = format.planeSize(plane)
            let stride = (size.width + alignment - 1) / alignment * alignment
            defer { offset += stride * size.height + alignment }
            return Plane(offset: offset, stride: stride)
        }
        byteCount = offset
    }
}

extension UnsafeMutablePointer<AVFrame> {
    /// Writes a format into the fields that FFmpeg reads. The display matrix is a movie's, not a frame's.
    func describe(_ format: VideoFormat) {
        pointee.width = Int32(format.size.width)
        pointee.height = Int32(format.size.height)
        pointee.format = format.pixelFormat.rawValue
        pointee.sample_aspect_ratio = AVRational(
            num: Int32(format.pixelAspect.width), den: Int32(format.pixelAspect.height))
        pointee.colorspace = format.matrix.colorSpace
        pointee.color_range = format.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
}

extension VideoFormat {
    var pixelFormat: AVPixelFormat {
        switch chroma {
        case .grey: AV_PIX_FMT_GRAY8
        case .yuv420: hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P
        case .yuv422: AV_PIX_FMT_YUV422P
        case .yuv444: AV_PIX_FMT_YUV444P
        }
    }
}

extension ColorMatrix {
    var colorSpace: AVColorSpace {
        switch self {
        case .bt601: AVCOL_SPC_SMPTE170M
        case .bt709: AVCOL_SPC_BT709
        case .bt2020: AVCOL_SPC_BT2020_NCL
        }
    }
}
