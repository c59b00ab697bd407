import Files
import FoundationEssentials
import TestSupport
import Testing

@testable import Imaging
@testable import StickerPacks

struct PackExportTests {
    @Test func whatsAppGetsWhatItsSamplesRead() async throws {
        let fixture = try TargetFixture(count: 3) { ["the_cat", "IMG_2", "猫"][$0] }
        let outcome = try await fixture.export(.whatsapp)
        #expect(outcome.isWritten && outcome.packCount == 1)
        let files = try fixture.files(in: "whatsapp")
        #expect(
            files.keys.sorted() == [
                "Flines Co-c4cfb3ac.wastickers", "Flines Co-c4cfb3ac/01-the_cat.webp",
                "Flines Co-c4cfb3ac/02-IMG_2.webp",
                "Flines Co-c4cfb3ac/03-_.webp", "Flines Co-c4cfb3ac/tray-1.png", "HOW-TO.txt", "contents.json",
                "report.json", "report.txt",
            ])
        let contents = try JSONDecoder().decode(JSONValue.self, from: Data(files["contents.json"] ?? []))
        let pack = try #require(contents.object?["sticker_packs"]?.array?.first?.object)
        #expect(pack["name"] == .string("Félines & Co") && pack["publisher"] == .string("Ada"))
        #expect(
            pack["stickers"]?.array?.first
                == .object([
                    "image_file": .string("01-the_cat.webp"), "emojis": .array([.string("🐱"), .string("❤️")]),
                    "accessibility_text": .string("the cat"),
                ]))
        for picture in outcome.report.pictures {
            let bytes = try #require(files[picture.file])
            let source = try ImageSource(bytes)
            #expect(source.format == .webp && source.size == PixelSize(width: 512, height: 512))
            #expect(bytes.count <= 100_000 && bytes.count == picture.byteCount)
        }
        let again = try ZipReader.files(of: files["Flines Co-c4cfb3ac.wastickers"] ?? [], path: "a")
        #expect(again["01-the_cat.webp"] == files["Flines Co-c4cfb3ac/01-the_cat.webp"])
        #expect(String(decoding: again["title.txt"] ?? [], as: UTF8.self) == "Félines & Co\n")
    }

    /// The check and another run take it for no file of the pack.
    @Test(arguments: PackTarget.allCases)
    func eachFolderSaysWhatToDoNext(_ target: PackTarget) async throws {
        let fixture = try TargetFixture(count: max(2, target.rules.stickerCount.lowerBound), side: 96)
        let outcome = try await fixture.export(target)
        #expect(outcome.isWritten, "\(outcome.report.check.text)")
        let said = try fixture.files(in: FilePath(target.rawValue))["HOW-TO.txt"]
        #expect(said.map { String(decoding: $0, as: UTF8.self) } == target.howTo + "\n")
        #expect(target.howTo.split(separator: "\n").count == 2)
        #expect(outcome.report.pictures.allSatisfy { !$0.file.contains("HOW-TO") })
        let checked = try PackCheck(outcome.folder).run(for: [target])
        #expect(checked.count == 1 && checked.allSatisfy { $0.report.isKept })
        #expect(try await fixture.export(target).isWritten)
    }

    /// A person has put it near the upper left corner of its canvas.
    @Test(arguments: [PackTarget.whatsapp, .telegram, .line], [true, false])
    func anArrangedStickerIsFittedWithItsCanvas(_ target: PackTarget, isArranged: Bool) async throws {
        let temporary = TemporaryFolder()
        var canvas = Bitmap(size: PixelSize(width: 1024, height: 1024))
        canvas.replace(x: 100, y: 60, with: try RealCutout.chelsea.bitmap(side: 400))
        try temporary.write(try ImageEncoder(.png()).encode(canvas), to: "cat.png")
        let stickers = (0..<8).map {
            PackExport.Sticker(
                file: temporary.path.appending("cat.png"), source: "\($0)", photoName: "cat.png",
                keepsCanvas: isArranged)
        }
        let export = PackExport(stickers, in: temporary.path, TargetFixture.details)
        let report = try #require(await export.run(for: target)).report
        #expect(report.check.isKept, "\(report.check.text)")
        /// The middle of what is seen and its width, as parts of the picture.
        func seen(_ bitmap: Bitmap) throws -> SIMD3<Double> {
            let box = try #require(bitmap.alphaBox(above: 10))
            return SIMD3(
                Double(2 * box.x + box.width) / Double(2 * bitmap.width),
                Double(2 * box.y + box.height) / Double(2 * bitmap.height), Double(box.width) / Double(bitmap.width))
        }
        let covers = ["tray-1.png", "cover.png", "main.png"]
        let cover = try #require(report.files.first { file in covers.contains { file.hasSuffix($0) } })
        for file in [try #require(report.pictures.first).file, cover] {
            let path = temporary.path.appending(FilePath("\(target.rawValue)/\(file)"))
            let (now, was) = try (seen(ImageSource(path.readBytes()).decode()), seen(canvas))
            if isArranged {
                // LINE's ten transparent pixels around make all of it smaller; WhatsApp's sixteen are free already.
                let shrinks = target == .line ? 0.1 : 0.02
                #expect(abs(now.x - was.x) < shrinks && abs(now.y - was.y) < shrinks, "\(file): \(now), \(was)")
                #expect(abs(now.z - was.z) < shrinks)
            } else if target != .telegram || file == cover {
                #expect(abs(now.x - 0.5) < 0.02 && abs(now.y - 0.5) < 0.02 && now.z > 0.7, "\(file): \(now)")
            }
        }
    }

    @Test(.enabled(if: SystemAbilities.hasProgram("webpinfo"), "webpinfo is not installed"))
    func webpinfoFindsNoErrorInPictures() async throws {
        let webpinfo = try #require(SystemAbilities.program("webpinfo"))
        let fixture = try TargetFixture(count: 3)
        let outcome = try await fixture.export(.whatsapp)
        let pictures = outcome.report.pictures.map { fixture.folder.path.appending(FilePath("whatsapp/\($0.file)")) }
        #expect(pictures.count == 3)
        let said = try await Subprocess(webpinfo, ["-quiet"] + pictures).run()
        #expect(said.succeeded, "\(said.outputText)")
        let cut = try Array(pictures[0].readBytes().dropLast(9))
        try fixture.temporary.write(cut, to: "cut.webp")
        let broken = try await Subprocess(webpinfo, ["-quiet", fixture.temporary.path.appending("cut.webp")]).run()
        #expect(!broken.succeeded, "what is wrong is seen")
    }

    @Test func thirtyOneStickersAreTwoPacksOfAlmostTheSameSize() async throws {
        let fixture = try TargetFixture(count: 31, side: 64)
        let outcome = try await fixture.export(.whatsapp)
        #expect(outcome.isWritten && outcome.packCount == 2, "\(outcome.report.check.text)")
        let files = try fixture.files(in: "whatsapp").keys
        #expect(files.count { $0.hasPrefix("Flines Co-c4cfb3ac-1/") } == 17)
        #expect(files.count { $0.hasPrefix("Flines Co-c4cfb3ac-2/") } == 16)
        #expect(files.contains("Flines Co-c4cfb3ac-2.wastickers"))
    }

    @Test func packsAreSplitEvenly() {
        let rules = PackTarget.whatsapp.rules
        #expect(rules.packSizes(of: 3) == [3])
        #expect(rules.packSizes(of: 30) == [30])
        #expect(rules.packSizes(of: 31) == [16, 15])
        #expect(rules.packSizes(of: 91) == [23, 23, 23, 22])
        for total in 3...400 {
            let sizes = rules.packSizes(of: total)
            #expect(sizes.reduce(0, +) == total)
            #expect(sizes.allSatisfy(rules.stickerCount.contains), "\(total)")
        }
    }

    @Test func packsHaveOnlyTheNumbersThatLINETakes() {
        let rules = PackTarget.line.rules
        #expect(rules.packSizes(of: 56) == [32, 24])
        #expect(rules.packSizes(of: 72) == [40, 32])
        #expect(rules.packSizes(of: 44) == [22, 22], "no such numbers give 44")
        for total in stride(from: 8, through: 800, by: 8) {
            let sizes = rules.packSizes(of: total)
            #expect(sizes.reduce(0, +) == total && sizes.count == (total + 39) / 40)
            #expect(sizes.allSatisfy { rules.stickerCounts?.contains($0) == true }, "\(total): \(sizes)")
            #expect(sizes == sizes.sorted(by: >) && (sizes.first ?? 0) - (sizes.last ?? 0) <= 8)
        }
    }

    @Test func writtenFilesKeepBothReadingsOfALimit() {
        func written(_ limit: Int) -> Int {
            PictureRules(size: .longestSide(1), formats: [.png], byteLimit: limit).writtenByteLimit
        }
        #expect(written(100 * 1024) == 100_000 && written(1 << 20) == 1_000_000 && written(2 << 20) == 2_000_000)
        #expect(written(499_999) == 499_999)
        for target in PackTarget.allCases { #expect(target.rules.sticker.writtenByteLimit <= 2_000_000) }
        #expect(PictureFolderFormat.line.archive?.byteLimit == 20_000_000)
    }

    @Test func titlesThatLoseCharactersKeepTheirOwnIdentifier() {
        func identifier(_ title: String, count: Int = 1) -> String {
            WhatsAppFormat.identifier(
                of: TargetPack(number: 1, count: count, title: title, author: "", stickers: []))
        }
        #expect(identifier("Cats") == "Cats" && identifier("Cats", count: 2) == "Cats-1")
        let titles = [
            "猫", "犬", "Cats!", "Cats?", String(repeating: "a", count: 101), String(repeating: "a", count: 102),
        ]
        #expect(Set(titles.map { identifier($0) }).count == titles.count)
        #expect(identifier("猫").hasPrefix("stickers-") && identifier("猫") == identifier("猫"))
    }

    @Test func aDescriptionIsCutAtAWholeCharacter() {
        let text = String(repeating: "👩‍👩‍👧 ", count: 20)
        let cut = PackExport.shortened(text, to: 125)
        #expect(cut.utf16.count <= 125 && cut.utf16.count > 125 - 9 && text.hasPrefix(cut))
        #expect(PackExport.shortened("cat", to: 125) == "cat" && PackExport.shortened("cat", to: nil) == "cat")
        #expect(PackExport.shortened(String(repeating: "a", count: 126), to: 125).count == 125)
    }

    @Test func aStickersOwnEmojiTakeThePlaceOfAll() async throws {
        let fixture = try TargetFixture(count: 2, side: 64) { ["cat", "dog"][$0] }
        var stickers = try fixture.folder.readManifest().stickers.map {
            PackExport.Sticker(
                file: fixture.folder.path.appending($0.file), source: $0.file, photoName: $0.fileName)
        }
        stickers[1].emoji = ["🐶"]
        let folder = fixture.temporary.path.appending("pack")
        _ = try #require(await PackExport(stickers, in: folder, TargetFixture.details).run(for: .telegram))
        let written = try folder.appending("telegram/emoji.txt").readBytes()
        let emoji = try JSONDecoder().decode([String: String].self, from: Data(written))
        #expect(emoji == ["01-cat": "🐱❤️", "02-dog": "🐶"])
    }

    @Test func theEstimateIsMoreThanIsWritten() async throws {
        let fixture = try TargetFixture(count: 4)
        for target in PackTarget.allCases {
            var details = TargetFixture.details
            details.force = true
            let export = try PackExport(fixture.folder, details)
            let outcome = try #require(await export.run(for: target))
            let bytes = try FolderWalk(outcome.folder).files.reduce(0) { try $0 + $1.path.status().size }
            let estimate = export.byteEstimate(for: target)
            #expect((bytes...max(bytes, 12 * bytes + 1 << 20)).contains(estimate), "\(target): \(bytes), \(estimate)")
        }
    }

    @Test func stickersAsLargeAsPhotosAreRead() async throws {
        var random = SeededGenerator(seed: 3)
        let noise = (0..<3_000 * 3_000 / 2).map { _ in random.next() }.withUnsafeBytes { [UInt8]($0) }
        let bitmap = Bitmap(size: PixelSize(width: 3_000, height: 3_000), pixels: noise)
        let large = try ImageEncoder(.png(compression: 0)).encode(bitmap)
        #expect(large.count > PackFiles.largestFile)
        let fixture = try TargetFixture([("large.png", large)])
        let outcome = try await fixture.export(.telegram)
        #expect(outcome.isWritten, "\(outcome.report.check.text)")
        let memory = MemoryBudget(bytes: 100 << 20)
        for limits in [
            ImageLimits(pixels: 3_000 * 3_000 - 1), ImageLimits(memory: memory), ImageLimits(bytes: large.count - 1),
        ] {
            let export = try PackExport(fixture.folder, TargetFixture.details, limits: limits)
            await #expect(throws: PackError.self) { _ = try await export.run(for: .telegram) }
            #expect(memory.reservedBytes == 0)
        }
    }

    @Test func telegramGetsOneSideOf512AndTheEmoji() async throws {
        let wide = Bitmap(size: PixelSize(width: 700, height: 350), filledWith: .white)
        let small = try RealCutout.coffee.bitmap(side: 100)
        let fixture = try TargetFixture([
            ("wide.png", try ImageEncoder(.png()).encode(wide)), ("small.png", try ImageEncoder(.png()).encode(small)),
        ])
        let outcome = try await fixture.export(.telegram)
        #expect(outcome.isWritten, "\(outcome.report.check.text)")
        let files = try fixture.files(in: "telegram")
        let first = try ImageSource(files["01-wide.webp"] ?? [])
        #expect(first.size == PixelSize(width: 512, height: 256))
        // Not enlarged: its own pixels, in the middle of the longer side.
        let second = try ImageSource(files["02-small.webp"] ?? []).decode()
        #expect(second.size == PixelSize(width: 512, height: 100))
        let box = try #require(small.alphaBox(above: 0))
        let placed = try #require(second.alphaBox(above: 0))
        #expect(placed.size == box.size && placed.x == (512 - box.width) / 2)
        let emoji = try JSONDecoder().decode([String: String].self, from: Data(files["emoji.txt"] ?? []))
        #expect(emoji == ["01-wide": "🐱❤️", "02-small": "🐱❤️"])
    }

    @Test func emojiAreTold() {
        let emoji = [
            "🙂", "❤️", "👍🏽", "👩‍👩‍👧", "👩‍❤️‍👩", "🇫🇷", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "☝🏽", "✌🏽", "🖐🏽", "🕵🏽", "🕵🏽‍♂️", "🧑🏽‍🤝‍🧑🏻",
        ]
        for text in emoji { #expect(text.qualifiedEmoji == text, "\(text)") }
        let none = [
            "", "a", "1", "#", "🙂🙂", "é", " ", "🙂\u{301}", "☺\u{FE0E}", "🙂\u{FE0E}", "🏽", "\u{1F1EB}", "1\u{FE0F}", "🙂🏽",
            "🙂\u{20E3}", "👩\u{200D}", "🏴\u{E0067}", "\u{FE0F}",
        ]
        for text in none { #expect(text.qualifiedEmoji == nil, "\(text)") }
        #expect(("🙂" + String(repeating: "\u{301}", count: 100_000)).qualifiedEmoji == nil)
        #expect(PackExport.emoji(in: "🙂 ❤,👍🏽") == ["🙂", "❤️", "👍🏽"])
        #expect(PackExport.emoji(in: "🙂x") == nil && PackExport.emoji(in: " ") == nil)
    }

    /// As Unicode's emoji-test.txt lists them.
    @Test func emojiAreWrittenAsPlatformsListThem() {
        for (given, qualified) in [
            ("❤", "2764 FE0F"), ("☀", "2600 FE0F"), ("♥", "2665 FE0F"), ("🌶", "1F336 FE0F"), ("©", "A9 FE0F"),
            ("1\u{20E3}", "31 FE0F 20E3"), ("❤\u{200D}🔥", "2764 FE0F 200D 1F525"),
            ("🏳\u{200D}🌈", "1F3F3 FE0F 200D 1F308"), ("🕵\u{200D}♂", "1F575 FE0F 200D 2642 FE0F"),
            ("👩\u{200D}❤\u{200D}👩", "1F469 200D 2764 FE0F 200D 1F469"), ("👁\u{200D}🗨", "1F441 FE0F 200D 1F5E8 FE0F"),
            ("🧑🏽\u{200D}⚕", "1F9D1 1F3FD 200D 2695 FE0F"), ("☝🏽", "261D 1F3FD"), ("☝\u{FE0F}🏽", "261D 1F3FD"),
            ("⚽\u{FE0F}", "26BD"), ("🙂\u{FE0F}", "1F642"),
        ] {
            let scalars = given.qualifiedEmoji?.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
            #expect(scalars?.joined(separator: " ") == qualified, "\(given)")
        }
    }

    @Test func emojiThatAPlatformDoesNotTakeAreCounted() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        let details = PackExport.Details(title: "Cats", author: "Ada", emoji: ["🐱", "❤", "😺", "😸"])
        let outcome = try await fixture.export(.whatsapp, details)
        #expect(outcome.isWritten && outcome.shortenedEmojiCount == 3)
        let files = try fixture.files(in: "whatsapp")
        let contents = String(decoding: try #require(files["contents.json"]), as: UTF8.self)
        #expect(contents.contains("\"❤️\"") && contents.contains("😺") && !contents.contains("😸"))
        #expect(try await fixture.export(.telegram, details).shortenedEmojiCount == 0)
        #expect(try await fixture.export(.slack, details).shortenedEmojiCount == 0, "it takes none")
    }
}
