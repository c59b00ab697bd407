import Imaging
import Movies

/// What a platform asks of a sticker that moves, held against files. FFmpeg reads movies, animated PNG and GIF; libwebp
/// reads animated WebP.
struct LivingCheck: Sendable {
    private let rules: LivingRules
    private let format: CheckedRule
    private let size: CheckedRule
    private let bytes: CheckedRule
    private let frames: CheckedRule
    private let seconds: CheckedRule
    private let rate: CheckedRule
    private let sound: CheckedRule
    private let alpha: CheckedRule

    /// - Parameters:
    ///   - subject: as a person says it.
    ///   - name: what the names of the rules begin with.
    ///   - owner: the same as `subject`, for other languages.
    init(
        _ rules: LivingRules, of subject: String = "an animated sticker", named name: String = "moving",
        _ owner: RuleTerms.Subject = .movingSticker
    ) {
        self.rules = rules
        func rule(
            _ rule: String, about: String, limit: String, remedy: String, _ kind: RuleTerms.Kind,
            _ allowed: RuleTerms.Limit, _ remedies: RuleTerms.Remedy.Kind
        ) -> CheckedRule {
            CheckedRule(
                "\(name)-\(rule)", about: "\(about) of \(subject)", limit: limit, remedy: remedy,
                terms: RuleTerms(kind, of: owner, limit: allowed, remedies: remedies))
        }
        let again = "make it with peel cut --for, or peel make --for"
        format = rule(
            "format", about: "format", limit: rules.format.phrase, remedy: again, .format,
            .formats([rules.format.name]), .makeAgain)
        size = rule(
            "size", about: "pixels",
            limit: "\(rules.size)"
                + (rules.leastLongerSide > 0 ? ", the longer side at least \(rules.leastLongerSide)" : ""),
            remedy: "resize it, with transparent pixels around it", .size,
            .size(rules.size, leastLongerSide: rules.leastLongerSide), .resize)
        bytes = rule(
            "bytes", about: "bytes", limit: "at most \(rules.byteLimit)",
            remedy: "use a shorter part, or a lower quality", .bytes, .atMost(rules.byteLimit), .shorterPart)
        frames = rule(
            "frames", about: "pictures", limit: CommonRules.text(rules.frameCount), remedy: again, .frames,
            .within(rules.frameCount), .makeAgain)
        seconds = rule(
            "time", about: rules.takesWholeSeconds ? "milliseconds of all repetitions together" : "milliseconds",
            limit: (rules.takesWholeSeconds ? "whole seconds, " : "") + "at most \(rules.duration / 1_000_000)",
            remedy: rules.takesWholeSeconds ? again : "use a shorter part",
            rules.takesWholeSeconds ? .wholeTime : .time, .atMost(Int(rules.duration / 1_000_000)),
            rules.takesWholeSeconds ? .makeAgain : .shorterPart)
        rate = rule(
            "rate", about: "frames a second", limit: "at most \(Self.short(rules.frameRate))",
            remedy: "leave out frames", .rate, .range(least: nil, most: rules.frameRate), .fewerFrames)
        sound = rule(
            "sound", about: "sound", limit: "none", remedy: "leave out the sound", .sound, .word(.silent),
            .removeSound)
        alpha = rule(
            "alpha", about: "transparency", limit: "VP9 with alpha", remedy: again, .transparency,
            .word(.transparent), .makeAgain)
    }

    /// All rules that ``check(_:at:_:)`` looks at.
    var all: [CheckedRule] {
        [format, size, bytes, seconds, rate] + (countsFrames ? [frames] : [])
            + (rules.format == .webm ? [sound, alpha] : [])
    }

    /// A WebP or PNG of one picture does not move: that is its format.
    private var countsFrames: Bool {
        rules.format == .webm || rules.format == .gif || rules.frameCount.lowerBound > 2
    }

    /// Whether a file is of the platform's format and moves, damaged or not.
    func moves(_ file: [UInt8]) -> Bool {
        switch rules.format {
        case .webm: Self.isWebM(file)
        case .webp: MovingPicture(file) != nil
        case .apng: ImageFormat(signatureOf: file) == .png && PictureCheck.frameCount(file, .png) > 1
        case .gif: ImageFormat(signatureOf: file) == .gif
        }
    }

    func check(_ file: [UInt8], at name: String, _ checklist: inout Checklist) {
        guard !checklist.isStopped() else { return }
        checklist.note(
            bytes, at: name, "\(file.count)", rank: file.count, found: .count(file.count),
            isKept: !file.isEmpty && file.count <= rules.byteLimit)
        if rules.format == .webp {
            checkPicture(file, at: name, &checklist)
        } else {
            checkMovie(file, at: name, &checklist)
        }
    }

