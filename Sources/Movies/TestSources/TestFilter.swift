/// A filter of FFmpeg that a test source may use, with its allowed options.
///
/// Listed filters open no file, give a frame for each frame and hold at most two, need time and memory that their size
/// bounds, and take no formula, so that a source can be stopped between any two frames. Filters that wait for more
/// (`loop`, `select`, `fps`, a `trim` with a start) or have options for files are not listed.
struct TestFilter {
    enum Kind {
        case picture, sound
        /// A change of pictures.
        case change
    }

    enum Value {
        case number(ClosedRange<Double>)
        case size, rate
        /// A name of FFmpeg's: a colour, a format.
        case word
    }

    let kind: Kind
    let options: [String: Value]

    private init(_ kind: Kind, _ options: [String: Value] = [:]) {
        self.kind = kind
        self.options = options
    }

    static let known: [String: TestFilter] = [
        "testsrc": picture(["decimals": .number(0...17), "n": .number(0...17)]),
        "testsrc2": picture(["alpha": .number(0...255)]),
        "smptebars": picture(), "smptehdbars": picture(), "pal75bars": picture(), "pal100bars": picture(),
        "rgbtestsrc": picture(), "yuvtestsrc": picture(), "nullsrc": picture(),
        "color": picture(["color": .word, "c": .word]),
        "gradients": picture([
            "c0": .word, "c1": .word, "c2": .word, "c3": .word, "nb_colors": .number(2...8), "n": .number(2...8),
            "seed": seed, "speed": .number(0.00001...1), "type": .word, "t": .word,
        ]),
        "sine": sound(["frequency": hertz, "f": hertz, "beep_factor": .number(0...1000), "b": .number(0...1000)]),
        "anullsrc": sound(["channel_layout": .word, "cl": .word]),
        "anoisesrc": sound([
            "amplitude": .number(0...1), "a": .number(0...1), "color": .word, "c": .word, "seed": seed, "s": seed,
        ]),
        "trim": TestFilter(.change, ["duration": seconds, "end": seconds, "end_frame": .number(1...1e9)]),
        "format": TestFilter(.change, ["pix_fmts": .word]),
        "scale": TestFilter(.change, ["w": side, "width": side, "h": side, "height": side]),
        "crop": TestFilter(
            .change, ["w": side, "h": side, "x": .number(0...1e6), "y": .number(0...1e6), "exact": .number(0...1)]),
        "hflip": TestFilter(.change), "vflip": TestFilter(.change),
        "transpose": TestFilter(.change, ["dir": .word]),
        "setsar": TestFilter(.change, ["sar": .rate, "r": .rate]),
        "negate": TestFilter(.change),
        "hue": TestFilter(.change, ["h": .number(-360...360), "s": .number(-10...10), "b": .number(-10...10)]),
        "eq": TestFilter(
            .change,
            [
                "contrast": .number(-1000...1000), "brightness": .number(-1...1), "saturation": .number(0...3),
                "gamma": .number(0.1...10),
            ]),
        "noise": TestFilter(.change, ["alls": .number(0...100), "allf": .word, "all_seed": seed]),
        "boxblur": TestFilter(
            .change,
            [
                "luma_radius": radius, "lr": radius, "luma_power": .number(0...9), "lp": .number(0...9),
                "chroma_radius": radius, "cr": radius, "chroma_power": .number(0...9), "cp": .number(0...9),
            ]),
    ]

    private static let side = Value.number(1...1e6)
    private static let seed = Value.number(0...2_147_483_647)
    private static let seconds = Value.number(0.001...1e6)
    private static let hertz = Value.number(0...1e6)
    private static let radius = Value.number(0...1000)

    private static func picture(_ options: [String: Value] = [:]) -> TestFilter {
        let common: [String: Value] = [
            "size": .size, "s": .size, "rate": .rate, "r": .rate, "duration": seconds, "d": seconds,
        ]
        return TestFilter(.picture, options.merging(common) { own, _ in own })
    }

    private static func sound(_ options: [String: Value]) -> TestFilter {
        let rate = Value.number(1000...384_000)
        let common = ["sample_rate": rate, "r": rate, "duration": seconds, "d": seconds]
        return TestFilter(.sound, options.merging(common) { own, _ in own })
    }
}

extension TestFilter.Value {
    /// The option's values, for a person.
    var words: String {
        switch self {
        case .number(let range): "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        case .size: "a width and a height, as 640x360"
        case .rate: "a number or a ratio, as 30000/1001"
        case .word: "a name of letters and digits"
        }
    }

    func takes(_ text: Substring) -> Bool {
        switch self {
        case .number(let range): Self.number(text).map(range.contains) ?? false
        case .size: Self.areNumbers(text.split(separator: "x", omittingEmptySubsequences: false), 2...2, 1...1e6)
        case .rate: Self.areNumbers(text.split(separator: "/", omittingEmptySubsequences: false), 1...2, 0.001...1e6)
        case .word: !text.isEmpty && text.utf8.allSatisfy(Self.isOfWord)
        }
    }

    private static func areNumbers(
        _ parts: [Substring], _ count: ClosedRange<Int>, _ range: ClosedRange<Double>
    ) -> Bool {
        count.contains(parts.count) && parts.allSatisfy { number($0).map(range.contains) ?? false }
    }

    /// Reads digits with a point and a sign; not `1e9` or `inf`, which `Double` would accept.
    private static func number(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
        else { return nil }
        return Double(text)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "#"): true
        default: false
        }
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
