import Files

/// The pictures of a folder or ZIP, held against a platform's numbers.
extension PictureFolderFormat {
    /// Such folders look alike: the platform is told by the folder's name, or by `--for`.
    func recognizes(_ files: PackFiles) -> Bool { false }

    func check(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let isPack = files.names.contains { !$0.hasSlash && Self.isPicture($0) }
        guard !isPack, !files.folders.isEmpty else { return try check(pack: files, &checklist) }
        for (folder, files) in files.parts(below: files.folders) {
            checklist.prefix = folder + "/"
            try check(pack: files, &checklist)
            checklist.prefix = ""
        }
    }

    private func check(pack files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let pictures = files.names.filter { !$0.hasSlash && Self.isPicture($0) }
        let extraNames = Set(extras.map(\.name))
        let stickers = pictures.filter { !extraNames.contains($0) }
        let movingCount = try movingCount(of: stickers, in: files)
        // Of a pack that moves, most stickers do, or as many as the platform asks for.
        let isLiving = movingCount > 0 && (rules.movingInPack != nil || 2 * movingCount > stickers.count)
        let common = CommonRules(rules: rules, isLiving: isLiving)
        common.note(stickerCount: stickers.count, at: nil, &checklist)
        if isLiving, let movingInPack = rules.movingInPack {
            checklist.note(Self.moving(movingInPack), at: nil, movingCount, in: movingInPack...movingInPack)
        }
        for extra in extras {
            let file = try files.bytes(of: extra.name)
            checklist.note(
                CommonRules.missingFile, at: extra.name, file == nil ? "missing" : "there", isKept: file != nil)
            guard let file else { continue }
            if isLiving, let living = extra.livingCheck {
                living.check(file, at: extra.name, &checklist)
            } else {
                extra.check.check(file, at: extra.name, &checklist)
            }
        }
        for name in stickers {
            common.check(sticker: try files.bytes(of: name) ?? [], at: name, &checklist)
            let stem = name.beforeLastDot
            checklist.note(self.name, at: name, stem, isKept: naming.allows(stem))
        }
        if let details, files.has(details.fileName) { try check(details, of: stickers, files, &checklist) }
        guard let archive, let file = try files.bytes(of: archive.name) else { return }
        if let limit = archive.limit(isLiving: isLiving) {
            checklist.note(Self.archiveBytes(limit), at: archive.name, file.count, in: 1...limit)
        }
        let inside = try? PackFiles(zip: file, path: .init(archive.name))
        let isWhole = inside.map { Set($0.names) == Set(pictures) } ?? false
        checklist.note(
            Self.archiveContent, at: archive.name, inside.map { "\($0.names.count) files" } ?? "not a ZIP",
            isKept: isWhole)
    }

    /// How many stickers move, where those have packs of their own.
    private func movingCount(of stickers: [String], in files: PackFiles) throws(PackError) -> Int {
        guard rules.livingPacks == .apart, let living = rules.living.map({ LivingCheck($0) }) else { return 0 }
        var count = 0
        for name in stickers.prefix(Checklist.mostStickers) {
            if living.moves(try files.bytes(of: name) ?? []) { count += 1 }
        }
        return count
    }

    /// What is typed in beside the pictures.
    private func check(
        _ details: Details, of stickers: [String], _ files: PackFiles, _ checklist: inout Checklist
    ) throws(PackError) {
        let common = CommonRules(rules: rules)
        let (list, found) = try files.array(in: details.fileName)
        let names = (list ?? []).map { $0.object?["file"]?.string ?? "" }
        let isWhole = list != nil && names.sorted() == stickers.sorted()
        checklist.note(
            Self.details(details.fileName), at: details.fileName, list == nil ? found : "\(names.count) entries",
            isKept: isWhole)
        for (name, entry) in zip(names, list ?? []).prefix(Checklist.mostStickers) {
            let entry = entry.object ?? [:]
            checklist.note(
                Self.nameLength(details), at: name, entry["name"]?.string?.count ?? 0, in: details.nameLength)
            common.note(emoji: entry["emoji"]?.string?.map(String.init) ?? [], at: name, &checklist)
            let length = entry["description"]?.string?.count
            checklist.note(
                Self.descriptionLength(details), at: name, length.map(String.init) ?? "not text", rank: length ?? 0,
                found: length.map { RuleTerms.Found.count($0) } ?? .word(.notText),
                isKept: length.map { $0 == 0 || details.descriptionLength.contains($0) } ?? false)
        }
    }

