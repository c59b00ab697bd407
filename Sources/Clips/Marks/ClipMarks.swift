import Execution
import Imaging
package import Stickers

/// What a person marked on single frames of a clip, carried to all frames of its part.
///
///     let marks = try await maker.follow([stroke], in: frames)
///     let cut = try await maker.cut(sameFrames, marks: marks)
package struct ClipMarks: Sendable {
    /// By the frames' times.
    let holds: [Int64: FrameHold]
    /// The times of frames with marks on them.
    package let marked: Set<Int64>
    /// Marks on no subject.
    package let missed: [MatteStroke]

    /// Nothing marked.
    package static let none = ClipMarks(holds: [:], marked: [], missed: [])
}

extension LivingStickerMaker {
    /// The longer side at which frames should come for ``follow(_:in:)``, in pixels.
    package static let followingSide = 640

    /// Carries marks to all frames of the part, forwards and backwards from the frames on which they were made.
    ///
    /// A mark is on the first frame at its time or later; one outside of the part does not count. Where the motion
    /// cannot be trusted, or the film is cut, strokes are let go. What is known of each frame takes some 0.7 MB.
    ///
    /// - Parameter marks: strokes of a brush (`keep`, `remove`), and subjects that are meant (`only`, `with`,
    ///   `without`).
    @concurrent
    package func follow<Source: AsyncSequence & Sendable>(
        _ marks: [MatteStroke], in frames: Source
    ) async throws(ClipError) -> ClipMarks where Source.Element == ClipFrame {
        guard !marks.isEmpty else { return .none }
        let (segmenter, executor) = (processor.segmenter, processor.executor)
        let choosesSubjects = marks.contains { !$0.mode.paints }
        var follower = ClipFollower(segmenter)
        var batch: [ClipFrame] = []
        func take() async throws(ClipError) {
            var looks: [Result<FrameLook, StickerError>] = []
            let known = follower.count
            let isMarked = follower.marked(batch, marks)
            let numbered = batch.enumerated().map { (frame: $1, looks: choosesSubjects || isMarked[$0]) }
            await forEachInOrder(numbered, atOnce: executor.threadCount) { item in
                await executor.run {
                    Result { () throws(StickerError) in
                        try FrameLook.whole(item.frame, item.looks ? segmenter : nil)
                    }
                }
            } consume: { _, look in
                looks.append(look)
                return !Task.isCancelled
            }
            guard looks.count == batch.count else { throw .cutting(ClipProcessor.cancelled) }
            for (number, look) in looks.enumerated() {
                do throws(StickerError) {
                    follower.add(try look.get(), isMarked: isMarked[number])
                } catch {
                    throw .cutting(error)
                }
            }
            var motions: [FrameMotion] = []
            await forEachInOrder(follower.pairs(from: known), atOnce: executor.threadCount) { pair in
                await executor.run { FrameMotion(from: pair.0, to: pair.1) }
            } consume: { _, motion in
                motions.append(motion)
                return !Task.isCancelled
            }
            follower.add(motions)
            batch = []
        }
        do {
            for try await frame in WindowFrames(source: frames, options: options) {
                batch.append(frame)
                if batch.count >= 2 * executor.threadCount { try await take() }
            }
            try await take()
        } catch let error as ClipError {
            throw error
        } catch {
            throw .source(error)
        }
        guard !Task.isCancelled else { throw .cutting(ClipProcessor.cancelled) }
        return await executor.run { [follower] in follower.carried(marks) }
    }
}

/// The frames of a part, as far as marks need them.
private struct ClipFollower: Sendable {
    /// A mark that is so much older than the first frame is not on it: it is before the part. In nanoseconds.
    private static let largestGap: Int64 = 100_000_000

    private let segmenter: SubjectSegmenter
    /// Those with marks have their picture.
    private var looks: [FrameLook] = []
    private var motions: [FrameMotion] = []

    init(_ segmenter: SubjectSegmenter) {
        self.segmenter = segmenter
    }

    var count: Int { looks.count }

    /// Whether each of the next frames is one on which a mark was made.
    func marked(_ frames: [ClipFrame], _ marks: [MatteStroke]) -> [Bool] {
        var before = looks.last?.frame.time
        return frames.map { frame in
            defer { before = frame.time }
            return marks.contains { mark in
                mark.isDue(at: frame.time) && !(before.map { mark.isDue(at: $0) } ?? false)
            }
        }
    }

    mutating func add(_ look: FrameLook, isMarked: Bool) {
        looks.append(look)
        if !isMarked { looks[looks.count - 1].dropPicture() }
    }

    mutating func add(_ motions: [FrameMotion]) { self.motions += motions }

    /// Each frame with the one before it.
    func pairs(from known: Int) -> [(OpticalFlow.Pyramid, OpticalFlow.Pyramid)] {
        (max(1, known)..<max(1, known, looks.count)).map { (looks[$0 - 1].light, looks[$0].light) }
    }

    /// What holds for each frame.
    func carried(_ marks: [MatteStroke]) -> ClipMarks {
        var said = [Plane?](repeating: nil, count: looks.count)
        var owners = [SubjectOwners?](repeating: nil, count: looks.count)
        var missed: [MatteStroke] = []
        var marked: Set<Int64> = []
        // Marks that follow each other on one frame are carried together.
        var rest = marks.compactMap { mark in place(of: mark).map { (mark: mark, place: $0) } }[...]
        while let first = rest.first, motions.count + 1 == looks.count {
            let group = rest.prefix { $0.place == first.place }
            rest = rest.dropFirst(group.count)
            let place = first.place
            marked.insert(looks[place].frame.time)
            let made = FrameMarks(group.map(\.mark), on: looks[place], after: owners[place], segmenter)
            missed += made.missed
            func hold(_ carried: CarriedMarks, _ index: Int) {
                if let new = carried.said { said[index] = said[index]?.overlaid(by: new) ?? new }
                if let new = carried.owners { owners[index] = owners[index]?.overlaid(by: new) ?? new }
            }
            let start = CarriedMarks(made, raster: looks[place].light.levels[0].size)
            hold(start, place)
            for (way, end) in [(1, looks.count), (-1, -1)] {
                var carried = start
                for index in stride(from: place + way, to: end, by: way) {
                    let motion = motions[min(index, index - way)]
                    let (back, forth) = way > 0 ? (motion.back, motion.forth) : (motion.forth, motion.back)
                    let step = FrameStep(
                        to: looks[index].light, from: looks[index - way].light, back: back, forth: forth)
                    carried.advance(step, matte: made.owners == nil ? nil : looks[index].rasterMatte)
                    hold(carried, index)
                }
            }
        }
        var holds: [Int64: FrameHold] = [:]
        for (index, look) in looks.enumerated() where said[index] != nil || owners[index] != nil {
            holds[look.frame.time] = FrameHold(said: said[index], owners: owners[index])
        }
        return ClipMarks(holds: holds, marked: marked, missed: missed)
    }

    /// The frame on which a mark was made; `nil` for one outside of the part.
    private func place(of mark: MatteStroke) -> Int? {
        guard let place = looks.firstIndex(where: { mark.isDue(at: $0.frame.time) }) else { return nil }
        let isBefore = mark.time.map { looks[place].frame.time - Int64($0) * 1_000_000 > Self.largestGap } ?? false
        return place == 0 && isBefore ? nil : place
    }
}
