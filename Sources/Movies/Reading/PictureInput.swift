import CFFmpeg
import Imaging

/// What a decoded frame is, as far as it decides how it is converted.
struct PictureInput: Equatable {
    private let size: PixelSize
    private let pixelFormat: Int32
    private let chroma: ChromaSubsampling
    private let depth: Int32
    private let isRGB: Bool
    private let isInterlaced: Bool
    private let isUpsideDown: Bool
    private let range: ColorRange
    private let matrix: ColorMatrix
    private let transfer: AVColorTransferCharacteristic
    private let pixelAspect: PixelAspect

    init(_ frame: UnsafeMutablePointer<AVFrame>, isInterlaced: Bool) {
        size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        pixelFormat = frame.pointee.format
        self.isInterlaced = isInterlaced
        isUpsideDown = frame.pointee.linesize.0 < 0
        transfer = frame.pointee.color_trc
        let descriptor = av_pix_fmt_desc_get(AVPixelFormat(pixelFormat))?.pointee
        let flags = descriptor?.flags ?? 0
        isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
        depth = descriptor?.comp.0.depth ?? 8
        chroma = Self.chroma(descriptor, isRGB: isRGB)
        range = Self.range(frame, chroma)
        matrix = Self.matrix(frame, size)
        pixelAspect = Self.pixelAspect(frame.pointee.sample_aspect_ratio)
    }

    private static func chroma(_ descriptor: AVPixFmtDescriptor?, isRGB: Bool) -> ChromaSubsampling {
        guard let descriptor, !isRGB else { return .yuv444 }
        if descriptor.nb_components < 3 { return .grey }
        if descriptor.log2_chroma_w == 0 { return .yuv444 }
        return descriptor.log2_chroma_h == 0 ? .yuv422 : .yuv420
    }

    private static let fullRangeFormats: Set<Int32> = [
        AV_PIX_FMT_YUVJ420P.rawValue, AV_PIX_FMT_YUVJ422P.rawValue, AV_PIX_FMT_YUVJ444P.rawValue,
        AV_PIX_FMT_YUVJ440P.rawValue, AV_PIX_FMT_YUVJ411P.rawValue,
    ]

    /// Luma alone without a word about its range is what cameras and pictures write: full.
    private static func range(_ frame: UnsafeMutablePointer<AVFrame>, _ chroma: ChromaSubsampling) -> ColorRange {
        if fullRangeFormats.contains(frame.pointee.format) || frame.pointee.color_range == AVCOL_RANGE_JPEG {
            return .full
        }
        return chroma == .grey && frame.pointee.color_range == AVCOL_RANGE_UNSPECIFIED ? .full : .limited
    }

    /// Files that do not say have BT.709 from 720 rows on, and BT.601 below: what players do.
    private static func matrix(_ frame: UnsafeMutablePointer<AVFrame>, _ size: PixelSize) -> ColorMatrix {
        switch frame.pointee.colorspace {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC, AVCOL_SPC_SMPTE240M: .bt601
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        default: size.height >= 720 || size.width >= 1280 ? .bt709 : .bt601
        }
    }

    static func pixelAspect(_ ratio: AVRational) -> PixelAspect {
        guard ratio.num > 0, ratio.den > 0, ratio.num <= 100 * Int64(ratio.den), ratio.den <= 100 * Int64(ratio.num)
        else {
            return .square
        }
        return PixelAspect(width: Int(ratio.num), height: Int(ratio.den))
    }

    private static let readyFormats: Set<Int32> = [
        AV_PIX_FMT_YUV420P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue, AV_PIX_FMT_YUV422P.rawValue,
        AV_PIX_FMT_YUVJ422P.rawValue, AV_PIX_FMT_YUV444P.rawValue, AV_PIX_FMT_YUVJ444P.rawValue,
        AV_PIX_FMT_GRAY8.rawValue,
    ]

