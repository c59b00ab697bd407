import Synchronization

/// The order in which a worker takes the photos of its part: the part's, until it meets another worker at a photo. From
/// then on it takes the second half of what is left first. So two workers that begin with a part at the same moment do
/// not go in step, and each finds what the other has done.
final class WorkOrder: Sendable {
    /// The places of the photos that are left, the next one last.
    private let left: Mutex<[Int]>

    init(count: Int) {
        left = Mutex((0..<count).reversed())
    }

    func next() -> Int? {
        left.withLock { $0.popLast() }
    }

    /// Another worker is at the photo that was taken last.
    func goElsewhere() {
        left.withLock { left in
            let half = left.count / 2
            left = Array(left.suffix(half) + left.dropLast(half))
        }
    }
}
