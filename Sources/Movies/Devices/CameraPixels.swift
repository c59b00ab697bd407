import CFFmpeg

/// How the bytes of a camera's picture are decoded.
enum CameraPixels: Equatable {
    case jpeg
    case raw(AVPixelFormat)

    /// Reads a V4L2 code; `nil` for unsupported ones.
    init?(code: String) {
        switch code {
        case "MJPG", "JPEG": self = .jpeg
        case "YUYV": self = .raw(AV_PIX_FMT_YUYV422)
        case "UYVY": self = .raw(AV_PIX_FMT_UYVY422)
        case "YU12": self = .raw(AV_PIX_FMT_YUV420P)
        case "NV12": self = .raw(AV_PIX_FMT_NV12)
        case "NV21": self = .raw(AV_PIX_FMT_NV21)
        case "422P": self = .raw(AV_PIX_FMT_YUV422P)
        case "GREY": self = .raw(AV_PIX_FMT_GRAY8)
        case "RGB3": self = .raw(AV_PIX_FMT_RGB24)
        case "BGR3": self = .raw(AV_PIX_FMT_BGR24)
        default: return nil
        }
    }
}
