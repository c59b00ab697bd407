import Files
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import StickerPacks

/// What the check of a platform is tried with.
struct TargetTrial: Sendable, CustomTestStringConvertible {
    let target: PackTarget
    /// How many stickers the pack has that keeps all rules, and how large they are.
    let count: Int
    let side: Int
    let rules: [CheckedRule]
    let broken: [BrokenPack]

    static let all = [whatsApp, telegram, signal, iMessage]
    static let whatsApp = TargetTrial(
        target: .whatsapp, count: 3, side: 512, rules: WhatsAppFormat.allRules, broken: WhatsAppCheckTests.packs)
    static let telegram = TargetTrial(
        target: .telegram, count: 3, side: 512, rules: TelegramFormat.allRules, broken: TelegramCheckTests.packs)
    static let signal = TargetTrial(
        target: .signal, count: 3, side: 200, rules: SignalFormat.allRules, broken: SignalCheckTests.packs)
    static let iMessage = TargetTrial(
        target: .imessage, count: 2, side: 500, rules: IMessageFormat.allRules, broken: IMessagePacks.broken)

    private static let made = Mutex<[PackTarget: Task<[String: [UInt8]], any Error>]>([:])

    var testDescription: String { target.rawValue }

    /// The files of the pack that keeps all rules. It is made once.
    var good: [String: [UInt8]] {
        get async throws {
            let task = Self.made.withLock { made in
                let task = made[target] ?? Task { try await makeGood() }
                made[target] = task
                return task
            }
            return try await task.value
        }
    }

    private func makeGood() async throws -> [String: [UInt8]] {
        let fixture = try TargetFixture(count: count, side: side)
        let outcome = try await fixture.export(target)
        #expect(outcome.isWritten && outcome.report.check.isKept, "\(outcome.report.check.text)")
        return try fixture.files(in: FilePath(target.rawValue))
    }
}

/// Every rule has a pack that breaks it and is refused. `PictureFolderTests` has the platforms that take pictures one
/// by one.
struct TargetCheckTests {
    private static let broken = TargetTrial.all.flatMap { trial in trial.broken.map { (trial, $0) } }

    @Test(arguments: TargetTrial.all)
    func aGoodPackKeepsAllRules(_ trial: TargetTrial) async throws {
        let files = try await trial.good
        #expect(try BrokenPack("", "nothing") { _ in }.brokenRules(files, for: trial.target) == [])
    }

    @Test(arguments: broken)
    func aBrokenPackIsRefused(_ trial: TargetTrial, _ pack: BrokenPack) async throws {
        let broken = try await pack.brokenRules(trial.good, for: trial.target)
        #expect(broken.map(\.rule).contains(pack.rule), "\(broken.map(\.rule))")
        for rule in broken { #expect(!rule.failures.isEmpty && !rule.remedy.isEmpty && !rule.limit.isEmpty) }
    }

    /// `LivingCheckTests` breaks the rules of stickers that move. A PNG of iMessage that moves is one of them.
    @Test(arguments: TargetTrial.all)
    func everyRuleHasABrokenPack(_ trial: TargetTrial) {
        func isOfStill(_ rule: String) -> Bool {
            !rule.hasPrefix("moving-") && !(trial.target == .imessage && rule.hasSuffix("-still"))
        }
        #expect(
            Set(trial.broken.map(\.rule)).filter(isOfStill) == Set(trial.rules.map(\.name)).filter(isOfStill))
    }

    @Test func aPackOfIMessageHasThreeSizes() async throws {
        let files = try await TargetTrial.iMessage.good
        for (grid, side) in IMessageFormat.grids {
            let pictures = files.filter {
                $0.key.hasPrefix("\(grid)/") && $0.key.contains(".sticker/") && $0.key.hasSuffix(".png")
            }
            #expect(pictures.count == 2)
            for picture in pictures.values {
                #expect(try ImageSource(picture).size == PixelSize(width: side, height: side))
            }
            #expect(files.keys.count { $0.hasPrefix("\(grid)/") && $0.contains(".stickersiconset/") } == 14)
        }
        let icon = try #require(
            files["small/Stickers.xcstickers/iMessage App Icon.stickersiconset/iphone-60x45@3x.png"])
        let decoded = try ImageSource(icon).decode()
        #expect(decoded.size == PixelSize(width: 180, height: 135) && !decoded.hasTransparency)
    }
}
