import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

struct SignalCheckTests {
    private static let manifestName = "bundle/manifest.proto"

    private static func cipher(_ files: [String: [UInt8]]) throws -> SignalCipher {
        let digits = Array(String(decoding: files["pack-key.txt"] ?? [], as: UTF8.self).prefix(64))
        try #require(digits.count == 64)
        return SignalCipher(
            packKey: try stride(from: 0, to: 64, by: 2).map {
                try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
            })
    }

    private static func manifest(
        _ change: @escaping @Sendable (inout SignalManifest) -> Void
    ) -> @Sendable (inout [String: [UInt8]]) throws -> Void {
        { files in
            let cipher = try Self.cipher(files)
            let opened = try #require(cipher.open(files[manifestName] ?? []))
            var manifest = try #require(SignalManifest(opened))
            change(&manifest)
            files[manifestName] = cipher.seal(manifest.bytes)
        }
    }

    private static func picture(
        _ bytes: @escaping @Sendable () throws -> [UInt8]
    ) -> @Sendable (inout [String: [UInt8]]) throws -> Void {
        { files in files["bundle/full/0"] = try cipher(files).seal(bytes()) }
    }

    static let packs: [BrokenPack] = [
        BrokenPack("bundle", "none") { $0[manifestName] = nil },
        BrokenPack("bundle-key", "missing") { $0["pack-key.txt"] = nil },
        BrokenPack("bundle-key", "too short") { $0["pack-key.txt"] = Array("00ff\n".utf8) },
        BrokenPack("bundle-key", "among the files to upload") { $0["bundle/pack-key.txt"] = $0["pack-key.txt"] },
        BrokenPack("bundle-encryption", "another key") {
            $0["pack-key.txt"] = Array(String(repeating: "0", count: 64).utf8)
        },
        BrokenPack("bundle-encryption", "a changed bit") { $0["bundle/full/1"]?[40] ^= 1 },
        BrokenPack("bundle-encryption", "a changed code") { files in
            let last = (files["bundle/full/1"]?.count ?? 1) - 1
            files["bundle/full/1"]?[last] ^= 1
        },
        BrokenPack("bundle-encryption", "cut short") { $0["bundle/full/1"] = [1, 2, 3] },
        BrokenPack("bundle-manifest", "no message") { $0[manifestName] = try cipher($0).seal([0xFF, 1]) },
        BrokenPack("bundle-cover", "none", manifest { $0.cover = nil }),
        BrokenPack("bundle-cover", "another picture", manifest { $0.cover?.id = 99 }),
        BrokenPack("bundle-ids", "one twice", manifest { $0.stickers[1].id = 0 }),
        BrokenPack("files", "a sticker is missing") { $0["bundle/full/2"] = nil },
        BrokenPack("sticker-count", "none", manifest { $0.stickers = [] }),
        BrokenPack(
            "sticker-count", "201",
            manifest { $0.stickers = [SignalManifest.Sticker](repeating: $0.stickers[0], count: 201) }),
        BrokenPack("emoji-count", "none", manifest { $0.stickers[0].emoji = "" }),
        BrokenPack("emoji-count", "two", manifest { $0.stickers[0].emoji = "🐱🐱" }),
        BrokenPack("emoji", "a letter", manifest { $0.stickers[0].emoji = "a" }),
        BrokenPack("title-length", "empty", manifest { $0.title = "" }),
        BrokenPack("author-length", "empty", manifest { $0.author = "" }),
        BrokenPack("sticker-format", "no picture", picture { [1, 2, 3] }),
        BrokenPack("sticker-size", "513 columns", picture { try WrongPictures.webp(513, 512) }),
        BrokenPack("sticker-bytes", "too many", picture { try WrongPictures.noise(400, .png()) }),
        BrokenPack("sticker-still", "moves", picture { try WrongPictures.movingWebP() }),
    ]

