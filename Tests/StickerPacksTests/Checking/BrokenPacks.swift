import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// A pack that keeps all rules but one or two.
struct BrokenPack: Sendable, CustomTestStringConvertible {
    let rule: String
    let what: String
    let change: @Sendable (inout [String: [UInt8]]) throws -> Void

    init(_ rule: String, _ what: String, _ change: @escaping @Sendable (inout [String: [UInt8]]) throws -> Void) {
        self.rule = rule
        self.what = what
        self.change = change
    }

    var testDescription: String { "\(rule): \(what)" }

    /// The rules that the check of the changed files finds broken.
    func brokenRules(_ files: [String: [UInt8]], for target: PackTarget) throws -> [PackReport.Rule] {
        var files = files
        try change(&files)
        let folder = TemporaryFolder()
        for (name, bytes) in files { try folder.write(bytes, to: FilePath(name)) }
        return try PackCheck.report(on: PackFiles(folder: folder.path), for: target).broken
    }
}

/// Pictures that break rules.
enum WrongPictures {
    static func webp(_ width: Int, _ height: Int) throws -> [UInt8] {
        try ImageEncoder(.losslessWebP()).encode(
            Bitmap(size: PixelSize(width: width, height: height), filledWith: .white))
    }

    static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
        try ImageEncoder(.png()).encode(Bitmap(size: PixelSize(width: width, height: height), filledWith: .white))
    }

    /// Chance's own colours: nothing makes such a file small.
    static func noise(_ side: Int, _ format: ImageEncoder.Format) throws -> [UInt8] {
        var random = SeededGenerator(seed: 1)
        let pixels = (0..<4 * side * side).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) }
        return try ImageEncoder(format).encode(Bitmap(size: PixelSize(width: side, height: side), pixels: pixels))
    }

    static func movingWebP() throws -> [UInt8] {
        try FilePath(#filePath).parent.parent.parent.appending("ImagingTests/Fixtures/animation/three.webp").readBytes()
    }

    /// The PNG with the chunk that makes it an APNG behind its header.
    static func moving(_ png: [UInt8]) -> [UInt8] {
        let chunk = Array("acTL".utf8) + [0, 0, 0, 2, 0, 0, 0, 0]
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in chunk {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        let sum = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~crc >> $0) }
        return Array(png[..<33]) + [0, 0, 0, 8] + chunk + sum + Array(png[33...])
    }
}

extension [String: [UInt8]] {
    /// Changes a file's text.
    mutating func replace(_ old: String, with new: String, in name: String) throws {
        let text = String(decoding: self[name] ?? [], as: UTF8.self)
        try #require(text.contains(old), "\(name) has \(old)")
        self[name] = Array(text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new).utf8)
    }

    /// The name of the first file that ends so.
    func name(endingWith ending: String, _ place: Int = 0) -> String {
        keys.filter { $0.hasSuffix(ending) }.sorted()[place]
    }
}
