import Imaging
import Testing

@testable import StickerPacks

/// Packs of iMessage that break rules.
enum IMessagePacks {
    private static let pack = "regular/Stickers.xcstickers/Sticker Pack.stickerpack"
    private static let icons = "regular/Stickers.xcstickers/iMessage App Icon.stickersiconset"

    private static func pictures(_ grid: String, _ side: Int) -> [BrokenPack] {
        func change(_ bytes: @escaping @Sendable () throws -> [UInt8])
            -> @Sendable (inout [String: [UInt8]]) throws -> Void
        {
            { files in
                let name = try #require(
                    files.keys.filter { $0.hasPrefix("\(grid)/") && $0.contains(".sticker/") && $0.hasSuffix(".png") }
                        .min())
                files[name] = try bytes()
            }
        }
        return [
            BrokenPack("sticker-\(grid)-format", "WebP", change { try WrongPictures.webp(side, side) }),
            BrokenPack("sticker-\(grid)-size", "a column less", change { try WrongPictures.png(side - 1, side) }),
            BrokenPack("sticker-\(grid)-bytes", "too many", change { try WrongPictures.noise(420, .png()) }),
            BrokenPack(
                "moving-format", "says that it moves",
                change { WrongPictures.moving(try WrongPictures.png(side, side)) }),
        ]
    }

    static let broken: [BrokenPack] =
        [
            BrokenPack("catalogs", "none") { $0 = ["a.txt": [1]] },
            BrokenPack("contents", "no JSON") { $0["\(pack)/Contents.json"] = Array("{".utf8) },
            BrokenPack("contents", "a sticker's is missing") { files in
                let name = try #require(files.keys.filter { $0.hasSuffix(".sticker/Contents.json") }.min())
                files[name] = nil
            },
            BrokenPack("grid-size", "another") {
                try $0.replace("\"regular\"", with: "\"huge\"", in: "\(pack)/Contents.json")
            },
            BrokenPack("description-length", "151 characters") { files in
                let name = try #require(files.keys.filter { $0.hasSuffix(".sticker/Contents.json") }.min())
                let label = "\"accessibility-label\" : \"\(String(repeating: "a", count: 151))\", "
                try files.replace("\"filename\" : \"", with: label + "\"filename\" : \"", in: name)
            },
            BrokenPack("file-name", "in a folder") { files in
                let name = try #require(files.keys.filter { $0.hasSuffix(".sticker/Contents.json") }.min())
                try files.replace("\"filename\" : \"", with: "\"filename\" : \"../", in: name)
            },
            BrokenPack("files", "a picture is missing") { files in
                let name = try #require(files.keys.filter { $0.contains(".sticker/") && $0.hasSuffix(".png") }.min())
                files[name] = nil
            },
            BrokenPack("icons", "one is missing") {
                try $0.replace("\"60x45\"", with: "\"61x45\"", in: "\(icons)/Contents.json")
            },
            BrokenPack("icon-size", "another size") {
                $0["\(icons)/iphone-60x45@3x.png"] = try WrongPictures.png(180, 134)
            },
            BrokenPack("icon-size", "no picture") { $0["\(icons)/iphone-60x45@3x.png"] = [1] },
            BrokenPack("sticker-count", "none") { files in
                let text = "{\"info\": {}, \"properties\": {\"grid-size\": \"regular\"}, \"stickers\": []}"
                files["\(pack)/Contents.json"] = Array(text.utf8)
            },
        ] + IMessageFormat.grids.flatMap { pictures($0.name, $0.side) }
}
