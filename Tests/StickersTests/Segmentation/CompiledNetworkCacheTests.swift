import Files
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Stickers

@Suite final class CompiledNetworkCacheTests {
    private let folder = TemporaryFolder()
    private var cache: CompiledNetworkCache { CompiledNetworkCache(folder: folder.path) }

    private func segmenter() throws -> SubjectSegmenter {
        let model = try SubjectModel(name: "unit", bytes: Fixtures.bytes("networks/unit.onnx"), family: .subject)
        return try SubjectSegmenter(model: model, configuration: .init(streams: 1, threads: 1, cache: cache))
    }

    private func networks() throws -> [FilePath] {
        try folder.path.names().filter { $0.pathExtension == "network" }.map { folder.path.appending($0) }
    }

    private func expectWorks(_ segmenter: SubjectSegmenter) throws {
        let white = Bitmap(size: segmenter.inputSize, filledWith: .white)
        #expect(try segmenter.matte(of: white).samples.allSatisfy { abs($0 - 1) < 1e-5 })
    }

    @Test func theSecondStartTakesUpWhatTheFirstCompiled() throws {
        try expectWorks(segmenter())
        let files = try networks()
        #expect(files.count == 1)
        #expect(try folder.path.names().count == 1, "nothing else is left")
        let key = try #require(files.first).stem.description
        let before = try #require(files.first).readBytes()
        #expect(cache.read(key) != nil)
        try expectWorks(segmenter())
        #expect(try networks() == files)
        #expect(try #require(files.first).readBytes() == before)
    }

    @Test(arguments: ["flipped", "cut short", "foreign", "empty", "no network"])
    func aFileThatIsNotWholeIsReplaced(damage: String) throws {
        try expectWorks(segmenter())
        let file = try #require(try networks().first)
        let whole = try file.readBytes()
        var damaged = whole
        switch damage {
        case "flipped": damaged[whole.count / 2] ^= 1
        case "cut short": damaged.removeLast(whole.count / 2)
        case "foreign": damaged = Array("a letter that is much longer than a digest of a file would be".utf8)
        case "no network":
            // The digest is right: only OpenVINO can tell.
            let letter = [UInt8](repeating: 65, count: 5000)
            damaged = letter + SHA256Digest(of: letter).bytes
        default: damaged = []
        }
        try AtomicFile.write(damaged, to: file)
        try expectWorks(segmenter())
        #expect(try file.readBytes() != damaged)
        #expect(cache.read(file.stem.description) != nil)
    }

    @Test func anotherNetworkOrAnotherSettingIsAnotherFile() throws {
        let model = SubjectModel(name: "a", bytes: [1])
        let key = CompiledNetworkCache.key(model: model, device: "CPU", properties: [("A", "1")])
        for other in [
            CompiledNetworkCache.key(
                model: SubjectModel(name: "a", bytes: [2]), device: "CPU", properties: [("A", "1")]),
            CompiledNetworkCache.key(model: model, device: "GPU", properties: [("A", "1")]),
            CompiledNetworkCache.key(model: model, device: "CPU", properties: [("A", "2")]),
        ] {
            #expect(other.prefix(32) != key.prefix(32))
        }
        let renamed = SubjectModel(name: "b", bytes: [1])
        #expect(CompiledNetworkCache.key(model: renamed, device: "CPU", properties: [("A", "1")]) == key)
    }

    @Test func aFolderThatCannotBeWrittenIsNoError() throws {
        let file = try folder.write("not a folder", to: "file")
        let cache = CompiledNetworkCache(folder: file.appending("below"))
        let model = try SubjectModel(name: "unit", bytes: Fixtures.bytes("networks/unit.onnx"), family: .subject)
        try expectWorks(SubjectSegmenter(model: model, configuration: .init(streams: 1, threads: 1, cache: cache)))
    }
}
