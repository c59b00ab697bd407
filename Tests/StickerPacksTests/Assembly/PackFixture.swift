import Files
import Imaging
import Stickers
import TestSupport

@testable import StickerPacks

/// A folder for a pack, and runs that fill it with stickers whose bytes say what they are of.
struct PackFixture {
    let temporary = TemporaryFolder()
    var folder: PackFolder { PackFolder(temporary.path.appending("pack")) }

    /// - Parameter contents: of the photos' files; where there are none, a photo is told by its path.
    func writer(
        _ sources: [FilePath], _ contents: [String] = [], start: PackSettings.Start = .anew, force: Bool = false,
        keepsAbsent: Bool = false, encoding: String = "png", fileExtension: String = "png",
        numbersInstances: Bool = false, minimumConfidence: Double = 0
    ) throws(PackError) -> PackWriter {
        var run = Samples.run
        run.settings = Samples.settings(encoding: encoding).description
        run.pathExtension = fileExtension
        run.numbersInstances = numbersInstances
        run.minimumConfidence = minimumConfidence
        return try PackWriter(
            folder: folder, run: run, photos: sources.map { PartPhoto($0, source: $0) }, start: start, force: force,
            keepsAbsent: keepsAbsent,
            digest: { contents.isEmpty ? nil : Samples.digest(contents[$0]) })
    }

    /// What a program does with each photo.
    ///
    /// - Parameters:
    ///   - contents: of the photos' files, in the order of the sources.
    ///   - order: in which they are worked on.
    /// - Returns: the places of the photos that were not kept.
    @discardableResult
    static func work(
        _ writer: PackWriter, _ contents: [String], instances: Int? = nil, order: [Int]? = nil, upTo count: Int = .max
    ) throws(PackError) -> [Int] {
        var done: [Int] = []
        for index in (order ?? Array(contents.indices)).prefix(count) {
            let content = contents[index]
            let digest = Samples.digest(content)
            if try writer.keep(source: index, digest: digest) != nil { continue }
            done.append(index)
            if content.hasPrefix("fail") {
                writer.fail(source: index, reason: content)
            } else {
                try writer.add(
                    Samples.photo(instances: instances), source: index, digest: digest,
                    files: (0..<(instances ?? 1)).map { Array("\(content) \($0)".utf8) })
            }
        }
        return done
    }

    /// Makes a whole pack.
    @discardableResult
    func make(
        _ sources: [FilePath], _ contents: [String], start: PackSettings.Start = .anew, force: Bool = false,
        encoding: String = "png", instances: Int? = nil
    ) throws -> PackManifest {
        let writer = try writer(
            sources, contents, start: start, force: force, encoding: encoding, numbersInstances: instances != nil)
        try Self.work(writer, contents, instances: instances)
        return try writer.finish()
    }

    /// All files of the pack and their bytes.
    func contents() throws -> [FilePath: [UInt8]] {
        var contents: [FilePath: [UInt8]] = [:]
        for name in try folder.path.names() where name != "stickers" {
            contents[name] = try folder.path.appending(name).readBytes(allowsEmpty: true)
        }
        for name in try folder.stickers.names() {
            contents[FilePath("stickers").appending(name)] = try folder.stickers.appending(name).readBytes()
        }
        return contents
    }
}

extension PackWriter {
    /// A page of the contact sheet, whatever its bytes.
    ///
    /// - Parameter page: from 1.
    func writeContactSheet(_ png: [UInt8], page: Int) throws(PackError) {
        try contactSheet.write(png, page: page, notePage)
    }
}
