import Files

/// What Signal's programs do with a pack: check the code of each file, decrypt it, read the manifest, and show the
/// pictures.
extension SignalFormat {
    func recognizes(_ files: PackFiles) -> Bool {
        files.names.contains { $0 == Self.manifestName || $0.endsWithBytes(of: "/" + Self.manifestName) }
    }

    func check(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let manifests = files.names.filter {
            $0 == Self.manifestName || $0.endsWithBytes(of: "/" + Self.manifestName)
        }
        checklist.note(
            Self.layout, at: nil, manifests.isEmpty ? "missing" : Self.manifestName, isKept: !manifests.isEmpty)
        if files.has(Self.manifestName) {
            // A bundle that is checked by itself may hold its key: what lies beside it is not seen.
            try check(bundle: files, key: key(named: Self.keyName, in: files, &checklist), &checklist)
        }
        let folders = manifests.filter { $0 != Self.manifestName }.map {
            String(decoding: $0.utf8.dropLast(Self.manifestName.utf8.count + 1), as: UTF8.self)
        }
        for (folder, bundle) in files.parts(below: folders) {
            let parent = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { "\(folder[..<$0])/" } ?? ""
            checklist.prefix = folder + "/"
            if bundle.has(Self.keyName) {
                checklist.note(Self.key, at: Self.keyName, "among the files to upload", isKept: false)
            }
            checklist.prefix = ""
            let key = try key(named: parent + Self.keyName, in: files, &checklist)
            checklist.prefix = folder + "/"
            try check(bundle: bundle, key: key, &checklist)
            checklist.prefix = ""
        }
    }

    private func key(
        named name: String, in files: PackFiles, _ checklist: inout Checklist
    ) throws(PackError) -> [UInt8]? {
        let text = try files.text(of: name)
        let key = text.flatMap { $0.utf8.count > 1_000 ? nil : [UInt8](hex: $0) }
        let isKey = key?.count == SignalCipher.keyLength
        checklist.note(
            Self.key, at: name, text == nil ? "missing" : key.map { "\(2 * $0.count) digits" } ?? "not a number",
            isKept: isKey)
        return isKey ? key : nil
    }

    private func check(bundle files: PackFiles, key: [UInt8]?, _ checklist: inout Checklist) throws(PackError) {
        guard let key else { return }
        let common = CommonRules(rules: rules)
        let cipher = SignalCipher(packKey: key)
        let opened = cipher.open(try files.bytes(of: Self.manifestName) ?? [])
        checklist.note(
            Self.encryption, at: Self.manifestName, opened == nil ? "does not open" : "opens", isKept: opened != nil)
        guard let opened else { return }
        let manifest = opened.count <= PackFiles.largestDocument ? SignalManifest(opened) : nil
        checklist.note(
            Self.manifest, at: Self.manifestName, manifest == nil ? "not a protocol buffer" : "read",
            isKept: manifest != nil)
        guard let manifest else { return }
        checklist.note(common.title, at: Self.manifestName, manifest.title.count, in: rules.titleLength ?? 1...1)
        checklist.note(common.author, at: Self.manifestName, manifest.author.count, in: rules.authorLength ?? 1...1)
        common.note(stickerCount: manifest.stickers.count, at: nil, &checklist)
        let ids = manifest.stickers.map(\.id)
        let isCover = manifest.cover.map { cover in ids.contains(cover.id) || files.has("full/\(cover.id)") } ?? false
        checklist.note(
            Self.cover, at: Self.manifestName, manifest.cover.map { "\($0.id)" } ?? "none", isKept: isCover)
        checklist.note(
            Self.ids, at: Self.manifestName,
            "\(ids.count - Set(ids).count) duplicates", isKept: Set(ids).count == ids.count)
        for sticker in manifest.stickers.prefix(Checklist.mostStickers) {
            let name = "full/\(sticker.id)"
            common.note(emoji: sticker.emoji.map(String.init), at: name, &checklist)
            guard checklist.isFirstLook(at: name) else { continue }
            guard let sealed = try files.bytes(of: name) else {
                checklist.note(CommonRules.missingFile, at: name, "missing", isKept: false)
                continue
            }
            checklist.note(CommonRules.missingFile, at: name, "there", isKept: true)
            let picture = cipher.open(sealed)
            checklist.note(
                Self.encryption, at: name, picture == nil ? "does not open" : "opens", isKept: picture != nil)
            if let picture { common.check(sticker: picture, at: name, &checklist) }
        }
    }

    /// All rules of this check.
    static var allRules: [CheckedRule] {
        let common = CommonRules(rules: SignalFormat().rules)
        return [
            layout, key, encryption, manifest, cover, ids, CommonRules.missingFile, common.stickerCount,
            common.emojiCount, common.emoji, common.title, common.author,
        ] + common.allOfStickers
    }

    private static let layout = CheckedRule(
        "bundle", about: "the files to upload", limit: "manifest.proto", remedy: "make the pack again",
        terms: .structure("bundle"))
    private static let key = CheckedRule(
        "bundle-key", about: "the pack's key", limit: "64 hexadecimal digits in pack-key.txt, outside the bundle",
        remedy: "put the pack_key of the pack's link there, beside the folder to upload",
        terms: .structure(keyName))
    private static let encryption = CheckedRule(
        "bundle-encryption", about: "encrypted files", limit: "open with the key",
        remedy: "make the pack again, or use the key that belongs to it",
        terms: .structure("manifest.proto, full/*"))
    private static let manifest = CheckedRule(
        "bundle-manifest", about: "manifest.proto", limit: "Signal's message", remedy: "make the pack again",
        terms: .structure(manifestName))
    private static let cover = CheckedRule(
        "bundle-cover", about: "the pack's cover", limit: "one of its pictures", remedy: "name one of the stickers",
        terms: .structure("manifest.proto (cover)"))
    private static let ids = CheckedRule(
        "bundle-ids", about: "sticker ids", limit: "no duplicates", remedy: "give each sticker its own id",
        terms: .structure("manifest.proto (id)"))
}
