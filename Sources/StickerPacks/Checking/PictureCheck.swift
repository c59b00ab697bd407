import Imaging

/// What a platform asks of one kind of picture, held against files.
struct PictureCheck: Sendable {
    private let rules: PictureRules
    private let format: CheckedRule
    private let size: CheckedRule
    private let bytes: CheckedRule
    private let frames: CheckedRule

    /// - Parameters:
    ///   - subject: as a person says it: `a sticker`.
    ///   - name: what the names of the rules begin with.
    ///   - owner: the same as `subject`, for other languages.
    init(_ rules: PictureRules, of subject: String, named name: String, _ owner: RuleTerms.Subject) {
        self.rules = rules
        format = CheckedRule(
            "\(name)-format", about: "format of \(subject)",
            limit: OutputFormat.phrase(of: rules.formats, joinedBy: "or"),
            remedy: "save it again in that format; a damaged file must be made again",
            terms: RuleTerms(
                .format, of: owner, limit: .formats(rules.formats.map(\.name)), remedies: .makeAgain))
        size = CheckedRule(
            "\(name)-size", about: "pixels of \(subject)", limit: "\(rules.size)",
            remedy: "resize it, with transparent pixels around it",
            terms: RuleTerms(.size, of: owner, limit: .size(rules.size, leastLongerSide: 0), remedies: .resize))
        bytes = CheckedRule(
            "\(name)-bytes", about: "bytes of \(subject)", limit: "at most \(rules.byteLimit)",
            remedy: "encode it with a lower quality or fewer colours",
            terms: RuleTerms(.bytes, of: owner, limit: .atMost(rules.byteLimit), remedies: .compress))
        frames = CheckedRule(
            "\(name)-still", about: "frames of \(subject)", limit: "1", remedy: "use a still picture",
            terms: RuleTerms(.frames, of: owner, limit: .within(1...1), remedies: .still))
    }

    /// All rules that ``check(_:at:_:)`` looks at.
    var all: [CheckedRule] { [format, size, bytes, frames] }

    /// Decodes the picture; blocks for tens of milliseconds.
    func check(_ file: [UInt8], at name: String, _ checklist: inout Checklist) {
        guard !checklist.isStopped() else { return }
        checklist.note(
            bytes, at: name, "\(file.count)", rank: file.count, found: .count(file.count),
            isKept: !file.isEmpty && file.count <= rules.byteLimit)
        let found = ImageFormat(signatureOf: file)
        let isAllowed = rules.formats.contains { $0.pathExtension == found?.rawValue }
        guard isAllowed, let source = try? ImageSource(file, limits: Self.limits), (try? source.decode()) != nil else {
            let value = found.map { isAllowed ? "damaged \($0.displayName)" : $0.displayName } ?? "not a picture"
            let word: RuleTerms.Word? = found == nil ? .notAPicture : isAllowed ? .damaged : nil
            checklist.note(format, at: name, value, found: word.map { RuleTerms.Found.word($0) }, isKept: false)
            return
        }
        checklist.note(format, at: name, found?.displayName ?? "", isKept: true)
        checklist.note(
            size, at: name, "\(source.size.width) × \(source.size.height)", isKept: rules.size.allows(source.size))
        let frameCount = Self.frameCount(file, found)
        checklist.note(frames, at: name, frameCount, in: 1...1)
    }

    /// More than any sticker has, so that no file makes the check take memory without end.
    private static let limits = ImageLimits(bytes: PackFiles.largestFile, pixels: 1 << 24)

    /// How many pictures a file shows one after the other; 2 stands for several in a PNG that does not say.
    static func frameCount(_ file: [UInt8], _ format: ImageFormat?) -> Int {
        switch format {
        case .webp: max(1, chunkNames(ofWebP: file).count { $0 == "ANMF" })
        case .png: PNGChunks(file).contains { $0.name == "acTL" } ? 2 : 1
        default: 1
        }
    }

    /// How often a PNG shows its pictures (W3C PNG 3rd edition 11.3.6.1); 0 for one that never ends or does not say.
    static func roundCount(ofPNG file: [UInt8]) -> Int {
        guard let start = PNGChunks(file).first(where: { $0.name == "acTL" })?.data.lowerBound,
            start + 8 <= file.count
        else { return 0 }
        return file[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The names of the chunks: four letters, the size, the data to an even length (RFC 9649 2.3).
    private static func chunkNames(ofWebP file: [UInt8]) -> [String] {
        var names: [String] = []
        var offset = 12
        while offset + 8 <= file.count {
            let size = file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: file[offset..<offset + 4], as: UTF8.self))
            offset += 8 + size + size % 2
        }
        return names
    }
}