    /// RFC 5869 for the keys, AES-256-CBC and HMAC-SHA256 by the program `openssl`.
    @Test(.enabled(if: SystemAbilities.hasProgram("openssl"), "openssl is not installed"))
    func anotherProgramDecryptsTheBundle() async throws {
        let fixture = try TargetFixture(count: 3, side: 200)
        #expect(try await fixture.export(.signal).isWritten)
        let openssl = try #require(SystemAbilities.program("openssl"))
        let bundle = fixture.folder.path.appending("signal/bundle")
        let key = String(decoding: try bundle.parent.appending("pack-key.txt").readBytes().prefix(64), as: UTF8.self)
        let derived = try await Subprocess(
            openssl,
            [
                "kdf", "-keylen", "64", "-kdfopt", "digest:SHA256", "-kdfopt", FilePath("hexkey:\(key)"), "-kdfopt",
                "info:Sticker Pack", "HKDF",
            ]
        ).run()
        let keys = derived.outputText.filter(\.isHexDigit)
        try #require(keys.count == 128, "\(derived.errorText)")
        func open(_ name: FilePath) async throws -> [UInt8] {
            let sealed = try bundle.appending(name).readBytes()
            let body = Array(sealed.dropLast(32))
            let code = try await Subprocess(
                openssl,
                ["dgst", "-sha256", "-mac", "HMAC", "-macopt", FilePath("hexkey:\(keys.suffix(64))"), "-binary"],
                standardInput: body
            ).run()
            #expect(code.standardOutput == Array(sealed.suffix(32)))
            let opened = try await Subprocess(
                openssl,
                [
                    "enc", "-d", "-aes-256-cbc", "-K", FilePath(String(keys.prefix(64))), "-iv",
                    FilePath(Array(sealed.prefix(16)).hex),
                ], standardInput: Array(body.dropFirst(16))
            ).run()
            #expect(opened.succeeded, "\(opened.errorText)")
            return opened.standardOutput
        }
        let pictures = try fixture.files(in: "signal").filter { $0.key.hasSuffix(".webp") }.sorted { $0.key < $1.key }
        for (id, picture) in pictures.enumerated() {
            let opened = try await open(FilePath("full/\(id)"))
            #expect(opened == picture.value)
        }
        // Written out by hand as protobuf's encoding says: tag and length before each text and message.
        let emoji = Array("🐱".utf8)
        func sticker(_ id: UInt8) -> [UInt8] { [0x08, id, 0x12, UInt8(emoji.count)] + emoji }
        let title = Array("Félines & Co".utf8)
        var expected = [0x0A, UInt8(title.count)] + title + [0x12, 3] + Array("Ada".utf8)
        expected += [0x1A, UInt8(sticker(0).count)] + sticker(0)
        for id: UInt8 in 0..<3 { expected += [0x22, UInt8(sticker(id).count)] + sticker(id) }
        #expect(try await open("manifest.proto") == expected)
    }

    @Test func everyPackHasAnotherKeyAndEveryFileAnotherVector() async throws {
        let fixture = try TargetFixture(count: 2, side: 64)
        let manifest = Self.manifestName
        _ = try await fixture.export(.signal)
        let first = try fixture.files(in: "signal")
        _ = try await fixture.export(.signal)
        let second = try fixture.files(in: "signal")
        #expect(first.keys.filter { $0.hasPrefix("bundle/") }.sorted() == ["bundle/full/0", "bundle/full/1", manifest])
        #expect(first["pack-key.txt"] != second["pack-key.txt"])
        #expect(first["bundle/full/0"]?.prefix(16) != first["bundle/full/1"]?.prefix(16))
        #expect(first["01-astronaut-0.webp"] == second["01-astronaut-0.webp"])
    }

    @Test func theFolderThatIsUploadedIsCheckedAlone() async throws {
        let files = try await TargetTrial.signal.good
        var bundle: [String: [UInt8]] = ["pack-key.txt": files["pack-key.txt"] ?? []]
        for (name, bytes) in files where name.hasPrefix("bundle/") { bundle[String(name.dropFirst(7))] = bytes }
        #expect(try BrokenPack("", "nothing") { _ in }.brokenRules(bundle, for: .signal) == [])
        bundle["pack-key.txt"] = nil
        #expect(try BrokenPack("", "nothing") { _ in }.brokenRules(bundle, for: .signal).map(\.rule) == ["bundle-key"])
    }

    @Test func aManifestWithoutEndIsNotRead() async throws {
        let broken = try BrokenPack("", "too large") { files in
            files[Self.manifestName] = try Self.cipher(files).seal([UInt8](repeating: 8, count: 2 << 20))
        }.brokenRules(await TargetTrial.signal.good, for: .signal)
        #expect(broken.map(\.rule) == ["bundle-manifest"])
        let many = Self.manifest {
            $0.stickers = [SignalManifest.Sticker](repeating: $0.stickers[0], count: 100_000)
        }
        let rules = try BrokenPack("", "many", many).brokenRules(await TargetTrial.signal.good, for: .signal)
        #expect(rules.map(\.rule).contains("sticker-count"))
        #expect(rules.allSatisfy { $0.failures.count <= 100 })
    }

    @Test func anyBytesAreAManifestOrNone() {
        var random = SeededGenerator(seed: 5)
        let whole = SignalManifest(
            title: "A", author: "B", cover: .init(id: 300, emoji: "🐱"), stickers: [.init(id: .max, emoji: "🐱")])
        #expect(SignalManifest(whole.bytes) == whole)
        for _ in 0..<2_000 {
            var bytes = whole.bytes
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            _ = SignalManifest(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
        #expect(SignalManifest([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]) == nil)
    }
}
