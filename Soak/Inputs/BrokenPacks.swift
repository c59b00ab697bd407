import Files
import Peel

/// Reads broken lists of packs for platforms, and broken `stickers.json` files.
struct BrokenPacks {
    private let folder: FilePath

    init(_ folder: FilePath) {
        self.folder = folder.appending("checked")
    }

    /// An undamaged file of each kind.
    static var seeds: [[UInt8]] {
        [
            #"""
            {"sticker_packs":[{"identifier":"p","name":"Cats","publisher":"Ada","tray_image_file":"tray.png",
            "image_data_version":"1","avoid_cache":false,"publisher_email":"a@b.org","stickers":[
            {"image_file":"a.webp","emojis":["🐱","❤️"],"accessibility_text":"A cat"}]}]}
            """#,
            #"""
            {"title":"Cats","emoji":"🐱","stickers":{"mia.jpg":{"emoji":"😺🐈","title":"Mia",
            "options":{"text":"Miaow!","text-at":"top","border":5}}}}
            """#,
        ].map { Array($0.utf8) }
    }

    /// Reads a file. Returns whether it was understood.
    func read(_ bytes: [UInt8]) throws -> Bool {
        try folder.createFolder()
        let file = folder.appending("contents.json")
        try AtomicFile.write(bytes, to: file, durability: .deferred)
        let rules = try PackCheck(folder).run(for: [.whatsapp]).flatMap(\.report.rules)
        guard rules.allSatisfy({ $0.failures.count <= 100 && $0.value.utf8.count <= 1_000 }) else {
            throw SoakError("what a check says is not bounded")
        }
        let isMetadata = (try? PackMetadata(readingFrom: file)) != nil
        return isMetadata || rules.contains { $0.rule == "contents" && $0.failures.isEmpty }
    }
}
