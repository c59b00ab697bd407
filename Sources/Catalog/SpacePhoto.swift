import Files
public import FoundationEssentials

/// A picture from the web with its title, text and credit.
public struct SpacePhoto: Hashable, Sendable, Identifiable {
    /// The kind of file at the picture's address.
    public enum MediaType: String, Hashable, Sendable, Codable {
        /// A picture.
        case image
        /// A film on another site; `thumbnailURL` may have a still of it.
        case video
        /// A page, an animation or something else. Only the text can be shown.
        case other
    }

    /// The identifier in its feed.
    public let id: String
    /// The title for people.
    public let title: String
    /// The text, APOD's `explanation`; empty in feeds without one.
    public let description: String
    /// The day; `nil` in feeds without days.
    public let date: CalendarDate?
    /// The address of the picture, or of the film's page; `nil` for a picture without one.
    public let url: URL?
    /// The address of the original; `nil` without one.
    package let hdURL: URL?
    /// The owner's name; `nil` if the picture is in the public domain.
    public let copyright: String?
    /// The kind of file at ``url``.
    public let mediaType: MediaType
    /// The picture of a video.
    package let thumbnailURL: URL?

    /// The most characters of a title. Longer ones, which come from strangers, are cut.
    static let mostTitleCharacters = 500
    static let mostDescriptionCharacters = 20_000

    /// Creates a picture.
    public init(
        id: String, title: String, description: String = "", date: CalendarDate? = nil, url: URL? = nil,
        hdURL: URL? = nil, copyright: String? = nil, mediaType: MediaType = .image, thumbnailURL: URL? = nil
    ) {
        self.id = id
        self.title = String(title.prefix(Self.mostTitleCharacters))
        self.description = String(description.prefix(Self.mostDescriptionCharacters))
        self.date = date
        self.url = url
        self.hdURL = hdURL
        self.copyright = copyright.map { String($0.prefix(Self.mostTitleCharacters)) }
        self.mediaType = mediaType
        self.thumbnailURL = thumbnailURL
    }

    /// Reads a picture as APOD's service describes it: a JSON object with `date`, `title`, `explanation`, `url`, …
    ///
    /// - Throws: ``CatalogError`` of code `.notUnderstood` when `data` is not JSON or lacks a day; no other error.
    public init(data: Data) throws(CatalogError) {
        guard let photo = try? CheckedJSON.decode(SpacePhoto.self, from: data) else {
            throw CatalogError(.notUnderstood, "these \(data.count) bytes do not describe a picture of the day")
        }
        self = photo
    }

    /// The address of what is shown: the picture, or a still of the film.
    public var pictureURL: URL? { mediaType == .image ? url ?? hdURL : thumbnailURL }

    /// The address of what is saved: the original, if there is one.
    package var originalURL: URL? { mediaType == .image ? hdURL ?? url : nil }

    /// The addresses of the original, the largest form first, since a service may name one that does not exist.
    package var originalURLs: [URL] {
        guard mediaType == .image else { return [] }
        return [hdURL, url == hdURL ? nil : url].compactMap(\.self)
    }

    /// The reason, to follow the title, why nothing can be saved; `nil` if it can.
    package var unsavableReason: String? {
        guard originalURL == nil else { return nil }
        return mediaType == .image ? "has no address of its picture" : "is not a picture but \(mediaType.rawValue)"
    }
}

/// The coding of APOD. Its occasional errors are corrected: line ends in a copyright, empty addresses, addresses
/// without a scheme, no media type.
extension SpacePhoto: Codable {
    private enum Key: String, CodingKey {
        case title, explanation, date, url, hdurl, copyright
        case mediaType = "media_type"
        case thumbnailURL = "thumbnail_url"
        case id
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? {
            guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
            let trimmed = text.split { $0.isNewline || $0.isWhitespace }.joined(separator: " ")
            return trimmed.isEmpty ? nil : trimmed
        }
        func address(_ key: Key) throws -> URL? {
            guard let text = try text(key) else { return nil }
            let url = URL(string: text.hasPrefix("//") ? "https:" + text : text)
            return url?.scheme.map { ["http", "https"].contains($0.lowercased()) } ?? false ? url : nil
        }
        let date = try values.decodeIfPresent(CalendarDate.self, forKey: .date)
        guard let id = try text(.id) ?? date?.description else {
            throw DecodingError.keyNotFound(
                Key.date, .init(codingPath: decoder.codingPath, debugDescription: "a picture of the day has a date"))
        }
        let (url, hdURL) = (try address(.url), try address(.hdurl))
        let mediaType = try text(.mediaType)
        self.init(
            id: id, title: try text(.title) ?? id, description: try text(.explanation) ?? "", date: date, url: url,
            hdURL: hdURL, copyright: try text(.copyright),
            mediaType: mediaType.map { MediaType(rawValue: $0) ?? .other } ?? ((url ?? hdURL) == nil ? .other : .image),
            thumbnailURL: try address(.thumbnailURL))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encode(description, forKey: .explanation)
        try values.encodeIfPresent(date, forKey: .date)
        try values.encodeIfPresent(url?.absoluteString, forKey: .url)
        try values.encodeIfPresent(hdURL?.absoluteString, forKey: .hdurl)
        try values.encodeIfPresent(copyright, forKey: .copyright)
        try values.encode(mediaType, forKey: .mediaType)
        try values.encodeIfPresent(thumbnailURL?.absoluteString, forKey: .thumbnailURL)
    }
}
