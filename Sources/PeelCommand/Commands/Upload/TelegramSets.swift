import HTTPSending
import Peel
import TelegramUploads

/// A set that is whole.
struct UploadedSet: Equatable, Sendable {
    var folder: FilePath
    var outcome: TelegramUpload.Outcome
}

extension UploadRequest {
    /// Makes sets on Telegram of a pack, or goes on with them; ends soon after the task is cancelled.
    ///
    /// - Parameter report: called for each set that is whole.
    func upload(
        progress: @escaping @Sendable (TelegramUpload.Progress) -> Void,
        report: @escaping @MainActor (UploadedSet) -> Void
    ) async throws {
        let executor = PhotoExecutor.shared
        let token = try await executor.run { [token] in try token.read() }
        let sets = try await executor.run { [pack] in try TelegramSet.read(pack) }
        let numbers = sets.count == 1 ? 0 : " \(sets.count)".utf16.count
        if let title, title.utf16.count + numbers > Self.longestTitle {
            throw CommandFailure(
                "--title has \(title.utf16.count) letters; with the numbers of \(sets.count) sets, "
                    + "\(Self.longestTitle - numbers) fit")
        }
        let api = BotAPI(token: token, address: address, transport: CurlTransport(BotAPI.transportOptions))
        for (index, set) in sets.enumerated() {
            let title = title.map { sets.count == 1 ? $0 : "\($0) \(index + 1)" }
            let upload = TelegramUpload(api, user: user, name: name, title: title, report: progress)
            let outcome = try await upload.run(set, suffix: index == 0 ? "" : "_\(index + 1)")
            await report(UploadedSet(folder: set.folder, outcome: outcome))
        }
    }
}

extension UploadRequest.TokenSource {
    /// Blocks.
    fileprivate func read() throws -> BotToken {
        switch self {
        case .variable(let token): return token
        case .file(let file):
            let text = String(decoding: try file.readBytes(limit: 4096, allowsPipes: true), as: UTF8.self)
            if let token = BotToken(text) { return token }
            throw CommandFailure("\(file) does not hold a bot's token alone, as 123456:AAbc")
        }
    }
}
