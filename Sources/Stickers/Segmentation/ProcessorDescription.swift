import Files

/// What `/proc/cpuinfo` says of the first processor.
struct ProcessorDescription: Sendable {
    /// The lines `model name` and `flags` (`Features` on arm64).
    let features: [UInt8]

    static let current = ProcessorDescription((try? FilePath("/proc/cpuinfo").readBytes()) ?? [])

    init(_ description: [UInt8]) {
        let wanted = ["model name", "flags", "Features"].map { Array($0.utf8) }
        var names: Set<ArraySlice<UInt8>> = []
        var features: [UInt8] = []
        for line in description.split(separator: UInt8(ascii: "\n"), maxSplits: 60).prefix(60)
        where wanted.contains(where: line.starts) {
            // Later processors repeat the names.
            if names.insert(line.prefix { $0 != UInt8(ascii: ":") }).inserted { features += line }
        }
        self.features = features
    }

    /// Whether it has instructions for 16-bit floats (bfloat16): AVX512-BF16, AMX. With AVX-512 alone OpenVINO emulates
    /// them, in twice the time of 32 bits. `false` on arm64, where this was not measured.
    var hasBfloat16: Bool {
        let words = features.split(separator: UInt8(ascii: " "))
        return ["avx512_bf16", "amx_bf16"].contains { words.contains(ArraySlice($0.utf8)) }
    }
}