    private func checkMovie(_ file: [UInt8], at name: String, _ checklist: inout Checklist) {
        guard let facts = try? MovieFacts(file, limits: Self.limits) else {
            return checklist.note(
                format, at: name, "not a movie, or damaged", found: .word(.damaged), isKept: false)
        }
        let isMovie = rules.format == .webm
        let isFormat = isMovie ? facts.codec == "vp9" && Self.isWebM(file) : facts.codec == rules.format.rawValue
        checklist.note(
            format, at: name, facts.codec, found: .name(isFormat ? rules.format.name : facts.codec), isKept: isFormat)
        if isMovie {
            checklist.note(alpha, at: name, facts.hasAlpha ? "with alpha" : "opaque", isKept: facts.hasAlpha)
            checklist.note(sound, at: name, facts.hasSound ? "there is sound" : "none", isKept: !facts.hasSound)
        }
        let milliseconds = Int((facts.duration + 500_000) / 1_000_000)
        if rules.takesWholeSeconds {
            note(milliseconds, rounds: PictureCheck.roundCount(ofPNG: file), at: name, &checklist)
        }
        note(
            PixelSize(width: facts.width, height: facts.height), frameCount: facts.frameCount,
            milliseconds: milliseconds, at: name, &checklist)
    }

    /// Notes the time of all rounds, of which there are no others where a platform wants whole seconds.
    private func note(_ milliseconds: Int, rounds: Int, at name: String, _ checklist: inout Checklist) {
        guard rounds > 0 else {
            return checklist.note(seconds, at: name, "endless", found: .word(.endless), isKept: false)
        }
        let all = min(milliseconds, 1_000_000) * min(rounds, 1_000)
        let isWhole = abs(all - (all + 500) / 1_000 * 1_000) <= Self.inexactness
        let (least, most) = (1_000 - Self.inexactness, Int(rules.duration / 1_000_000) + Self.inexactness)
        checklist.note(
            seconds, at: name, "\(all)", rank: all, found: .count(all),
            isKept: isWhole && (least...most).contains(all))
    }

    /// Milliseconds by which the sum of a file's times may be off: each is a fraction with a denominator of its own.
    private static let inexactness = 10

    private func checkPicture(_ file: [UInt8], at name: String, _ checklist: inout Checklist) {
        // What has another size than the platform's need not be decoded to be refused.
        guard let picture = MovingPicture(file),
            !rules.size.allows(picture.size) || (try? picture.checkFrames()) != nil
        else {
            let isStill = ImageFormat(signatureOf: file) == .webp
            return checklist.note(
                format, at: name, isStill ? "WebP without animation" : "not an animated WebP",
                found: .word(isStill ? .notAnimated : .damaged), isKept: false)
        }
        checklist.note(format, at: name, "animated WebP", found: .name(rules.format.name), isKept: true)
        // A picture is shown for eight milliseconds at least.
        let shortest = picture.durations.min() ?? 0
        note(rate: 1000 / Double(max(1, shortest)), at: name, isKept: shortest >= 8, &checklist)
        note(
            picture.size, frameCount: picture.durations.count, milliseconds: picture.duration, at: name, &checklist)
    }

    private func note(
        _ size: PixelSize, frameCount: Int, milliseconds: Int, at name: String, _ checklist: inout Checklist
    ) {
        checklist.note(
            self.size, at: name, "\(size.width) × \(size.height)", isKept: rules.allows(size))
        if !rules.takesWholeSeconds {
            checklist.note(seconds, at: name, milliseconds, in: 1...Int(rules.duration / 1_000_000))
        }
        if rules.format == .webp { return }
        if countsFrames { checklist.note(frames, at: name, frameCount, in: rules.frameCount) }
        let perSecond = Double(frameCount) * 1000 / Double(max(1, milliseconds))
        // Times in a file are whole milliseconds: the last may be one short.
        note(
            rate: perSecond, at: name,
            isKept: Double(frameCount) * 1000 <= rules.frameRate * Double(milliseconds + 1), &checklist)
    }

    private func note(rate perSecond: Double, at name: String, isKept: Bool, _ checklist: inout Checklist) {
        let tenths = (perSecond * 10).rounded() / 10
        checklist.note(rate, at: name, Self.short(perSecond), found: .number(tenths), isKept: isKept)
    }

    /// EBML's first bytes, and the type that its header names (RFC 8794 11.2).
    private static func isWebM(_ file: [UInt8]) -> Bool {
        file.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) && file.prefix(64).firstRange(of: "webm".utf8) != nil
    }

    private static func short(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    private static let limits = MovieLimits(bytes: PackFiles.largestFile, pixels: 1 << 24)
}

extension LivingRules.Format {
    /// Its name in all languages.
    fileprivate var name: String {
        switch self {
        case .webm: "WebM (VP9)"
        case .webp: "WebP"
        case .apng: "APNG"
        case .gif: "GIF"
        }
    }
}
