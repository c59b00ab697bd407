import Peel

/// A photo and its mask.
struct Sample {
    let photo: FilePath
    let mask: FilePath

    /// The pairs under a folder in an order that has nothing to do with their names, the same on every run.
    static func all(in folder: FilePath) throws -> [Sample] {
        let files = try FolderWalk(folder).files.map(\.path)
        func key(_ path: FilePath, _ kind: String) -> String? {
            let parts = path.description.split(separator: "/")
            guard parts.count > 1, parts[parts.count - 2] == kind else { return nil }
            return parts.dropLast(2).joined(separator: "/") + "/" + (parts.last?.split(separator: ".").first ?? "")
        }
        var masks: [String: FilePath] = [:]
        for file in files { if let key = key(file, "gt") { masks[key] = file } }
        var samples: [(order: UInt64, sample: Sample)] = []
        for file in files {
            guard let key = key(file, "im"), let mask = masks[key] else { continue }
            samples.append((hash(key), Sample(photo: file, mask: mask)))
        }
        return samples.sorted { $0.order < $1.order }.map(\.sample)
    }

    /// FNV-1a, mixed once more: similar names lie far apart.
    private static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 31)) &* 0xBF58_476D_1CE4_E5B9
        return hash ^ (hash >> 29)
    }
}

/// A generator that gives the same numbers on every run.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Two digits after the point.
func rounded(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
