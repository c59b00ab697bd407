import ImageLoading
import Peel
import TelegramUploads

/// A set that is whole.
struct UploadedSet: Equatable, Sendable {
    var folder: FilePath
    var outcome: TelegramUpload.Outcome
}

extension PeelBackend {
    func upload(
        _ request: UploadRequest, progress: @escaping @Sendable (TelegramUpload.Progress) -> Void,
        report: @escaping @MainActor (UploadedSet) -> Void
    ) async throws(CommandFailure) {
        let (token, sets) = try await PhotoExecutor.shared.run { () async throws(CommandFailure) in
            (try Self.token(request.token), try Self.sets(request.pack))
        }
        let api = BotAPI(
            token: token, address: request.address, transport: CurlTransport(BotAPI.transportOptions))
        for (index, set) in sets.enumerated() {
            let title = request.title.map { sets.count == 1 ? $0 : "\($0) \(index + 1)" }
            let upload = TelegramUpload(
                api, user: request.user, name: request.name, title: title, report: progress)
            do throws(UploadError) {
                let outcome = try await upload.run(set, suffix: index == 0 ? "" : "_\(index + 1)")
                await report(UploadedSet(folder: set.folder, outcome: outcome))
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private static func sets(_ pack: FilePath) throws(CommandFailure) -> [TelegramSet] {
        do throws(PackError) {
            return try TelegramSet.read(pack)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func token(_ source: UploadRequest.TokenSource) throws(CommandFailure) -> BotToken {
        guard case .file(let file) = source else {
            guard case .variable(let token) = source else { throw CommandFailure("the token is missing") }
            return token
        }
        let text: String
        do throws(FileError) {
            text = String(decoding: try file.readBytes(limit: 4096, allowsPipes: true), as: UTF8.self)
        } catch {
            throw CommandFailure(error)
        }
        guard let token = BotToken(text) else {
            throw CommandFailure("\(file) does not hold a bot's token alone, as 123456:AAbc")
        }
        return token
    }
}
