public import Imaging
package import Stickers

/// A sticker that moves: pictures of one size, each with its time. It repeats without an end.
public struct LivingSticker: Sendable {
    /// A picture, and how long it is shown.
    public struct Frame: Sendable {
        /// The finished sticker; colours are not multiplied by alpha.
        public var picture: Bitmap
        /// How long it is shown, in nanoseconds; more than 0.
        public var duration: Int64

        /// Creates a frame.
        package init(_ picture: Bitmap, duration: Int64) {
            self.picture = picture
            self.duration = duration
        }
    }

    /// Where the subject of a clip is, in the clip's own frames.
    package struct Origin: Hashable, Sendable {
        /// The size of the frames.
        package var frame: PixelSize
        /// Around the subject in all of them, in their pixels.
        package var box: PixelRect
        /// How many of the sticker's pixels, in a row, stand for one of theirs.
        package var scale: Double

        /// An origin of its parts.
        package init(frame: PixelSize, box: PixelRect, scale: Double) {
            (self.frame, self.box, self.scale) = (frame, box, scale)
        }

        /// The same place in the clip's own frames, of this size, if smaller ones were cut.
        func inFrames(of size: PixelSize) -> Self {
            guard size != frame else { return self }
            let factor = Double(size.longestSide) / Double(frame.longestSide)
            let box = FractionalRect(box).scaled(x: factor, y: factor).covering(margin: 0)
            return Self(frame: size, box: box.intersection(PixelRect(size)), scale: scale / factor)
        }
    }

    /// The words of a sticker, and its first picture without them.
    package struct Words: Sendable {
        /// Where they are.
        package let place: TextPlace
        /// Whether a word is cut: it is too wide at the smallest size.
        package let isCut: Bool
        /// The words alone, in their place.
        package let alone: Bitmap
        /// The first picture without them, in the same place.
        package let below: Bitmap
    }

    /// The pictures, at least one, all of one size.
    public let frames: [Frame]
    /// What it was made of; `nil` for a sticker that was read from a file.
    package var origin: Origin?
    /// The subject of the first picture alone, without a border; `nil` for a sticker that was read from a file.
    package var subject: Bitmap?
    /// `nil` without words, and for a sticker that was read from a file.
    package var words: Words?
    /// The mean of what the frames' cuts can be expected to be, as of a photo (`PhotoSubject.confidence`); `nil` if the
    /// subject of one is not the network's, and for a sticker that was read from a file.
    package var confidence: Double?
    /// As ``ClipCut/found``.
    package var found: Range<Int64>?
    /// As ``ClipCut/loss``.
    package var loss: String?

    /// - Precondition: there is a frame, and all have one size.
    package init(_ frames: [Frame]) {
        precondition(
            !frames.isEmpty && frames.allSatisfy { $0.picture.size == frames[0].picture.size },
            "a sticker has frames, all of one size")
        self.frames = frames
    }

    /// The size of each picture.
    package var size: PixelSize { frames[0].picture.size }

    /// The time of one round, in nanoseconds.
    package var duration: Int64 { frames.reduce(0) { $0 + $1.duration } }

    /// Frames a second on average.
    package var frameRate: Double { Double(frames.count) / (Double(duration) / 1e9) }

    /// The same movement in so many frames, each shown equally long: of each moment, the picture that is shown then.
    ///
    /// - Parameter count: at least 1.
    package func evenly(in count: Int) -> LivingSticker {
        precondition(count >= 1, "a sticker has frames")
        var ends: [Int64] = []
        for frame in frames { ends.append((ends.last ?? 0) + frame.duration) }
        let total = duration
        func edge(_ number: Int) -> Int64 { total * Int64(number) / Int64(count) }
        return LivingSticker(
            (0..<count).map { number in
                let middle = (edge(number) + edge(number + 1)) / 2
                let shown = ends.firstIndex { $0 > middle } ?? frames.count - 1
                return Frame(frames[shown].picture, duration: max(1, edge(number + 1) - edge(number)))
            })
    }

    /// How many frames, each shown equally long, show every picture: more than there are if some are shown for longer.
    package var evenCount: Int {
        let durations = frames.map(\.duration)
        // Times in files are rounded.
        guard let shortest = durations.min(), let longest = durations.max(), longest >= 2 * shortest else {
            return frames.count
        }
        return Int((Double(duration) / Double(shortest)).rounded())
    }

    /// The same at no more frames a second, each shown equally long.
    package func evenly(atMost rate: Double) -> LivingSticker {
        evenly(in: max(1, min(evenCount, Int((Double(duration) / 1e9 * rate + 0.01).rounded(.down)))))
    }

    /// The same movement in another time, in nanoseconds: faster or slower.
    package func lasting(_ wanted: Int64) -> LivingSticker {
        let factor = Double(wanted) / Double(duration)
        var (end, written): (Int64, Int64) = (0, 0)
        return LivingSticker(
            frames.map { frame in
                end += frame.duration
                let next = Int64((Double(end) * factor).rounded())
                defer { written = max(next, written + 1) }
                return Frame(frame.picture, duration: max(1, next - written))
            })
    }

    /// The same with other pictures, as many and all of one size.
    package func withPictures(_ pictures: [Bitmap]) -> LivingSticker {
        precondition(pictures.count == frames.count, "each frame has a picture")
        return LivingSticker(zip(pictures, frames).map { Frame($0, duration: $1.duration) })
    }
}
