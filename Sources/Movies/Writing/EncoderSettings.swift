import CFFmpeg

/// What FFmpeg is told about an encoder and its container.
struct EncoderSettings {
    private let settings: MovieSettings

    init(_ settings: MovieSettings) {
        self.settings = settings
    }

    /// FFmpeg's name of the encoder.
    var encoder: String {
        switch settings.codec {
        case .h264: "libx264"
        case .vp9: "libvpx-vp9"
        case .prores: "prores_ks"
        case .webp: "libwebp_anim"
        case .apng: "apng"
        case .gif: "gif"
        }
    }

    /// The unit of a frame's time.
    var timeBase: AVRational {
        switch settings.codec {
        case .webp: AVRational(num: 1, den: 1000)
        case .gif: AVRational(num: 1, den: 100)
        default: AVRational(num: 1, den: 90_000)
        }
    }

    /// The least time between two frames in units of ``timeBase``. Browsers show a GIF's frames of less than 20 ms for
    /// 100 ms.
    var leastStep: Int64 { settings.codec == .gif ? 2 : 1 }

    /// How the encoder's pixels are stored.
    func pixelFormat(hasAlpha: Bool) -> AVPixelFormat {
        switch settings.codec {
        case .h264, .vp9: hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P
        case .prores: hasAlpha ? AV_PIX_FMT_YUVA444P10LE : AV_PIX_FMT_YUV444P10LE
        case .webp: AV_PIX_FMT_BGRA
        case .apng: settings.colorCount != nil ? AV_PIX_FMT_PAL8 : hasAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24
        case .gif: AV_PIX_FMT_PAL8
        }
    }

    /// Options of the encoder.
    var encoderOptions: [String: String] {
        let speed = [MovieSettings.Speed.fastest, .fast, .balanced].firstIndex(of: settings.speed) ?? 0
        let quality: Int? = if case .quality(let quality) = settings.rate { quality } else { nil }
        var options: [String: String] = [:]
        switch settings.codec {
        case .h264:
            options["preset"] = ["ultrafast", "veryfast", "medium"][speed]
            if let quality { options["crf"] = "\(40 - 30 * Double(quality) / 100)" }
        case .vp9:
            options["deadline"] = settings.speed == .balanced ? "good" : "realtime"
            options["cpu-used"] = ["8", "6", "4"][speed]
            options["row-mt"] = "1"
            options["lag-in-frames"] = "0"
            options["auto-alt-ref"] = "0"
            if let quality {
                options["crf"] = "\(Int((55 - 40 * Double(quality) / 100).rounded()))"
                options["b"] = "0"
            }
        case .prores:
            options["profile"] = "4444"
            options["vendor"] = "apl0"
            // The frames' alpha has 8 bits.
            options["alpha_bits"] = "8"
        case .webp:
            options["compression_level"] = ["2", "4", "6"][speed]
            options["lossless"] = settings.rate == .lossless ? "1" : "0"
            if let quality { options["quality"] = "\(quality)" }
        case .apng:
            options["compression_level"] = ["3", "6", "9"][speed]
            // Neighbouring numbers of a palette have nothing to do with each other.
            options["pred"] = settings.colorCount == nil ? "mixed" : "none"
        case .gif: break
        }
        return options
    }

    /// The container's option for how long the last frame is shown; `nil` where there is none.
    func finalDelay(seconds: Double) -> String? {
        switch settings.container {
        case .apng:
            let delay = av_d2q(seconds, 65_535)
            return "\(delay.num)/\(delay.den)"
        case .gif: return "\(min(65_535, Int((100 * seconds).rounded())))"
        default: return nil
        }
    }

    /// Options of the container's writer.
    ///
    /// - Parameter frameRate: for the time that the last frame is shown.
    func containerOptions(frameRate: Double) -> [String: String] {
        switch settings.container {
        // The table waits for the first fragment, because it contains the delay of the sound's encoder.
        case .mp4: return ["movflags": "frag_custom+delay_moov+default_base_moof"]
        case .webm: return ["cluster_time_limit": "1000"]
        case .mov: return [:]
        case .webp: return ["loop": "\(settings.rounds)"]
        case .apng:
            let rate = av_d2q(max(0.001, frameRate), 65_535)
            return ["plays": "\(settings.rounds)", "final_delay": "\(rate.den)/\(rate.num)"]
        case .gif:
            let delay = Int((100 / max(0.002, frameRate)).rounded())
            // Repeats, and not rounds.
            let repeats = settings.rounds == 0 ? 0 : settings.rounds == 1 ? -1 : settings.rounds - 1
            return ["loop": "\(repeats)", "final_delay": "\(min(65_535, max(2, delay)))"]
        }
    }
}
