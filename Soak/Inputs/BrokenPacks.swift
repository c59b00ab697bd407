import Files
import Peel

/// The list of a platform's pack that somebody else has made, and what a person wrote beside photos.
struct BrokenPacks {
    private let folder: FilePath

    init(_ folder: FilePath) {
        self.folder = folder.appending("checked")
    }

    /// A whole one of each.
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

    /// - Returns: whether it is understood all the same.
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
