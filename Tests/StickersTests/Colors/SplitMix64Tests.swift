import Testing

@testable import Stickers

@Suite("The generator behind the start of k-means")
struct SplitMix64Tests {
    /// Of the reference implementation by Sebastiano Vigna (prng.di.unimi.it/splitmix64.c).
    @Test
    func givesThePublishedNumbers() {
        var generator = SplitMix64(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
        #expect(generator.next() == 9_817_491_932_198_370_423)
    }

    @Test
    func drawsIndicesInProportionToTheirWeightsNeverOneWithoutWeight() {
        var generator = SplitMix64(seed: 1)
        var counts = [0, 0, 0, 0, 0]
        for _ in 0..<4000 { counts[generator.index(weightedBy: [0, 1, 0, 3, 0])] += 1 }
        #expect(counts[0] + counts[2] + counts[4] == 0)
        #expect(abs(counts[1] - 1000) < 100)
        #expect(generator.index(weightedBy: [0, 0]) == 0)
    }
}
