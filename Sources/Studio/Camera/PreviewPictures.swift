import Execution
import Imaging
import SlitScan

/// The previews: of the newest frame, of the scan after it, and of the scan larger, while a client watches that.
enum PreviewKind: String, CaseIterable, Sendable {
    case frame, result, largeResult
}

extension CapturePreview {
    /// The large one may be missing for a picture or two after it was first wanted.
    fileprivate func bitmap(_ kind: PreviewKind) -> Bitmap {
        switch kind {
        case .frame: frame
        case .result: result
        case .largeResult: largeResult ?? result
        }
    }
}

/// The newest previews as JPEG files: each is encoded once for all clients, and only when a client asks for it.
///
/// It has a thread of its own: on the photo executor, a preview would wait for photos that are being worked on.
actor PreviewPictures {
    private var newest: [PreviewKind: (number: Int, jpeg: [UInt8])] = [:]

    private let executor = SerialThreadExecutor(name: "peel-preview")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter number: of the preview, over all starts.
    /// - Returns: `nil` when it cannot be encoded.
    func jpeg(_ kind: PreviewKind, of preview: CapturePreview, number: Int) -> [UInt8]? {
        if let known = newest[kind], known.number == number { return known.jpeg }
        guard let jpeg = try? JPEGEncoder().encode(preview.bitmap(kind)) else { return nil }
        newest[kind] = (number, jpeg)
        return jpeg
    }
}

/// Previews as they come, as the parts of a `multipart/x-mixed-replace` body. A slow reader gets fewer.
struct LivePictures: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    static let boundary = "peel-picture"

    let kind: PreviewKind
    let updates: AsyncStream<CameraUpdate>
    let pictures: PreviewPictures

    func makeAsyncIterator() -> Iterator {
        Iterator(kind: kind, updates: updates.makeAsyncIterator(), pictures: pictures)
    }

    struct Iterator: AsyncIteratorProtocol {
        let kind: PreviewKind
        var updates: AsyncStream<CameraUpdate>.Iterator
        let pictures: PreviewPictures
        private var last = 0

        init(kind: PreviewKind, updates: AsyncStream<CameraUpdate>.Iterator, pictures: PreviewPictures) {
            self.kind = kind
            self.updates = updates
            self.pictures = pictures
        }

        mutating func next() async -> [UInt8]? {
            while let update = await updates.next(isolation: #isolation) {
                let number = update.state.preview
                guard let preview = update.preview, number != last,
                    let jpeg = await pictures.jpeg(kind, of: preview, number: number)
                else { continue }
                defer { last = number }
                return (last == 0 ? LivePictures.beginning : []) + LivePictures.part(jpeg)
            }
            return nil
        }
    }

    /// A browser shows a part when the boundary after it has come: it stands at the end of each.
    static func part(_ jpeg: [UInt8]) -> [UInt8] {
        Array("Content-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n".utf8) + jpeg
            + Array("\r\n--\(boundary)\r\n".utf8)
    }

    /// What stands before the first part.
    static let beginning = Array("--\(boundary)\r\n".utf8)
}
