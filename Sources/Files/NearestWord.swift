/// Returns the candidate that is most like a typed word, if it is near enough to be a slip.
package func nearest(to typed: String, among candidates: [String]) -> String? {
    let reach = max(1, min(3, typed.count / 3))
    let ranked = candidates.map { (name: $0, distance: editDistance(typed, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= reach else { return nil }
    return best.name
}

/// Returns how many letters must be inserted, removed, changed or swapped with their neighbour to turn one text into
/// the other (optimal string alignment).
package func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1..<max(1, left.count + 1) {
        var current = [row] + Array(repeating: 0, count: right.count)
        for column in 1..<max(1, right.count + 1) {
            let change = left[row - 1] == right[column - 1] ? 0 : 1
            current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
            if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                current[column] = min(current[column], beforeLast[column - 2] + 1)
            }
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}
