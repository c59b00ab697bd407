/// The file formats of stickers. This is their only list: the command line, requests and their description, the page,
/// ZIPs and help read it.
package enum OutputFormat: String, Hashable, Sendable, CaseIterable {
    /// WebP, lossy and lossless, and PNG.
    case webp, png

    /// The name for people: `WebP`, `PNG`.
    package var name: String {
        switch self {
        case .webp: "WebP"
        case .png: "PNG"
        }
    }

    /// The extension of files, without a dot; also the format's name in options and requests.
    package var pathExtension: String { rawValue }

    /// The media type, as registered by IANA.
    package var mediaType: String {
        switch self {
        case .webp: "image/webp"
        case .png: "image/png"
        }
    }

    /// The qualities that can be asked for; `nil` for a format that keeps every pixel.
    package var qualities: ClosedRange<Int>? {
        switch self {
        case .webp: 1...100
        case .png: nil
        }
    }

    /// The default quality of ``encoder(quality:)``.
    package static let standardQuality = 90

    /// The range from the lowest to the highest quality of all formats.
    package static let allQualities: ClosedRange<Int> = {
        let qualities = allCases.compactMap(\.qualities)
        let lowest = qualities.map(\.lowerBound).min() ?? standardQuality
        return lowest...max(lowest, qualities.map(\.upperBound).max() ?? standardQuality)
    }()

    /// Returns an encoder for stickers.
    ///
    /// - Parameter quality: without meaning where ``qualities`` is `nil`.
    package func encoder(quality: Int = standardQuality) -> ImageEncoder {
        switch self {
        case .webp: ImageEncoder(.webp(quality: quality))
        case .png: ImageEncoder(.png())
        }
    }

    /// An encoder that keeps every pixel exactly, for mattes that programs compute with.
    package var losslessEncoder: ImageEncoder {
        switch self {
        case .webp: ImageEncoder(.losslessWebP())
        case .png: ImageEncoder(.png())
        }
    }

    /// Returns an encoder for the smallest files that take some tenths of a second, for a size limit.
    ///
    /// - Parameter quality: 0…100, for a format that has ``qualities``; `nil` keeps every pixel as it is.
    func smallestEncoder(quality: Int?) -> ImageEncoder {
        switch self {
        case .webp: ImageEncoder(quality.map { .webp(quality: $0, effort: 4) } ?? .losslessWebP(effort: 4))
        case .png: ImageEncoder(.png(compression: 9))
        }
    }

    /// The formats sorted by their names.
    package static let byName = allCases.sorted { $0.name < $1.name }

    /// The formats that have a quality, sorted by their names.
    package static let lossy = byName.filter { $0.qualities != nil }

    /// Returns the formats in one phrase: `PNG and WebP`.
    ///
    /// - Parameter spelling: how each is written.
    package static func phrase(
        of formats: [OutputFormat] = byName, joinedBy word: String, _ spelling: (OutputFormat) -> String = \.name
    ) -> String {
        let words = formats.map(spelling)
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(word) \(last)"
    }
}
