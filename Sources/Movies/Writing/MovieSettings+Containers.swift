package import Files

extension MovieSettings.Container {
    /// The formats of recordings: what was written plays even if the program was killed.
    package static let recordings: [Self] = [.mp4, .webm]

    /// The format that a file's ending stands for; `nil` for another ending.
    ///
    /// - Parameter path: ends with `.mp4`, `.webm`, `.mov`, `.webp`, `.apng`, `.png` or `.gif`.
    package init?(endingOf path: FilePath) {
        let ending = path.pathExtension
        self.init(rawValue: ending == "png" ? Self.apng.rawValue : ending)
    }

    /// Whether a movie can have transparency.
    package var hasAlpha: Bool { self != .mp4 }
    /// Whether a movie can have sound.
    package var hasSound: Bool { !soundCodecs.isEmpty }
    /// Whether the file is a picture to most programs: it starts by itself, repeats without end, and has no sound.
    package var isPicture: Bool { !hasSound }

    /// The codec of the pictures.
    var codec: MovieSettings.PictureCodec {
        switch self {
        case .mp4: .h264
        case .webm: .vp9
        case .mov: .prores
        case .webp: .webp
        case .apng: .apng
        case .gif: .gif
        }
    }

    /// The codecs that sound may have, its own first.
    var soundCodecs: [MovieSettings.SoundCodec] {
        switch self {
        case .mp4: [.aac, .opus]
        case .webm: [.opus]
        case .mov: [.aac]
        case .webp, .apng, .gif: []
        }
    }
}

extension MovieSettings {
    /// Checks the settings. Throws ``MovieError/Code/unsupported``, which names the setting, if the container cannot
    /// hold them or a number is out of range.
    func check() throws(MovieError) {
        guard codec == container.codec, sound.map({ container.soundCodecs.contains($0.codec) }) ?? true else {
            let sounds = container.soundCodecs.map(\.rawValue).joined(separator: " or ")
            throw MovieError(
                .unsupported,
                "a .\(container.rawValue) movie cannot have \(codec.rawValue) with "
                    + "\(sound?.codec.rawValue ?? "no sound"): it takes \(container.codec.rawValue) with "
                    + (sounds.isEmpty ? "no sound" : sounds))
        }
        try checkRate()
        if let sound, !(16_000...512_000).contains(sound.bitrate) {
            throw MovieError(.unsupported, "a sound track's bit rate is 16,000…512,000, not \(sound.bitrate)")
        }
        guard let colorCount else { return }
        guard codec == .gif || codec == .apng else {
            throw MovieError(.unsupported, "\(codec.rawValue) has no palette; GIF and PNG have")
        }
        guard (2...256).contains(colorCount) else {
            throw MovieError(.unsupported, "a palette has 2…256 colours, not \(colorCount)")
        }
    }

    private func checkRate() throws(MovieError) {
        switch rate {
        case .quality(let quality):
            guard (0...100).contains(quality) else {
                throw MovieError(.unsupported, "a movie's quality is 0…100, not \(quality)")
            }
        case .bitrate(let bitrate):
            guard codec == .h264 || codec == .vp9 else {
                throw MovieError(.unsupported, "\(codec.rawValue) has no bit rate; h264 and vp9 have")
            }
            guard (50_000...500_000_000).contains(bitrate) else {
                throw MovieError(.unsupported, "a movie's bit rate is 50,000…500,000,000, not \(bitrate)")
            }
        case .lossless:
            guard codec == .webp || codec == .apng else {
                throw MovieError(.unsupported, "\(codec.rawValue) is not written without loss; webp and apng are")
            }
        }
    }
}
