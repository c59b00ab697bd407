import Files
import Imaging

/// What WhatsApp's own sample apps refuse of packs: `ContentFileParser` and `StickerPackValidator` for
/// Android, `StickerPackManager` and `StickerPack` for iOS.
extension WhatsAppFormat {
    func recognizes(_ files: PackFiles) -> Bool {
        files.has(Self.contentsName) || files.names.contains { $0.endsWithBytes(of: ".wastickers") }
            || (files.has("title.txt") && files.has("author.txt") && !files.has(TelegramFormat.emojiName))
    }

    func check(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let archives = files.names.filter { $0.endsWithBytes(of: ".wastickers") }
        let isArchive = files.has("title.txt") || files.has("author.txt")
        let hasContents = files.has(Self.contentsName)
        checklist.note(
            Self.layout, at: nil,
            hasContents ? Self.contentsName : isArchive || !archives.isEmpty ? ".wastickers" : "neither",
            isKept: hasContents || isArchive || !archives.isEmpty)
        if hasContents { try checkContents(files, &checklist) }
        if isArchive { try checkArchive(files, &checklist) }
        // What a ZIP unpacks to counts once, not for each ZIP in it.
        var left = PackFiles.largestArchive - files.byteCount
        for name in archives {
            guard let bytes = try files.bytes(of: name) else { continue }
            do throws(PackError) {
                let inside = try PackFiles(zip: bytes, path: FilePath(name), limit: left)
                left -= inside.byteCount
                checklist.note(Self.archive, at: name, "a ZIP", isKept: true)
                checklist.prefix = name + ":"
                try checkArchive(inside, &checklist)
                checklist.prefix = ""
            } catch {
                checklist.prefix = ""
                checklist.note(Self.archive, at: name, error.description, isKept: false)
            }
        }
    }

    // MARK: The ZIP of sticker makers

    private func checkArchive(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let common = CommonRules(rules: rules)
        let title = try files.text(of: "title.txt")
        let author = try files.text(of: "author.txt")
        checklist.note(common.title, at: "title.txt", title?.utf16.count ?? 0, in: rules.titleLength ?? 1...1)
        checklist.note(common.author, at: "author.txt", author?.utf16.count ?? 0, in: rules.authorLength ?? 1...1)
        let pictures = files.names.filter { !$0.hasSlash && !$0.endsWithBytes(of: ".txt") }
        var stickers: [String] = []
        var coverCount = 0
        // All move, or none does.
        var isAnimated = true
        for name in pictures {
            let file = try files.bytes(of: name) ?? []
            if Self.isCover(file) {
                coverCount += 1
                common.cover?.check(file, at: name, &checklist)
            } else {
                stickers.append(name)
                if MovingPicture(file) == nil { isAnimated = false }
            }
        }
        for name in stickers {
            let file = try files.bytes(of: name) ?? []
            if isAnimated {
                common.living?.check(file, at: name, &checklist)
            } else {
                Self.archivedSticker.check(file, at: name, &checklist)
            }
        }
        checklist.note(Self.trayImages, at: nil, coverCount, in: 1...1)
        common.note(stickerCount: stickers.count, at: nil, &checklist)
    }

    /// A tray icon may have any name: it is the PNG that is smaller than a sticker.
    private static func isCover(_ file: [UInt8]) -> Bool {
        guard let source = try? ImageSource(file) else { return false }
        return source.format == .png && source.size.longestSide < 512
    }

    /// Sticker makers turn PNG into WebP themselves.
    private static let archivedSticker: PictureCheck = {
        var rules = WhatsAppFormat().rules.sticker
        rules.formats.append(.png)
        return PictureCheck(rules, of: "a sticker in .wastickers", named: "wastickers-sticker", .inArchive)
    }()

    // MARK: contents.json

    private func checkContents(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let (contents, found) = try files.object(in: Self.contentsName)
        let packs = contents?["sticker_packs"]?.array?.compactMap(\.object)
        checklist.note(
            Self.contents, at: Self.contentsName,
            contents != nil && packs == nil ? "no packs" : found,
            isKept: packs != nil && packs?.count == contents?["sticker_packs"]?.array?.count)
        guard let contents, let packs else { return }
        let common = CommonRules(rules: rules)
        for key in contents.keys.sorted() {
            checklist.note(Self.keys, at: Self.contentsName, key, isKept: Self.knownKeys.contains(key))
        }
        for (key, domain) in Self.stores {
            guard let link = contents[key] else { continue }
            note(link, by: Self.links, at: Self.contentsName, &checklist) { WebAddress($0)?.host == domain }
        }
        checklist.note(common.packCount, at: nil, packs.count, in: rules.packCount)
        var identifiers: Set<String> = []
        for pack in packs.prefix(Checklist.mostPacks) {
            // A longer one is refused, and stands before the name of each sticker.
            let identifier = String((pack["identifier"]?.text ?? "").unicodeScalars.prefix(200))
            checklist.note(
                Self.identifier, at: Self.contentsName, identifier, isKept: Self.isIdentifier(identifier))
            checklist.note(
                Self.ownIdentifier, at: Self.contentsName, identifier, isKept: identifiers.insert(identifier).inserted)
            try check(pack, named: identifier, files, &checklist)
        }
    }

