import Execution
package import FoundationEssentials
import Imaging

extension ImageLoader {
    /// Loads the file of a picture that has several addresses, from the first one that gives a whole picture.
    ///
    /// If an answer is an error, no picture, cut short or larger than the limits, the next address is tried. The last
    /// address's answer is not checked.
    ///
    /// - Parameter requests: one for each address, the best first; at least one.
    /// - Throws: ``ImageLoaderError`` of the first address when none gives anything.
    package func picture(
        firstOf requests: [ImageRequest]
    ) async throws(ImageLoaderError) -> (data: LoadedData, address: URL) {
        guard let last = requests.last else { throw ImageLoaderError(.emptyData, nil) }
        var first: ImageLoaderError?
        for request in requests.dropLast() {
            do throws(ImageLoaderError) {
                let data = try await data(request)
                if await isWhole(data.bytes) { return (data, request.url) }
                first = first ?? request.error(.incorrectImageData)
            } catch {
                guard error.code != .cancelled else { throw error }
                first = first ?? error
            }
        }
        do throws(ImageLoaderError) {
            return (try await data(last), last.url)
        } catch {
            throw error.code == .cancelled ? error : first ?? error
        }
    }

    /// Whether the bytes can be decoded, at a small size.
    private func isWhole(_ bytes: [UInt8]) async -> Bool {
        let limits = configuration.imageLimits
        return await PhotoExecutor.shared.run {
            guard let source = try? ImageSource(bytes, limits: limits),
                let reservation = try? await source.reserve(source.decodingMemory(atLeast: Self.glanceSide))
            else { return false }
            defer { reservation.release() }
            return (try? source.decode(atLeast: Self.glanceSide)) != nil
        }
    }

    /// The side in pixels; a JPEG is shrunk while it is read.
    private static let glanceSide = 64
}
