import Files
import Foundation
import Peel

/// Reads broken `pack.json` files as if another person had written them. What is read must be safe to act on.
struct BrokenManifests {
    private let file: FilePath

    init(_ folder: FilePath) {
        file = folder.appending("pack.json")
    }

    /// An undamaged manifest.
    static func seed() throws -> [UInt8] {
        let size = PixelSize(width: 512, height: 384)
        var manifest = PackManifest(
            program: .init(version: "1"), model: .init(name: "built in", sha256: String(repeating: "0a", count: 32)))
        let json = """
            {"file":"stickers/cat.webp","byteCount":1234,"sha256":"\(String(repeating: "1b", count: 32))",\
            "source":"cat.jpg","sourceSHA256":"\(String(repeating: "2c", count: 32))","settings":"0123456789abcdef",\
            "size":{"width":\(size.width),"height":\(size.height)},"photoSize":{"width":4032,"height":3024},\
            "box":{"x":1,"y":2,"width":3,"height":4},"colors":[{"hex":"#102030","share":0.75}],"textColor":"#ffffff",\
            "origin":{"title":"T","credit":"C","date":"2025-06-16","address":"https://example.org/"}}
            """
        manifest.failures = [.init(source: "dog.jpg", reason: "not a picture")]
        manifest.contactSheets = ["contact-sheet.png"]
        manifest.archive = "pack.zip"
        let text = String(decoding: manifest.jsonBytes, as: UTF8.self)
        guard let place = text.range(of: #""stickers" : ["#) else { throw SoakError("the manifest has stickers") }
        return Array((text[..<place.upperBound] + json + text[place.upperBound...]).utf8)
    }

    /// Reads a manifest. Returns whether it is one.
    func read(_ bytes: [UInt8]) throws -> Bool {
        guard let manifest = try manifest(bytes) else { return false }
        for entry in manifest.stickers {
            guard entry.file.hasPrefix("stickers/"), !entry.fileName.contains("/"), entry.fileName != ".." else {
                throw SoakError("the manifest's file \(entry.file) leads elsewhere")
            }
            _ = entry.colorScheme
        }
        guard try self.manifest(manifest.jsonBytes) == manifest else { throw SoakError("a manifest becomes another") }
        return true
    }

    /// Manifests can only be read from files.
    private func manifest(_ bytes: [UInt8]) throws -> PackManifest? {
        try AtomicFile.write(bytes, to: file, durability: .deferred)
        return try? PackManifest(readingFrom: file)
    }
}
