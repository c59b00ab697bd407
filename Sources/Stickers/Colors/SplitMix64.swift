/// A small generator of the same numbers for the same seed everywhere.
///
/// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// Even in 0..<1, in steps of 2⁻⁵³.
    mutating func nextUnit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// An index, drawn with a probability in proportion to its weight; 0 when all weigh nothing.
    mutating func index(weightedBy weights: [Float]) -> Int {
        var total = 0.0
        for weight in weights { total += Double(weight) }
        var rest = nextUnit() * total
        var last = 0
        for (index, weight) in weights.enumerated() where weight > 0 {
            rest -= Double(weight)
            last = index
            if rest < 0 { break }
        }
        return last
    }
}
