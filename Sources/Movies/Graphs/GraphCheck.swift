import CFFmpeg

/// The filters that a `lavfi` source may use. Many others open files or load libraries by a name in the text (`movie`,
/// `subtitles`, `lut3d`, `ladspa`, …): a test source has no need of them.
enum GraphCheck {
    static let allowed: Set<String> = [
        "testsrc", "testsrc2", "smptebars", "smptehdbars", "rgbtestsrc", "yuvtestsrc", "pal75bars", "pal100bars",
        "color", "gradients", "mandelbrot", "sierpinski", "cellauto", "life", "nullsrc", "allrgb", "allyuv",
        "sine", "anullsrc", "aevalsrc", "anoisesrc",
        "null", "copy", "format", "scale", "crop", "pad", "fps", "trim", "setpts", "settb", "setsar", "setdar",
        "setparams", "setrange", "setfield", "hflip", "vflip", "transpose", "rotate", "hue", "eq", "negate", "noise",
        "geq", "drawbox", "drawgrid", "overlay", "hstack", "vstack", "split", "concat", "loop", "fade", "boxblur",
        "tinterlace", "interlace", "scroll", "realtime", "select", "tpad", "lutyuv", "curves", "zoompan",
        "anull", "aformat", "aresample", "atrim", "asetpts", "asetrate", "volume", "amix", "amerge", "asplit", "afade",
        "adelay", "apad", "arealtime", "tremolo", "pan",
    ]

    /// Reads the text as FFmpeg does, with its own function for quotes and escapes, and looks at the filters' names.
    ///
    /// - Throws: ``MovieError/Code/badGraph``.
    static func check(_ text: String) throws(MovieError) {
        guard let names = text.withCString({ Self.names(in: $0) }), !names.isEmpty else {
            throw MovieError(.badGraph, "\"\(text)\" is not a filter graph")
        }
        for name in names where !allowed.contains(name) {
            throw MovieError(
                .badGraph, "the filter \"\(name)\" is not allowed in a test source: it is unknown, or reads other files"
            )
        }
        // `curves` reads a file, too, when it is told to.
        guard !text.contains("psfile"), !text.contains("plot") else {
            throw MovieError(.badGraph, "a test source may not read or write other files")
        }
    }

    private static func names(in text: UnsafePointer<CChar>) -> [String]? {
        var rest: UnsafePointer<CChar>? = text
        var names: [String] = []
        while let start = rest, start.pointee != 0 {
            guard skipLabels(&rest), let name = token(&rest, endingAt: "=,;[") else { return nil }
            // What stands before the name of a filter is the name's own, as in `scale@first`.
            names.append(String(name.prefix { $0 != "@" }))
            if rest?.pointee == CChar(UInt8(ascii: "=")) {
                rest = rest.map { $0 + 1 }
                guard token(&rest, endingAt: "[],;") != nil else { return nil }
            }
            guard skipLabels(&rest), let end = rest?.pointee else { return nil }
            guard end != 0 else { break }
            guard end == CChar(UInt8(ascii: ",")) || end == CChar(UInt8(ascii: ";")) else { return nil }
            rest = rest.map { $0 + 1 }
        }
        return names
    }

    private static func skipLabels(_ rest: inout UnsafePointer<CChar>?) -> Bool {
        skipSpaces(&rest)
        while rest?.pointee == CChar(UInt8(ascii: "[")) {
            rest = rest.map { $0 + 1 }
            guard token(&rest, endingAt: "]") != nil, rest?.pointee == CChar(UInt8(ascii: "]")) else { return false }
            rest = rest.map { $0 + 1 }
            skipSpaces(&rest)
        }
        return true
    }

    private static func skipSpaces(_ rest: inout UnsafePointer<CChar>?) {
        while let byte = rest?.pointee, byte == 32 || (9...13).contains(byte) { rest = rest.map { $0 + 1 } }
    }

    private static func token(_ rest: inout UnsafePointer<CChar>?, endingAt ends: String) -> String? {
        guard let token = av_get_token(&rest, ends) else { return nil }
        defer { av_free(token) }
        return String(cString: token)
    }
}
