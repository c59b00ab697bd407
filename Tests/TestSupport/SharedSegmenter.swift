import Files
public import Stickers

/// Networks that are compiled once for all tests, without the user's cache.
public enum SharedSegmenter {
    private static let configuration = SubjectSegmenter.Configuration(streams: 2, threads: 2, cache: nil)
    private static let made = Result<SubjectSegmenter, StickerError> { () throws(StickerError) in
        try SubjectSegmenter(configuration: configuration)
    }
    private static let madeOfRed = Result<SubjectSegmenter, any Error> {
        let tests = FilePath(#filePath).parent.parent
        let bytes = try tests.appending("StickersTests/Fixtures/networks/red.onnx").readBytes()
        return try SubjectSegmenter(
            model: SubjectModel(name: "red.onnx", bytes: bytes, family: .subject), configuration: configuration)
    }

    /// The built-in network.
    public static func segmenter() throws(StickerError) -> SubjectSegmenter { try made.get() }

    /// One that takes what is red for the subject, such as ``SyntheticPhoto/ball()``, in no time.
    public static func ofRed() throws -> SubjectSegmenter { try madeOfRed.get() }
}
