import Imaging

/// Which cells of a frame belong to the subjects that a person means, and which to others.
///
/// From frame to frame, cells are carried along the motion. What the network sees as subject and was not carried is
/// handed to what it hangs together with, so that each subject keeps its identity while its outline changes.
struct SubjectOwners: Sendable {
    enum Owner: UInt8, Sendable {
        case unknown, chosen, other
    }

    /// A cell that is no subject keeps its owner for so many frames: a subject that is not seen for a moment returns.
    private static let memory: UInt8 = 12
    /// Cells around a subject that are its own: its soft edge.
    private static let edge = 3

    let size: PixelSize
    private(set) var cells: [Owner]
    /// For how many frames each has been no subject.
    private var ages: [UInt8]
    /// Whether subjects that appear are not meant.
    private(set) var isExclusive: Bool

    /// - Parameters:
    ///   - chosen: the matte of the subjects that are meant.
    ///   - all: of all subjects.
    init(chosen: Plane, all: Plane, isExclusive: Bool) {
        size = all.size
        cells = zip(chosen.samples, all.samples).map { $0 > 0.5 ? .chosen : $1 > 0.5 ? .other : .unknown }
        ages = [UInt8](repeating: 0, count: cells.count)
        self.isExclusive = isExclusive
    }

    /// Goes to another frame.
    ///
    /// - Parameter matte: as the network sees it in that frame, on this raster.
    mutating func advance(_ step: FrameStep, matte: Plane) {
        let (before, beforeAges, width, height) = (cells, ages, size.width, size.height)
        for row in 0..<height {
            for column in 0..<width {
                let index = row * width + column
                cells[index] = .unknown
                ages[index] = 0
                guard step.sure.samples[index] > 0.5 else { continue }
                let (u, v) = (
                    Int((Float(column) + step.back.x.samples[index]).rounded()),
                    Int((Float(row) + step.back.y.samples[index]).rounded())
                )
                let from = min(max(v, 0), height - 1) * width + min(max(u, 0), width - 1)
                let isSubject = matte.samples[index] > 0.5
                guard isSubject || beforeAges[from] < Self.memory else { continue }
                cells[index] = before[from]
                ages[index] = isSubject ? 0 : beforeAges[from] + 1
            }
        }
        settle(on: matte)
    }

    /// Hands each cell of the subjects to one of them.
    private mutating func settle(on matte: Plane) {
        spread(within: { matte.samples[$0] > 0.5 }, from: { matte.samples[$0] > 0.5 })
        for index in cells.indices where matte.samples[index] > 0.5 && cells[index] == .unknown {
            cells[index] = isExclusive ? .other : .chosen
        }
    }

    /// Cells that are known hand their owner to cells beside them that are not.
    ///
    /// - Parameter rounds: `nil` for as far as it goes.
    private mutating func spread(
        within isOpen: (Int) -> Bool, from isSource: (Int) -> Bool, rounds: Int? = nil
    ) {
        let (width, height) = (size.width, size.height)
        var front = cells.indices.filter { cells[$0] != .unknown && isSource($0) }
        var round = 0
        while !front.isEmpty, round < rounds ?? .max {
            var next: [Int] = []
            for index in front {
                let (x, y) = (index % width, index / width)
                func visit(_ other: Int) {
                    guard cells[other] == .unknown, isOpen(other) else { return }
                    cells[other] = cells[index]
                    next.append(other)
                }
                if x > 0 { visit(index - 1) }
                if x + 1 < width { visit(index + 1) }
                if y > 0 { visit(index - width) }
                if y + 1 < height { visit(index + width) }
            }
            front = next
            round += 1
        }
    }

    /// How much of each cell belongs to the chosen subjects.
    var share: Plane {
        var spread = self
        spread.spread(within: { _ in true }, from: { ages[$0] == 0 }, rounds: Self.edge)
        return Plane(
            size: size,
            samples: spread.cells.map { $0 == .chosen || $0 == .unknown && !isExclusive ? 1 : 0 })
    }

    /// With what was chosen later, where that is known.
    func overlaid(by newer: SubjectOwners) -> SubjectOwners {
        var both = newer
        for index in both.cells.indices where both.cells[index] == .unknown {
            (both.cells[index], both.ages[index]) = (cells[index], ages[index])
        }
        both.isExclusive = isExclusive || newer.isExclusive
        return both
    }
}
