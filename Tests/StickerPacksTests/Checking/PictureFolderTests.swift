import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// The platforms that take pictures one by one.
struct PictureFolderTests {
    static let targets: [PackTarget] = [.discord, .slack, .line, .kakao, .viber, .mastodon, .png]

    private func format(_ target: PackTarget) throws -> PictureFolderFormat {
        try #require(target.format as? PictureFolderFormat)
    }

    /// How many stickers a good pack has.
    private func count(_ target: PackTarget) -> Int {
        target.rules.stickerCounts?.first ?? target.rules.stickerCount.lowerBound
    }

    private func goodPack(_ target: PackTarget) async throws -> (files: [String: [UInt8]], outcome: PackExport.Outcome)
    {
        let fixture = try TargetFixture(count: count(target), side: target == .line ? 400 : 200)
        let outcome = try await fixture.export(target)
        #expect(outcome.isWritten, "\(outcome.report.check.text)")
        return (try fixture.files(in: FilePath(target.rawValue)), outcome)
    }

    @Test(arguments: targets)
    func aGoodPackKeepsAllRulesAndEachRuleHasABrokenPack(_ target: PackTarget) async throws {
        let (files, outcome) = try await goodPack(target)
        let format = try format(target)
        for picture in outcome.report.pictures {
            let source = try ImageSource(try #require(files[picture.file]))
            #expect(source.format.rawValue == target.rules.sticker.formats[0].pathExtension)
            #expect(target.rules.sticker.size.allows(source.size), "\(source.size)")
        }
        #expect(try BrokenPack("", "nothing") { _ in }.brokenRules(files, for: target) == [])
        let packs = try brokenPacks(format, sticker: try #require(outcome.report.pictures.first).file)
        for pack in packs {
            let broken = try pack.brokenRules(files, for: target).map(\.rule)
            #expect(broken.contains(pack.rule), "\(target) \(pack.testDescription): \(broken)")
        }
        // LivingCheckTests breaks the rules of stickers that move.
        let rules = format.allRules.map(\.name).filter { !$0.hasPrefix("moving-") }
        #expect(Set(packs.map(\.rule)).subtracting(["moving-format"]) == Set(rules).subtracting([stillRule(format)]))
    }

    /// A PNG that moves is checked as one where a platform takes such.
    private func stillRule(_ format: PictureFolderFormat) -> String {
        format.rules.livingPacks == .mixed && format.rules.living?.format == .apng ? "sticker-still" : ""
    }

    private func brokenPacks(_ format: PictureFolderFormat, sticker: String) throws -> [BrokenPack] {
        let stem = format.naming == .numbered(from: 0) || format.naming == .numbered(from: 1) ? "x" : "ä"
        var packs = [
            BrokenPack("sticker-count", "none") {
                $0[sticker] = nil
                $0 = $0.filter { !$0.key.hasSuffix(".png") }
            },
            BrokenPack("name", "another") { $0["\(stem).png"] = $0.removeValue(forKey: sticker) },
        ]
        packs += try brokenPictures("sticker", sticker, format.rules.sticker).map { pack in
            pack.rule == stillRule(format) ? BrokenPack("moving-format", pack.what, pack.change) : pack
        }
        for extra in format.extras {
            packs += try brokenPictures(String(extra.name.dropLast(4)), extra.name, extra.rules)
            packs.append(BrokenPack("files", "\(extra.name) is missing") { $0[extra.name] = nil })
        }
        if let archive = format.archive {
            packs.append(BrokenPack("zip", "no ZIP") { $0[archive.name] = [1, 2, 3] })
            if let limit = archive.byteLimit {
                packs.append(
                    BrokenPack("zip-bytes", "too many") { $0[archive.name] = [UInt8](repeating: 0, count: limit + 1) })
            }
        }
        if let details = format.details {
            let list = details.fileName
            packs += [
                BrokenPack("details", "no list") { $0[list] = [1, 2, 3] },
                BrokenPack("details", "an entry less") { $0[list] = Array("[]".utf8) },
                BrokenPack("details-name", "too short") {
                    try $0.replace("\"name\" : \"", with: "\"nome\" : \"", in: list)
                },
                BrokenPack("details-description", "too long") {
                    let text = String(repeating: "a", count: details.descriptionLength.upperBound + 1)
                    try $0.replace("\"description\" : \"", with: "\"description\" : \"\(text)", in: list)
                },
                BrokenPack("emoji-count", "none") { try $0.replace("🐱", with: "", in: list) },
                BrokenPack("emoji", "a letter") { try $0.replace("🐱", with: "x", in: list) },
            ]
        }
        return packs
    }

    private func brokenPictures(_ name: String, _ file: String, _ rules: PictureRules) throws -> [BrokenPack] {
        let side = Int(Double(rules.byteLimit / 3).squareRoot()) + 20
        let large = try WrongPictures.noise(side, .png())
        let size: PixelSize =
            switch rules.size {
            case .exactly(let size), .within(let size), .even(within: let size): size
            case .longestSide(let side): PixelSize(width: side, height: side)
            }
        return [
            BrokenPack("\(name)-format", "no picture") { $0[file] = [1, 2, 3] },
            BrokenPack("\(name)-size", "an odd side") {
                $0[file] = try WrongPictures.png(size.width - 1, size.height - 1)
            },
            BrokenPack("\(name)-size", "too large") { $0[file] = try WrongPictures.png(size.width + 2, size.height) },
            BrokenPack("\(name)-bytes", "too many") { $0[file] = large },
            BrokenPack("\(name)-still", "moves") {
                $0[file] = WrongPictures.moving(try WrongPictures.png(size.width, size.height))
            },
        ]
    }

    @Test func onlyWhatLINETakesIsANumberOfStickers() async throws {
        let fixture = try TargetFixture(count: 9, side: 64)
        let outcome = try await fixture.export(.line)
        #expect(!outcome.isWritten)
        #expect(outcome.report.check.broken.map(\.limit) == ["8, 16, 24, 32 or 40"])
    }

    @Test func namesAreWhatThePlatformsTake() async throws {
        let fixture = try TargetFixture(count: 2, side: 64) { ["The Cat-é", "IMG_2"][$0] }
        for (target, names) in [
            (PackTarget.discord, ["01-The_Cat-_.png", "02-IMG_2.png", "HOW-TO.txt", "details.json"]),
            (.slack, ["01_the_cat__.png", "02_img_2.png", "HOW-TO.txt"]),
            (.viber, ["00.png", "01.png", "HOW-TO.txt", "viber.zip"]),
        ] {
            #expect(try await fixture.export(target).isWritten)
            let files = try fixture.files(in: FilePath(target.rawValue)).keys.filter { !$0.hasPrefix("report") }
            #expect(files.sorted() == names)
            #expect(try PackCheck(fixture.folder.path.appending(target.rawValue)).run().map(\.target) == [target])
        }
    }

    @Test func aStickerOfLINEHasEvenSidesAndTenPixelsAround() throws {
        for (width, height) in [(512, 300), (301, 512), (33, 21), (512, 512)] {
            let bitmap = Bitmap(size: PixelSize(width: width, height: height), filledWith: .white)
            let placed = bitmap.placed(PackTarget.line.rules.sticker)
            #expect(placed.width % 2 == 0 && placed.height % 2 == 0 && placed.width <= 370 && placed.height <= 320)
            let box = try #require(placed.alphaBox(above: 0))
            #expect(box.x >= 10 && box.y >= 10 && placed.width - box.maxX >= 10 && placed.height - box.maxY >= 10)
        }
    }
}