    /// Whether the frame is one of ours as it is.
    var isReady: Bool {
        Self.readyFormats.contains(pixelFormat) && !isInterlaced && !isHDR && !isUpsideDown
    }

    private var isHDR: Bool { transfer == AVCOL_TRC_SMPTE2084 || transfer == AVCOL_TRC_ARIB_STD_B67 }
    private var canToneMap: Bool { FilterGraph.has("zscale") && FilterGraph.has("tonemap") }

    var conversions: [String] {
        var conversions: [String] = []
        if isInterlaced { conversions.append("deinterlaced") }
        if isHDR { conversions.append(canToneMap ? "tone-mapped from HDR" : "HDR shown without tone mapping") }
        if depth > 8 { conversions.append("\(depth) to 8 bits") }
        if isRGB { conversions.append("RGB to YUV") }
        return conversions
    }

    // MARK: The filters

    /// - Parameter target: the size to scale to; `nil` for the frame's own.
    func chain(scaledTo target: PixelSize?) -> String {
        var filters: [String] = []
        if isUpsideDown { filters.append("copy") }
        if isInterlaced { filters.append("bwdif=mode=send_frame:deint=interlaced") }
        if isHDR, canToneMap { filters += toneMapping }
        let place = target.map { "w=\($0.width):h=\($0.height):" } ?? ""
        let from = isRGB ? "" : "in_range=\(range.name):in_color_matrix=\(matrix.name):"
        // Of grey, swscale thinks that it is full: its numbers are left as they are.
        let colors =
            chroma == .grey ? "" : from + "out_range=\(outputRange.name):out_color_matrix=\(outputMatrix.name):"
        filters.append("scale=\(place)\(isHDR && canToneMap ? "" : colors)flags=bicubic+accurate_rnd+full_chroma_int")
        filters.append("format=\(formatName)")
        return filters.joined(separator: ",")
    }

    /// Light up to 203 cd/m² (ITU-R BT.2408's white) keeps most of its contrast; what is brighter, up to 1,000, is
    /// rolled off.
    private var toneMapping: [String] {
        let transferName = transfer == AVCOL_TRC_SMPTE2084 ? "smpte2084" : "arib-std-b67"
        return [
            "zscale=min=\(matrix == .bt2020 ? "bt2020nc" : matrix.name):pin=bt2020:tin=\(transferName)"
                + ":rin=\(range.name):t=linear:npl=203",
            "format=gbrpf32le", "zscale=p=bt709", "tonemap=tonemap=mobius:desat=0:peak=4.93",
            "zscale=t=bt709:m=bt709:r=limited", "format=yuv420p",
        ]
    }

    private var outputRange: ColorRange { isRGB || (isHDR && canToneMap) ? .limited : range }
    private var outputMatrix: ColorMatrix { isHDR && canToneMap ? .bt709 : matrix }

    private var formatName: String {
        switch chroma {
        case .grey: "gray"
        case .yuv420: "yuv420p"
        case .yuv422: "yuv422p"
        case .yuv444: "yuv444p"
        }
    }

    // MARK: What comes out

    func format(_ orientation: ImageOrientation) -> VideoFormat {
        VideoFormat(
            size: size, chroma: chroma, matrix: matrix, range: range, pixelAspect: pixelAspect, orientation: orientation
        )
    }

    func outputFormat(_ frame: UnsafeMutablePointer<AVFrame>, _ orientation: ImageOrientation) -> VideoFormat {
        VideoFormat(
            size: PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height)), chroma: chroma,
            matrix: outputMatrix, range: outputRange, pixelAspect: pixelAspect, orientation: orientation)
    }
}

extension ColorRange {
    fileprivate var name: String { self == .full ? "full" : "limited" }
}

extension ColorMatrix {
    fileprivate var name: String {
        switch self {
        case .bt601: "bt601"
        case .bt709: "bt709"
        case .bt2020: "bt2020"
        }
    }
}
