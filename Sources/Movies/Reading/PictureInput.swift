import CFFmpeg
import Imaging

/// The properties of a decoded frame that decide how it is converted.
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
    /// The colours, if they are converted to BT.709.
    let colors: ColorDescription?
    private let pixelAspect: PixelAspect
    /// The first frame's format, where that has another size: what comes out is as the first then.
    private let target: VideoFormat?

    /// - Parameter first: the format of the first frame; `nil` for that one.
    init(_ frame: UnsafeMutablePointer<AVFrame>, isInterlaced: Bool, first: VideoFormat?) {
        size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        pixelFormat = frame.pointee.format
        self.isInterlaced = isInterlaced
        isUpsideDown = frame.pointee.linesize.0 < 0
        let descriptor = av_pix_fmt_desc_get(AVPixelFormat(pixelFormat))?.pointee
        let flags = descriptor?.flags ?? 0
        isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
        depth = descriptor?.comp.0.depth ?? 8
        chroma = Self.chroma(descriptor, isRGB: isRGB)
        range = Self.range(frame, chroma)
        target = first?.size == size ? nil : first
        matrix = Self.matrix(frame, first?.size ?? size)
        colors = Self.colors(frame)
        pixelAspect = target?.pixelAspect ?? Self.pixelAspect(frame.pointee.sample_aspect_ratio)
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

    /// Returns the range. Luma without a stated range is full, as cameras and pictures write it.
    private static func range(_ frame: UnsafeMutablePointer<AVFrame>, _ chroma: ChromaSubsampling) -> ColorRange {
        if fullRangeFormats.contains(frame.pointee.format) || frame.pointee.color_range == AVCOL_RANGE_JPEG {
            return .full
        }
        return chroma == .grey && frame.pointee.color_range == AVCOL_RANGE_UNSPECIFIED ? .full : .limited
    }

    /// Returns the matrix. Without a statement it is BT.709 from 720 rows on, and BT.601 below, as in players. SMPTE
    /// 240M is taken for BT.709, from which its weights differ by less than 0.015.
    private static func matrix(_ frame: UnsafeMutablePointer<AVFrame>, _ size: PixelSize) -> ColorMatrix {
        switch frame.pointee.colorspace {
        case AVCOL_SPC_BT709, AVCOL_SPC_SMPTE240M: .bt709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: .bt601
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        default: size.height >= 720 || size.width >= 1280 ? .bt709 : .bt601
        }
    }

    /// Returns HDR, and primaries wider than BT.709's (BT.2020, P3). Players show all others alike.
    private static func colors(_ frame: UnsafeMutablePointer<AVFrame>) -> ColorDescription? {
        let primaries = frame.pointee.color_primaries
        let description = ColorDescription(
            primaries: Int(primaries.rawValue), transfer: Int(frame.pointee.color_trc.rawValue))
        let isWide = [AVCOL_PRI_BT2020, AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432].contains(primaries)
        return isWide || description?.transfer.isHDR == true ? description : nil
    }

    /// Pixels of films are up to twice as wide as high. With more than four times, pictures of allowed sizes would be
    /// shown far larger.
    static func pixelAspect(_ ratio: AVRational) -> PixelAspect {
        guard ratio.num > 0, ratio.den > 0, ratio.num <= 4 * Int64(ratio.den), ratio.den <= 4 * Int64(ratio.num)
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

    /// Whether the frame needs no conversion.
    var isReady: Bool {
        target == nil && Self.readyFormats.contains(pixelFormat) && !isInterlaced && colors == nil && !isUpsideDown
    }

    var conversions: [String] {
        var conversions: [String] = []
        if isInterlaced { conversions.append("deinterlaced") }
        if let colors {
            conversions.append(colors.transfer.isHDR ? "tone-mapped from HDR" : "wide colours to BT.709")
        }
        if depth > 8 { conversions.append("\(depth) to 8 bits") }
        if isRGB { conversions.append("RGB to YUV") }
        return conversions
    }

    // MARK: The filters

    /// The chain of FFmpeg's filters that converts these pictures to one of our formats, in the first frame's size;
    /// where there are ``colors``, to numbers for each of red, green and blue.
    var chain: String {
        var filters: [String] = []
        if isUpsideDown { filters.append("copy") }
        if isInterlaced { filters.append("bwdif=mode=send_frame:deint=interlaced") }
        let place = target.map { "w=\($0.size.width):h=\($0.size.height):" } ?? ""
        let from = isRGB ? "" : "in_range=\(range.name):in_color_matrix=\(matrix.name):"
        guard colors == nil else {
            return (filters + [Self.scale(place + from), "format=gbrp16"]).joined(separator: ",")
        }
        // swscale treats grey as full range, so its numbers stay as they are.
        let colors = chroma == .grey ? "" : from + outputColors
        return (filters + [Self.scale(place + colors), "format=\(formatName)"]).joined(separator: ",")
    }

    /// The filters from red, green and blue in 8 bits to one of our formats, if there are ``colors``.
    var lastChain: String { "\(Self.scale(outputColors)),format=\(formatName)" }

    private static func scale(_ options: String) -> String {
        "scale=\(options)flags=bicubic+accurate_rnd+full_chroma_int"
    }

    private var outputColors: String { "out_range=\(outputRange.name):out_color_matrix=\(outputMatrix.name):" }

    private var outputRange: ColorRange {
        if chroma == .grey, colors == nil { return range }
        return target?.range ?? (isRGB || colors != nil ? .limited : range)
    }

    private var outputMatrix: ColorMatrix { target?.matrix ?? (colors == nil ? matrix : .bt709) }

    private var formatName: String {
        switch chroma {
        case .grey: "gray"
        case .yuv420: "yuv420p"
        case .yuv422: "yuv422p"
        case .yuv444: "yuv444p"
        }
    }

    // MARK: What comes out

    func outputFormat(_ orientation: ImageOrientation) -> VideoFormat {
        VideoFormat(
            size: target?.size ?? size, chroma: chroma, matrix: outputMatrix, range: outputRange,
            pixelAspect: pixelAspect, orientation: orientation)
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