    private func check(
        _ pack: [String: JSONValue], named identifier: String, _ files: PackFiles, _ checklist: inout Checklist
    ) throws(PackError) {
        let common = CommonRules(rules: rules)
        // The samples count as Java and NSString do.
        let title = pack["name"]?.text?.utf16.count ?? 0
        let author = pack["publisher"]?.text?.utf16.count ?? 0
        checklist.note(common.title, at: identifier, title, in: rules.titleLength ?? 1...1)
        checklist.note(common.author, at: identifier, author, in: rules.authorLength ?? 1...1)
        let version = pack["image_data_version"]?.text ?? ""
        checklist.note(Self.version, at: identifier, version, isKept: !version.isEmpty)
        for key in Self.linkKeys {
            guard let link = pack[key] else { continue }
            note(link, by: Self.links, at: identifier, &checklist) { WebAddress($0) != nil }
        }
        if let email = pack["publisher_email"] {
            note(email, by: Self.email, at: identifier, &checklist, \.isEmailAddress)
        }
        for key in Self.flagKeys {
            guard let value = pack[key] else { continue }
            let isFlag = value == .bool(true) || value == .bool(false)
            checklist.note(
                Self.flags, at: identifier, isFlag ? "true or false" : "\(key) is neither", isKept: isFlag)
        }
        let isAnimated = pack["animated_sticker_pack"] == .bool(true)
        let tray = pack["tray_image_file"]?.text ?? ""
        if let file = try file(tray, as: "tray", of: identifier, files, &checklist) {
            common.cover?.check(file, at: "\(identifier)/\(tray)", &checklist)
        }
        let stickers = pack["stickers"]?.array ?? []
        common.note(stickerCount: stickers.count, at: identifier, &checklist)
        for sticker in stickers.prefix(Checklist.mostStickers) {
            try check(sticker: sticker.object ?? [:], isAnimated, of: identifier, files, &checklist)
        }
    }

    /// Notes a text that may be missing or empty.
    private func note(
        _ value: JSONValue, by rule: CheckedRule, at: String, _ checklist: inout Checklist,
        _ isRight: (String) -> Bool
    ) {
        if value.text == "" { return }
        checklist.note(rule, at: at, value.text ?? "not text", isKept: value.text.map(isRight) ?? false)
    }

    private func check(
        sticker: [String: JSONValue], _ isAnimated: Bool, of identifier: String, _ files: PackFiles,
        _ checklist: inout Checklist
    ) throws(PackError) {
        let common = CommonRules(rules: rules, isLiving: isAnimated)
        let name = sticker["image_file"]?.text ?? ""
        let at = "\(identifier)/\(name)"
        for key in sticker.keys.sorted() {
            checklist.note(Self.keys, at: at, key, isKept: Self.knownStickerKeys.contains(key))
        }
        common.note(emoji: sticker["emojis"]?.array?.map { $0.text ?? "not text" } ?? [], at: at, &checklist)
        if let value = sticker["accessibility_text"] { common.note(description: value.text, at: at, &checklist) }
        let isPlain = name.endsWithBytes(of: ".webp") && !name.hasSlash && !name.contains("..")
        checklist.note(Self.fileName, at: at, name, isKept: isPlain)
        if let file = try file(name, as: "sticker", of: identifier, files, &checklist) {
            if isAnimated {
                common.living?.check(file, at: at, &checklist)
            } else {
                common.sticker.check(file, at: at, &checklist)
            }
        }
    }

    /// A file that the pack names: in the folder that is called as the identifier (Android), or at the top (iOS). `nil`
    /// also for one that was looked at before.
    private func file(
        _ name: String, as role: String, of identifier: String, _ files: PackFiles, _ checklist: inout Checklist
    ) throws(PackError) -> [UInt8]? {
        let inFolder = "\(identifier)/\(name)"
        let path = files.has(inFolder) ? inFolder : name
        let isThere = !name.isEmpty && files.has(path)
        checklist.note(
            CommonRules.missingFile, at: inFolder, isThere ? "there" : "missing", isKept: isThere)
        return isThere && checklist.isFirstLook(at: path, as: role) ? try files.bytes(of: path) : nil
    }

