public import Stickers

/// The built-in network, compiled once for all tests, without the user's cache.
public enum SharedSegmenter {
    private static let made = Result<SubjectSegmenter, StickerError> { () throws(StickerError) in
        try SubjectSegmenter(configuration: .init(streams: 2, threads: 2, cache: nil))
    }

    public static func segmenter() throws(StickerError) -> SubjectSegmenter { try made.get() }
}
