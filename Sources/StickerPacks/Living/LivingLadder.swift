import Imaging
import Movies

/// The ways to encode a sticker in a format, from the best and largest to the worst and smallest.
struct LivingLadder: Sendable {
    struct Step: Sendable {
        let settings: MovieSettings
        let fidelity: String

        init(_ settings: MovieSettings, fidelity: String) {
            (self.settings, self.fidelity) = (settings, fidelity)
        }

        /// A picture as the encoder takes it best.
        func prepared(_ picture: Bitmap) -> Bitmap {
            switch settings.container {
            case .webm: picture.withBledColors(blockSize: 16)
            case .gif: picture.hardened(against: .white)
            // WebP keeps alpha without loss: with all of its values, an edge takes as many bytes as the colours.
            case .webp: picture.withAlpha(inSteps: 32)
            default: picture
            }
        }
    }

    let steps: [Step]
    /// The step that is tried first.
    let first: Int
    /// The worst step that is taken before frames are left out.
    let worstLiked: Int

    /// - Parameter rounds: how often the sticker is shown; 0 without an end.
    init(_ format: LivingRules.Format, rounds: Int) {
        switch format {
        case .webm: self.init(qualities: .webm, rounds, first: 70, worstLiked: 30)
        case .webp: self.init(qualities: .webp, rounds, first: 70, worstLiked: 30)
        case .apng: self.init(colors: .apng, rounds, worstLiked: 64)
        case .gif: self.init(colors: .gif, rounds, worstLiked: 64)
        }
    }

    private init(qualities container: MovieSettings.Container, _ rounds: Int, first: Int, worstLiked: Int) {
        let qualities = Array(stride(from: 95, through: 0, by: -2)) + [0]
        steps = qualities.map { quality in
            Step(Self.settings(container, .quality(quality), rounds), fidelity: "quality \(quality)")
        }
        self.first = qualities.firstIndex { $0 <= first } ?? 0
        self.worstLiked = qualities.lastIndex { $0 >= worstLiked } ?? 0
    }

    private init(colors container: MovieSettings.Container, _ rounds: Int, worstLiked: Int) {
        let palettes = [256, 224, 192, 160, 128, 112, 96, 80, 64, 48, 32, 24, 16]
        let counts: [Int?] = (container == .apng ? [nil] : []) + palettes
        steps = counts.map { count in
            var settings = Self.settings(container, count == nil ? .lossless : .quality(100), rounds)
            settings.colorCount = count
            return Step(settings, fidelity: count.map { "\($0) colours" } ?? "lossless")
        }
        first = 0
        self.worstLiked = counts.firstIndex { $0 == worstLiked } ?? 0
    }

    private static func settings(
        _ container: MovieSettings.Container, _ rate: MovieSettings.Rate, _ rounds: Int
    ) -> MovieSettings {
        var settings = MovieSettings(
            container: container, rate: rate, speed: .fast, hasSound: false, queueCapacity: 4)
        settings.rounds = rounds
        // No player jumps into a sticker, so one picture that is whole in itself is enough.
        settings.keyframeInterval = 60
        return settings
    }
}