    private static func isIdentifier(_ text: String) -> Bool {
        (1...128).contains(text.utf16.count) && !text.contains("..")
            && text.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || $0.properties.isWhitespace
                        || "0123456789_.-,'".unicodeScalars.contains($0))
            }
    }

    // MARK: The rules in words

    private static let knownKeys: Set = ["android_play_store_link", "ios_app_store_link", "sticker_packs"]
    private static let knownStickerKeys: Set = ["image_file", "emojis", "accessibility_text"]
    private static let stores = [
        (key: "android_play_store_link", domain: "play.google.com"),
        (key: "ios_app_store_link", domain: "itunes.apple.com"),
    ]
    private static let flagKeys = ["avoid_cache", "animated_sticker_pack"]
    private static let linkKeys = ["publisher_website", "privacy_policy_website", "license_agreement_website"]

    /// All rules of this check.
    static var allRules: [CheckedRule] {
        let common = CommonRules(rules: WhatsAppFormat().rules)
        return [
            layout, archive, contents, keys, flags, links, email, identifier, ownIdentifier, version,
            common.description, CommonRules(rules: common.rules, isLiving: true).description, fileName, trayImages,
            CommonRules.missingFile, common.packCount, common.stickerCount, common.emojiCount, common.emoji,
            common.title, common.author,
        ] + common.sticker.all + (common.living?.all ?? []) + archivedSticker.all + (common.cover?.all ?? [])
    }

    private static let layout = CheckedRule(
        "layout", about: "how the pack is laid out", limit: "contents.json or .wastickers",
        remedy: "check the folder that has contents.json, or name the .wastickers file",
        terms: .structure("contents.json, *.wastickers"))
    private static let archive = CheckedRule(
        "wastickers", about: "the .wastickers file", limit: "a ZIP", remedy: "make the pack again",
        terms: .structure("*.wastickers"))
    private static let contents = CheckedRule(
        "contents", about: "contents.json", limit: "an object with sticker_packs", remedy: "make the pack again",
        terms: .structure("contents.json (sticker_packs)"))
    private static let keys = CheckedRule(
        "contents-keys", about: "keys in contents.json", limit: "those that WhatsApp's parser knows",
        remedy: "remove the key: the parser refuses the whole file", terms: .structure("contents.json (*)"))
    private static let links = CheckedRule(
        "links", about: "addresses of web pages", limit: "http(s), and the stores' own",
        remedy: "fix the address, or remove it", terms: .structure("contents.json (*_link, *_website)"))
    private static let flags = CheckedRule(
        "contents-flags", about: "avoid_cache, animated_sticker_pack", limit: "true or false",
        remedy: "write true or false without quotes, or remove the key",
        terms: .structure("contents.json (avoid_cache, animated_sticker_pack)"))
    private static let email = CheckedRule(
        "email", about: "publisher_email", limit: "an address of an e-mail",
        remedy: "fix the address, or remove it", terms: .structure("contents.json (publisher_email)"))
    private static let identifier = CheckedRule(
        "identifier", about: "a pack's identifier", limit: "1 to 128 of A-Z a-z 0-9 _ . - , ' and spaces, no ..",
        remedy: "give a title with such characters", terms: .structure("contents.json (identifier)"))
    private static let ownIdentifier = CheckedRule(
        "identifier-own", about: "packs with an identifier", limit: "one", remedy: "give each pack another identifier",
        terms: .structure("contents.json (sticker_packs.identifier)"))
    private static let version = CheckedRule(
        "image-data-version", about: "image_data_version", limit: "not empty",
        remedy: "set it to 1, and to another with each change", terms: .structure("contents.json (image_data_version)"))
    private static let fileName = CheckedRule(
        "file-name", about: "a sticker's file name", limit: "ends with .webp, has no / and no ..",
        remedy: "rename the file", terms: RuleTerms(.fileName, limit: .pattern("*.webp"), remedies: .rename))
    private static let trayImages = CheckedRule(
        "tray-count", about: "tray icons in a .wastickers file", limit: "1",
        remedy: "leave one PNG that is smaller than the stickers",
        terms: RuleTerms(.coverCount, limit: .within(1...1), remedies: .makeAgain))
}

extension RuleTerms.Subject {
    fileprivate static let inArchive = Self(owner: .sticker, part: ".wastickers")
}
