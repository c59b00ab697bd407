import TestSupport
import Testing

@testable import Imaging

/// Small files that say often that something is to be decoded. None is decoded: each would take minutes to hours.
@Suite struct RepeatedWorkTests {
    private func failure(_ bytes: [UInt8]) -> ImagingError? {
        do throws(ImagingError) {
            _ = try ImageSource(bytes)
            return nil
        } catch {
            return error
        }
    }

    // MARK: JPEG

    private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }

    /// A progressive JPEG of 64 × 64 grey pixels with a first scan and so many that refine nothing.
    private func progressive(scans count: Int) -> [UInt8] {
        let lengths: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)
        var file: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
        file += segment(0xC2, [8, 0, 64, 0, 64, 1, 1, 0x11, 0])
        file += segment(0xC4, [0] + lengths + [0]) + segment(0xC4, [0x10] + lengths + [0x50])
        file += segment(0xDA, [1, 1, 0, 0, 0, 0]) + [UInt8](repeating: 0, count: 8)
        // A run of 64 blocks without coefficients: a code of one bit, five bits of its length less 32, twice.
        for _ in 0..<count { file += segment(0xDA, [1, 1, 0, 1, 63, 0]) + [0b0_11111_0, 0b0_0001_111] }
        return file + [0xFF, 0xD9]
    }

    @Test func aJPEGHasAHundredScansAtMost() throws {
        #expect(failure(progressive(scans: 99)) == nil)
        let refused = try #require(failure(progressive(scans: 100)))
        #expect(refused.code == .damaged)
        #expect(refused.description == "the JPEG has more than 100 scans, the limit; save the picture again")
    }

    @Test func scansAreToldFromBytesThatLookLikeThem() throws {
        var bytes = try Fixtures.bytes("format/progressive.jpg")
        let thumbnail = segment(0xE1, (0..<200).flatMap { _ in [0xFF, 0xDA, 0, 8] as [UInt8] })
        bytes.insert(contentsOf: thumbnail, at: 2)
        // Bytes that fill up to a marker, and what lies behind the end.
        bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF], at: 2 + thumbnail.count)
        bytes += (0..<200).flatMap { _ in segment(0xDA, [0, 0]) }
        #expect(try ImageSource(bytes).decode() == ImageSource(Fixtures.bytes("format/progressive.jpg")).decode())
    }

    // MARK: WebP

    /// libwebp looks for each frame from the first one on: 400,000 would take hours.
    @Test(arguments: [10_000, 10_001]) func aWebPHasTenThousandFramesAtMost(count: Int) {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
        let frame = Array("ANMF".utf8) + number(16, 4) + [UInt8](repeating: 0, count: 16)
        var file = Array("RIFF".utf8) + number(22 + count * frame.count, 4) + Array("WEBPVP8X".utf8) + number(10, 4)
        file += [2, 0, 0, 0] + number(0, 3) + number(0, 3)
        for _ in 0..<count { file += frame }
        let words = failure(file)?.description ?? ""
        #expect(words.contains("more than 10000 frames") == (count > 10_000), "\(words)")
    }

    // MARK: HEIC

    private func box(_ name: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8, 4) + Array(name.utf8) + body }
    private func big(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(value >> (8 * $0) & 255) }
    }

    /// A HEIC without pixels whose items are made of others.
    ///
    /// - Parameters:
    ///   - kinds: of the items from 1 on, the first of which is the picture.
    ///   - sources: of which an item is made.
    private func derived(_ kinds: [String], _ sources: [(item: Int, of: [Int])]) -> [UInt8] {
        let items = kinds.enumerated().flatMap { index, kind in
            box("infe", [2, 0, 0, 0] + big(index + 1, 2) + [0, 0] + Array(kind.utf8) + [0])
        }
        let references = sources.flatMap { item, sources in
            box("dimg", big(item, 2) + big(sources.count, 2) + sources.flatMap { big($0, 2) })
        }
        let meta = box("pitm", [0, 0, 0, 0, 0, 1]) + box("iinf", [0, 0, 0, 0] + big(kinds.count, 2) + items)
        return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("heic".utf8))
            + box("meta", [0, 0, 0, 0] + meta + box("iref", [0, 0, 0, 0] + references))
    }

    @Test func aHEICIsReadToItsLastBox() throws {
        let layers = derived(["iovl", "hvc1"], [(1, [Int](repeating: 2, count: 20))])
        let start = try #require(layers.firstRange(of: "meta".utf8)?.lowerBound) - 4
        let harmless = derived(["hvc1"], [])
        let boxes = (0..<1001).flatMap { _ in box("free", []) }
        #expect(failure(harmless + boxes + layers[start...])?.description.contains("more than 4096 parts") == true)
    }

    @Test func aHEICIsNotMadeOfOnePictureThousandsOfTimes() throws {
        let limit = "more than 4096 parts"
        func isTooMuch(_ kinds: [String], _ sources: [(item: Int, of: [Int])]) -> Bool {
            failure(derived(kinds, sources))?.description.contains(limit) == true
        }
        func many(_ count: Int) -> [Int] { [Int](repeating: 2, count: count) }
        #expect(!isTooMuch(["grid", "hvc1"], [(1, many(768))]), "a camera's 200 megapixels")
        #expect(isTooMuch(["grid", "hvc1"], [(1, many(5000))]))
        #expect(!isTooMuch(["iovl", "hvc1"], [(1, many(4))]))
        #expect(isTooMuch(["iovl", "hvc1"], [(1, many(20))]), "layers are as large as the whole")
        #expect(isTooMuch(["iden", "iovl", "hvc1"], [(1, [2]), (2, [3, 3, 3, 3]), (3, many(0)), (2, many(16))]))
        #expect(isTooMuch(["grid", "grid", "hvc1"], [(1, many(100)), (2, [Int](repeating: 3, count: 100))]))
        #expect(isTooMuch(["iden", "iden"], [(1, [2]), (2, [1])]), "a circle")
        #expect(isTooMuch(Array(repeating: "iden", count: 40), (1..<40).map { ($0, [$0 + 1]) }), "a long chain")
    }

    @Test func camerasPicturesAreBelowAllLimits() throws {
        for name in ["progressive.jpg", "baseline.jpg", "photo.heic", "photo.avif", "lossy.webp"] {
            #expect(failure(try Fixtures.bytes("format/\(name)")) == nil, "\(name)")
        }
    }

    /// A picture whose coded data is there several times, one after the other.
    ///
    /// - Parameter pieces: by how many extents it is described.
    private func repeated(_ name: String, times: Int, pieces: Int = 1) throws -> [UInt8] {
        let file = try Fixtures.bytes("format/\(name)")
        func number(_ offset: Int, _ bytes: Int) -> Int {
            file[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
        }
        let places = try #require(file.firstRange(of: "iloc".utf8)?.lowerBound) - 4
        let extent = places + (name.hasSuffix("heic") ? 26 : 22)
        let base = name.hasSuffix("heic") ? number(places + 20, 4) : 0
        let start = number(extent, 4) + base
        let data = file[start..<start + number(extent + 4, 4)]
        // The new box of places lies behind `meta`'s other boxes, and the first one becomes free space.
        let all = [UInt8]((0..<times).flatMap { _ in data })
        let place = box(
            "iloc",
            [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0] + big(pieces, 2)
                + (0..<pieces).flatMap { index in
                    let (from, to) = (all.count * index / pieces, all.count * (index + 1) / pieces)
                    return big(file.count + 1000 + from, 4) + big(to - from, 4)
                })
        let meta = try #require(file.firstRange(of: "meta".utf8)?.lowerBound) - 4
        let end = meta + number(meta, 4)
        var result = [UInt8](file[..<meta]) + big(number(meta, 4) + place.count, 4) + file[meta + 4..<places + 4]
        result += Array("free".utf8) + file[places + 8..<end] + place + file[end...]
        result += self.box("free", [UInt8](repeating: 0, count: file.count + 984 - result.count))
        return result + self.box("mdat", all)
    }

    @Test(arguments: ["photo.heic", "photo.avif"], [1, 3])
    func aPictureHasNoOthersHiddenInIt(_ name: String, _ pieces: Int) throws {
        #expect(failure(try repeated(name, times: 1, pieces: pieces)) == nil)
        let many = try #require(failure(try repeated(name, times: 17, pieces: pieces)))
        #expect(many.description.contains("more than 4096 parts"), "\(many)")
    }

    @Test func aPicturesDescriptionHasNoPicturesHiddenInIt() throws {
        var file = try Fixtures.bytes("format/photo.heic")
        let start = try #require(file.firstRange(of: "hvcC".utf8)?.lowerBound) - 4
        let size = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        // One more list of units: slices that begin a picture.
        let slices = [UInt8]([0x26] + big(300, 2)) + (0..<300).flatMap { _ in big(3, 2) + [0x26, 1, 0x80] }
        file[start + 8 + 22] += 1
        file.insert(contentsOf: slices, at: start + size)
        for name in ["hvcC", "ipco", "iprp", "meta"] {
            let at = try #require(file.firstRange(of: name.utf8)?.lowerBound) - 4
            file.replaceSubrange(
                at..<at + 4, with: big(file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } + slices.count, 4))
        }
        #expect(failure(file)?.description.contains("more than 4096 parts") == true)
    }

    /// - Parameters:
    ///   - sizes: of the numbers that say where an item lies, four bits each.
    ///   - places: the rest of the box.
    private func located(sizes: Int, _ places: [UInt8], properties: [UInt8] = []) -> [UInt8] {
        let items = box("infe", [2, 0, 0, 0] + big(1, 2) + [0, 0] + Array("hvc1".utf8) + [0])
        let meta =
            box("pitm", [0, 0, 0, 0, 0, 1]) + box("iinf", [0, 0, 0, 0] + big(1, 2) + items)
            + box("iloc", [0, 0, 0, 0] + big(sizes, 2) + places) + properties
        return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("heic".utf8)) + box("meta", [0, 0, 0, 0] + meta)
    }

    /// Where items lie is said in 0, 4 or 8 bytes; other numbers end in no crash, and pieces without numbers take no
    /// memory.
    @Test(arguments: [0x0900, 0xF0F0, 0x2222, 0x4490]) func whereItemsLieIsSaidAsOthersSayIt(sizes: Int) {
        let large = [UInt8](repeating: 0xFF, count: 40)
        let one = big(1, 2) + big(1, 2) + big(0, 2)
        #expect(failure(located(sizes: sizes, one + big(1, 2) + large))?.description.contains("4096 parts") == true)
        #expect(failure(located(sizes: sizes, one + large))?.description.contains("4096 parts") == true)
    }

    /// Six bytes said that an item lies in 65,535 pieces: a file of 6 kB took a gigabyte.
    @Test func piecesWithoutNumbersTakeNoMemory() async {
        let item = big(1, 2) + big(0, 2) + big(65_535, 2)
        let many = located(sizes: 0, big(1000, 2) + [[UInt8]](repeating: item, count: 1000).flatMap(\.self))
        await #expect(processExitsWith: .success) { [many = many as [UInt8]] in
            let before = try PeakMemory.bytes()
            let refused = #expect(throws: ImagingError.self) { try ImageSource(many) }
            #expect(refused?.description.contains("4096 parts") == true)
            try #require(try PeakMemory.bytes() - before < 64 << 20)
        }
    }

    /// A list of a hundred thousand empty units that an item names as often is read once, up to its limit.
    @Test func aDescriptionThatIsNamedOftenIsReadOnce() {
        let list: [UInt8] = [0x20] + big(50_000, 2) + [UInt8](repeating: 0, count: 100_000)
        let container = box("ipco", box("hvcC", [UInt8](repeating: 0, count: 22) + [2] + list + list))
        let names: [UInt8] = big(1, 2) + [255] + [UInt8](repeating: 1, count: 255)
        let associations = [[UInt8]](repeating: names, count: 700).flatMap(\.self)
        let properties = box("iprp", container + box("ipma", [0, 0, 0, 0] + big(700, 4) + associations))
        let place = big(1, 2) + big(1, 2) + big(0, 2) + big(1, 2) + big(0, 4) + big(8, 4)
        let file = located(sizes: 0x4400, place, properties: properties)
        #expect(failure(file)?.description.contains("4096 parts") == true)
    }

    // MARK: PNG

    @Test func textsOfAPNGAreNotUnpacked() throws {
        let picture = try Fixtures.bytes("format/truecolor.png")
        var texts: [UInt8] = []
        for name in ["tEXt", "zTXt", "iTXt"] {
            texts += big(4, 4) + Array(name.utf8)
            texts += [0x61, 0, 0x62, 0x63, 0, 0, 0, 0]
        }
        var file = picture
        file.insert(contentsOf: texts, at: 33)
        file.insert(contentsOf: texts, at: file.count - 12)
        #expect(PNGTexts.removed(from: file) == picture)
        #expect(PNGTexts.removed(from: picture) == picture)
        #expect(try ImageSource(file).decode() == ImageSource(picture).decode())
        // A chunk that is cut short is left to libpng, and so is all that would follow.
        let cut = Array(file.dropLast(20))
        #expect(PNGTexts.removed(from: cut).suffix(8) == cut.suffix(8))
    }
}
