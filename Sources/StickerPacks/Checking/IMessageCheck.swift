import Files
import Imaging

/// What Xcode asks of a sticker pack's asset catalog: Apple's "Asset Catalog Format Reference", and the sizes of
/// Messages' stickers at three pixels a point.
extension IMessageFormat {
    func recognizes(_ files: PackFiles) -> Bool {
        files.names.contains { $0.contains(".stickerpack/") }
    }

    func check(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let packs = Self.folders(endingWith: ".stickerpack", in: files)
        checklist.note(Self.layout, at: nil, "\(packs.count)", rank: packs.count, isKept: !packs.isEmpty)
        for (pack, files) in files.parts(below: packs) {
            checklist.prefix = pack + "/"
            try check(pack: files, &checklist)
            checklist.prefix = ""
        }
        for (set, files) in files.parts(below: Self.folders(endingWith: ".stickersiconset", in: files)) {
            checklist.prefix = set + "/"
            try check(icons: files, &checklist)
            checklist.prefix = ""
        }
    }

    /// The folders that are called so, wherever they are.
    private static func folders(endingWith ending: String, in files: PackFiles) -> [String] {
        var folders: Set<String> = []
        for name in files.names {
            guard let end = name.firstRange(of: ending + "/") else { continue }
            folders.insert(String(name[..<end.lowerBound]) + ending)
        }
        return folders.sorted()
    }

    private static func contents(
        _ name: String, of files: PackFiles, _ checklist: inout Checklist
    ) throws(PackError) -> [String: JSONValue]? {
        let (contents, found) = try files.object(in: name)
        checklist.note(Self.catalog, at: name, found, isKept: contents != nil)
        return contents
    }

    private func check(pack files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        guard let contents = try Self.contents("Contents.json", of: files, &checklist) else { return }
        let size = contents["properties"]?.object?["grid-size"]?.string ?? ""
        let grid = Self.grids.first { $0.name == size }
        checklist.note(Self.gridSize, at: "Contents.json", size, isKept: grid != nil)
        let stickers = contents["stickers"]?.array?.compactMap { $0.object?["filename"]?.string } ?? []
        CommonRules(rules: rules).note(stickerCount: stickers.count, at: nil, &checklist)
        for sticker in stickers.prefix(Checklist.mostStickers) where checklist.isFirstLook(at: sticker) {
            guard let inside = try Self.contents("\(sticker)/Contents.json", of: files, &checklist) else { continue }
            let name = inside["properties"]?.object?["filename"]?.string ?? ""
            checklist.note(Self.fileName, at: sticker, name, isKept: !name.isEmpty && !name.hasSlash)
            if let label = inside["properties"]?.object?[Self.labelKey] {
                CommonRules(rules: rules).note(description: label.string, at: sticker, &checklist)
            }
            let path = "\(sticker)/\(name)"
            let file = try files.bytes(of: path)
            checklist.note(CommonRules.missingFile, at: path, file == nil ? "missing" : "there", isKept: file != nil)
            guard let file, let grid else { continue }
            let living = LivingCheck(Self.livingRules(side: grid.side))
            if living.moves(file) {
                living.check(file, at: path, &checklist)
            } else {
                Self.check(grid).check(file, at: path, &checklist)
            }
        }
    }

    private func check(icons files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        guard let contents = try Self.contents("Contents.json", of: files, &checklist) else { return }
        let images = contents["images"]?.array?.compactMap(\.object) ?? []
        let sizes = images.compactMap(Self.pixels)
        let missing = Self.icons.count { !sizes.contains($0.size) }
        checklist.note(
            Self.allIcons, at: "Contents.json", "\(missing) missing", rank: missing, isKept: missing == 0)
        for image in images.prefix(Checklist.mostStickers) {
            let name = image["filename"]?.string ?? ""
            guard checklist.isFirstLook(at: name) else { continue }
            let file = try files.bytes(of: name)
            checklist.note(CommonRules.missingFile, at: name, file == nil ? "missing" : "there", isKept: file != nil)
            guard let file else { continue }
            let found = (try? ImageSource(file)).flatMap { $0.format == .png ? $0.size : nil }
            checklist.note(
                Self.iconSize, at: name, found.map { "\($0.width) × \($0.height)" } ?? "not a PNG",
                isKept: found != nil && found == Self.pixels(of: image))
        }
    }

    /// Points times scale.
    private static func pixels(of image: [String: JSONValue]) -> PixelSize? {
        let points = (image["size"]?.string ?? "").split(separator: "x").compactMap { Int($0) }
        guard points.count == 2, let scale = Int((image["scale"]?.string ?? "").dropLast()), (1...3).contains(scale),
            points.allSatisfy((1...10_000).contains)
        else { return nil }
        return PixelSize(width: points[0] * scale, height: points[1] * scale)
    }

    private static func check(_ grid: (name: String, side: Int)) -> PictureCheck {
        PictureCheck(
            pictureRules(side: grid.side), of: "a \(grid.name) sticker", named: "sticker-\(grid.name)",
            .init(owner: .sticker, part: grid.name))
    }

    /// All rules of this check.
    static var allRules: [CheckedRule] {
        [
            layout, catalog, gridSize, fileName, allIcons, iconSize, CommonRules.missingFile,
            CommonRules(rules: IMessageFormat().rules).stickerCount,
            CommonRules(rules: IMessageFormat().rules).description,
        ] + grids.flatMap { check($0).all } + LivingCheck(livingRules(side: grids[0].side)).all
    }

    private static let layout = CheckedRule(
        "catalogs", about: "sticker packs in the catalog", limit: "1 or more",
        remedy: "name a folder that has .xcstickers", terms: .structure("*.xcstickers"))
    private static let catalog = CheckedRule(
        "contents", about: "Contents.json", limit: "a JSON object in each folder", remedy: "make the pack again",
        terms: .structure("Contents.json"))
    private static let gridSize = CheckedRule(
        "grid-size", about: "grid-size", limit: "small, regular or large", remedy: "set it in the pack's Contents.json",
        terms: .structure("Contents.json (grid-size)"))
    private static let fileName = CheckedRule(
        "file-name", about: "a sticker's file name", limit: "a name without a folder", remedy: "write the name alone",
        terms: .structure("Contents.json (filename)"))
    private static let allIcons = CheckedRule(
        "icons", about: "icons of the app", limit: "all \(IMessageFormat.icons.count)",
        remedy: "add those that are missing", terms: .structure("*.stickersiconset"))
    private static let iconSize = CheckedRule(
        "icon-size", about: "pixels of an icon", limit: "its size times its scale, PNG",
        remedy: "bring it to that size", terms: .structure("*.stickersiconset (size × scale)"))
}
