import Peel

/// Which subjects of a movie are meant, in pixels of one of its frames.
struct ClipMarking: Equatable, Sendable {
    var marks = SubjectMarks()
    /// The time of that frame, in seconds; `nil` for the first one that is read.
    var time: Double?

    init() {}

    init(_ values: OptionValues) throws {
        marks = SubjectMarks(at: values.places(.at), notAt: values.places(.notAt), boxes: values.boxes(.box))
        time = values.number(.atTime)
        if time != nil, marks == SubjectMarks() {
            throw UsageError("--at-time is the frame of --at, --not-at and --box: add one of them")
        }
        let (start, end) = try ClipRequest.part(values)
        if let time, time < start ?? 0 || time >= end ?? .infinity {
            throw UsageError("--at-time \(time) is not between --start and --end: choose a frame between them")
        }
    }

    /// - Throws: ``CommandFailure`` for a pixel that the frames do not have.
    func strokes(in frame: PixelSize) throws -> [MatteStroke] {
        let milliseconds = time.map { Int(($0 * 1000).rounded()) }
        func point(_ x: Double, _ y: Double) throws -> MatteStroke.Point {
            guard (0...Double(frame.width)).contains(x), (0...Double(frame.height)).contains(y) else {
                throw CommandFailure(
                    "\(Int(x)),\(Int(y)) is outside of the movie, whose frames have \(frame.width) × \(frame.height) pixels"
                )
            }
            return .init(x: x / Double(frame.width), y: y / Double(frame.height))
        }
        func stroke(_ mode: MatteStroke.Mode, _ points: [MatteStroke.Point]) -> MatteStroke {
            MatteStroke(mode: mode, radius: 0, points: points, time: milliseconds)
        }
        let boxes = try marks.boxes.map {
            [try point(Double($0.x), Double($0.y)), try point(Double($0.maxX), Double($0.maxY))]
        }
        let places = try marks.at.map { [try point(Double($0.x) + 0.5, Double($0.y) + 0.5)] }
        let others = try marks.notAt.map { [try point(Double($0.x) + 0.5, Double($0.y) + 0.5)] }
        return (boxes + places).enumerated().map { stroke($0 == 0 ? .only : .with, $1) }
            + others.map { stroke(.without, $0) }
    }
}
