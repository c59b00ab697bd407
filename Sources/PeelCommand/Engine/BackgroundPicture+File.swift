import Execution
import Peel

extension ProcessingOptions {
    /// Puts the picture in the file behind the stickers; leaves all as it is if there is no file.
    mutating func readBackground(_ file: FilePath?, _ limits: ImageLimits, on executor: PhotoExecutor) async throws {
        guard let file else { return }
        let side: Int? = if case .longestSide(let side) = size { side } else { nil }
        background = .picture(try await executor.run { try BackgroundPicture(file, forStickersOf: side, limits) })
    }
}

extension BackgroundPicture {
    fileprivate init(_ file: FilePath, forStickersOf side: Int?, _ limits: ImageLimits) throws {
        do {
            let bytes = try file.readBytes(limit: limits.bytes, allowsPipes: true)
            try self.init(bytes, forStickersOf: side, limits: limits)
        } catch let error as FileError {
            throw CommandFailure("--background \(file): \(CommandFailure(reading: error))")
        } catch {
            throw CommandFailure("--background \(file): \(CommandFailure(error))")
        }
    }
}
