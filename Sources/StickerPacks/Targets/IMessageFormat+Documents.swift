extension IMessageFormat {
    func writeDocuments(_ packs: [TargetPack], in folder: TargetFolder) throws(PackError) {
        for pack in packs where !folder.isStopped() {
            for grid in Self.grids {
                let catalog = "\(pack.folder())\(grid.name)/\(Self.catalogName)"
                try folder.write(PackManifest.json(Catalog()), to: "\(catalog)/Contents.json")
                let contents = StickerPack(
                    properties: ["grid-size": grid.name],
                    stickers: pack.stickers.map { StickerPack.Entry(filename: "\($0.name).sticker") })
                try folder.write(PackManifest.json(contents), to: "\(catalog)/\(Self.packName)/Contents.json")
                for sticker in pack.stickers {
                    try folder.write(
                        PackManifest.json(Sticker(properties: properties(of: sticker))),
                        to: "\(catalog)/\(Self.packName)/\(sticker.name).sticker/Contents.json")
                }
                try writeIcons(of: pack, in: "\(catalog)/\(Self.iconsName)", folder)
            }
        }
    }

    /// VoiceOver reads the label; without one, the sticker's name.
    private func properties(of sticker: TargetSticker) -> [String: String] {
        var properties = ["filename": "\(sticker.name).png"]
        properties[Self.labelKey] = sticker.description
        return properties
    }

    private func writeIcons(
        of pack: TargetPack, in place: String, _ folder: TargetFolder
    ) throws(PackError) {
        // The largest picture there is of the sticker.
        let source = pictures(of: pack.cover, in: pack)[Self.grids.count - 1].path
        for icon in Self.icons {
            try folder.writeCover(icon.rules, of: pack.cover, at: source, to: "\(place)/\(icon.fileName)")
        }
        let images = Self.icons.map {
            IconSet.Image(
                filename: $0.fileName, idiom: $0.idiom, platform: $0.platform, scale: $0.scale, size: $0.points)
        }
        try folder.write(PackManifest.json(IconSet(images: images)), to: "\(place)/Contents.json")
    }
}

private struct Info: Encodable {
    var author = "xcode"
    var version = 1
}

private struct Catalog: Encodable {
    var info = Info()
}

private struct StickerPack: Encodable {
    struct Entry: Encodable {
        var filename: String
    }

    var info = Info()
    var properties: [String: String]
    var stickers: [Entry]
}

private struct Sticker: Encodable {
    var info = Info()
    var properties: [String: String]
}

private struct IconSet: Encodable {
    struct Image: Encodable {
        var filename: String
        var idiom: String
        var platform: String?
        var scale: String
        var size: String
    }

    var images: [Image]
    var info = Info()
}
