import Execution
package import Imaging
package import Stickers

/// Finds the frame of a clip of which a still sticker is made.
///
/// Of the frames in which the subject is whole, the one in which it is sharpest is taken. It is whole where it reaches
/// the fewest sides of the frame and is not much smaller than in half of the frames. How sharp it is, is told by the
/// strongest twentieth of its squared Laplacian, where eyes, hair and patterns are (after Pech-Pacheco et al. 2000, who
/// take the variance of all of it). Closed eyes are not noticed.
package struct StillFinder: Sendable {
    private let segmenter: SubjectSegmenter
    private let executor: PhotoExecutor

    /// The longer side at which frames should come, in pixels.
    package static let side = 768
    /// Frames are looked at that are at least as far apart, in nanoseconds: a tenth of a second.
    private static let step: Int64 = 100_000_000
    /// Where looking ends, in nanoseconds: ten seconds.
    private static let window: Int64 = 10_000_000_000
    /// No frame that begins then or later is needed, in nanoseconds.
    package static let readingEnd = window + 1
    /// The part of the usual area below which the subject is taken to be hidden or turned away.
    private static let leastArea = 0.8

    /// Creates a finder, which serves any number of clips.
    package init(_ segmenter: SubjectSegmenter, executor: PhotoExecutor) {
        self.segmenter = segmenter
        self.executor = executor
    }

    fileprivate struct Candidate {
        let time: Int64
        /// Of the frame, 0…1.
        let area: Double
        let sideCount: Int
        let sharpness: Float
    }

    /// Returns the time of the best frame in nanoseconds.
    ///
    /// - Throws: ``ClipError`` with `.nothingToShow` for a clip without frames or without a subject.
    @concurrent
    package func time<Source: AsyncSequence & Sendable>(
        in frames: Source
    ) async throws(ClipError) -> Int64 where Source.Element == ClipFrame {
        var candidates: [Candidate] = []
        var (count, due): (Int, Int64) = (0, 0)
        do {
            for try await frame in frames {
                if frame.time > Self.window { break }
                guard frame.time >= due else { continue }
                due = frame.time + Self.step
                count += 1
                let candidate = try await executor.run { [segmenter] () async throws(StickerError) in
                    let region = PixelRect(frame.picture.size)
                    return Candidate(try FrameLook(frame, region: region, segmenter, isSingle: true), of: frame)
                }
                if let candidate { candidates.append(candidate) }
            }
        } catch let error as StickerError {
            throw .cutting(error)
        } catch {
            throw .source(error)
        }
        guard count > 0 else { throw .nothingToShow("it has no frames") }
        let areas = candidates.map(\.area).sorted()
        guard let fewestSides = candidates.map(\.sideCount).min() else {
            throw .nothingToShow("no subject was found in any of its \(count) frames")
        }
        let least = Self.leastArea * areas[areas.count / 2]
        let whole = candidates.filter { $0.sideCount == fewestSides && $0.area >= least }
        return (whole.isEmpty ? candidates : whole).max { $0.sharpness < $1.sharpness }?.time ?? 0
    }
}

extension StillFinder.Candidate {
    /// `nil` without a subject.
    fileprivate init?(_ look: FrameLook, of frame: ClipFrame) {
        guard look.presence >= ClipProcessor.leastPresence, let box = look.box else { return nil }
        time = frame.time
        area = Double(look.matte.samples.count { $0 > 0.5 }) / Double(look.matte.samples.count)
        sideCount = box.sides(of: frame.picture.size).rawValue.nonzeroBitCount
        sharpness = frame.picture.lightness.sharpness(in: box, where: look.matte)
    }
}

extension Plane {
    /// The mean of the strongest twentieth of the squared Laplacian.
    ///
    /// - Parameter matte: of the same frame, of any size; what is surely the subject counts.
    func sharpness(in box: PixelRect, where matte: Matte) -> Float {
        // Each sample is compared with four around it.
        guard width > 2, height > 2 else { return 0 }
        let (scaleX, scaleY) = (Float(matte.width) / Float(width), Float(matte.height) / Float(height))
        var squares: [Float] = []
        for row in max(1, box.y)..<max(2, min(box.maxY, height - 1)) {
            for column in max(1, box.x)..<max(2, min(box.maxX, width - 1)) {
                let (x, y) = ((Float(column) + 0.5) * scaleX - 0.5, (Float(row) + 0.5) * scaleY - 0.5)
                guard matte.sampled(x, y) > 0.9 else { continue }
                let place = row * width + column
                let around =
                    samples[place - 1] + samples[place + 1] + samples[place - width] + samples[place + width]
                let change = around - 4 * samples[place]
                squares.append(change * change)
            }
        }
        squares.sort(by: >)
        let strongest = squares.prefix(max(1, squares.count / 20))
        return strongest.reduce(0, +) / Float(max(1, strongest.count))
    }
}