    private static func isPicture(_ name: String) -> Bool {
        [".png", ".webp", ".jpg", ".jpeg", ".gif", ".apng"].contains { name.lowercased().endsWithBytes(of: $0) }
    }

    /// All rules of this check.
    var allRules: [CheckedRule] {
        let common = CommonRules(rules: rules)
        return [common.stickerCount, name] + common.allOfStickers + extras.flatMap { $0.check.all }
            + (rules.livingCounts == nil ? [] : [CommonRules(rules: rules, isLiving: true).stickerCount])
            + extras.flatMap { $0.livingCheck?.all ?? [] } + (rules.movingInPack.map { [Self.moving($0)] } ?? [])
            + (extras.isEmpty ? [] : [CommonRules.missingFile])
            + (archive == nil ? [] : [Self.archiveContent])
            + (archive?.byteLimit.map { [Self.archiveBytes($0)] } ?? [])
            + (details.map {
                [
                    Self.details($0.fileName), Self.nameLength($0), Self.descriptionLength($0), common.emojiCount,
                    common.emoji,
                ]
            } ?? [])
    }

    private static func moving(_ count: Int) -> CheckedRule {
        CheckedRule(
            "moving-count", about: "stickers of a pack that are shown animated", limit: "\(count)",
            remedy: "make the pack again",
            terms: RuleTerms(.shownMovingCount, limit: .within(count...count), remedies: .makeAgain))
    }

    private static func details(_ fileName: String) -> CheckedRule {
        CheckedRule(
            "details", about: fileName, limit: "an entry for each picture", remedy: "make the pack again, or remove it",
            terms: .structure(fileName))
    }

    private static func nameLength(_ details: Details) -> CheckedRule {
        CheckedRule(
            "details-name", about: "characters of a sticker's name", limit: CommonRules.text(details.nameLength),
            remedy: "give it another title",
            terms: RuleTerms(.nameLength, limit: .within(details.nameLength), remedies: []))
    }

    private static func descriptionLength(_ details: Details) -> CheckedRule {
        CheckedRule(
            "details-description", about: "characters of a sticker's text",
            limit: "0, or " + CommonRules.text(details.descriptionLength), remedy: "give it another text",
            terms: RuleTerms(.textLength, of: .sticker, limit: .zeroOr(details.descriptionLength), remedies: []))
    }

    private var name: CheckedRule {
        CheckedRule(
            "name", about: "name of a sticker", limit: naming.limit, remedy: "rename the file",
            terms: RuleTerms(.fileName, limit: naming.allowed, remedies: .rename))
    }

    private static func archiveBytes(_ limit: Int) -> CheckedRule {
        CheckedRule(
            "zip-bytes", about: "bytes of the ZIP", limit: "at most \(limit)",
            remedy: "make the pictures smaller, or make several packs",
            terms: RuleTerms(.bytes, of: .part("ZIP"), limit: .atMost(limit), remedies: .fewerInEach))
    }

    private static let archiveContent = CheckedRule(
        "zip", about: "the ZIP", limit: "the same pictures as beside it", remedy: "make the pack again",
        terms: .structure("ZIP"))
}

extension PictureFolderFormat.Extra {
    private var stem: String { String(name.prefix { $0 != "." }) }

    fileprivate var check: PictureCheck { PictureCheck(rules, of: name, named: stem, .part(name)) }

    fileprivate var livingCheck: LivingCheck? {
        living.map {
            LivingCheck(
                $0, of: "the animated \(name)", named: "moving-\(stem)", .init(owner: .movingSticker, part: name))
        }
    }
}

extension PictureFolderFormat.Naming {
    /// How long names are, or what they look like.
    fileprivate var allowed: RuleTerms.Limit {
        switch self {
        case .named: .within(2...30)
        case .shortcode: .pattern("a–z 0–9 _ (2–100)")
        case .numbered(let first): .pattern("0\(first), 0\(first + 1), 0\(first + 2) …")
        }
    }
}
