import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// A finished pack whose stickers are real photos, cut out.
struct TargetFixture {
    let temporary = TemporaryFolder()
    var folder: PackFolder { PackFolder(temporary.path.appending("pack")) }
    static let details = PackExport.Details(title: "Félines & Co", author: "Ada", emoji: ["🐱", "❤️"])

    /// - Parameters:
    ///   - count: of the stickers; the four photos come in turns.
    ///   - side: of each, in pixels.
    init(count: Int, side: Int = 512, name: (Int) -> String = { "\(RealCutout.allCases[$0 % 4])-\($0)" }) throws {
        let pictures = try RealCutout.allCases.map { try ImageEncoder(.png()).encode($0.bitmap(side: side)) }
        try self.init((0..<count).map { ("\(name($0)).png", pictures[$0 % 4]) })
    }

    init(_ stickers: [(name: String, bytes: [UInt8])]) throws {
        var manifest = PackManifest(program: Samples.run.program, model: Samples.run.model)
        for (name, bytes) in stickers {
            try temporary.write(bytes, to: FilePath("pack/stickers/" + name))
            let size = PixelSize(width: 1, height: 1)
            manifest.stickers.append(
                PackManifest.Entry(
                    file: "stickers/\(name)", byteCount: bytes.count, sha256: SHA256Digest(of: bytes).hex, source: name,
                    sourceSHA256: SHA256Digest(of: bytes).hex, settings: Samples.settings().description, size: size,
                    photoSize: size, box: PixelRect(size), instance: nil, colors: [], textColor: "#000000",
                    confidence: nil, origin: nil))
        }
        try temporary.write(manifest.jsonBytes, to: "pack/pack.json")
    }

    func export(_ target: PackTarget, _ details: PackExport.Details = details) async throws -> PackExport.Outcome {
        try #require(await PackExport(folder, details).run(for: target))
    }

    /// The files below a folder of the pack.
    func files(in name: FilePath) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for file in try FolderWalk(folder.path.appending(name)).files {
            files[file.relativePath.description] = try file.path.readBytes(allowsEmpty: true)
        }
        return files
    }
}
