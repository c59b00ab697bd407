/// Milliseconds of a duration.
func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
}

/// The middle one; of an even number, the mean of the two in the middle.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// A number as JSON and as a table show it.
func rounded(_ value: Double, _ digits: Int = 2) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    return "\((value * factor).rounded() / factor)"
}
