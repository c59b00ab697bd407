package import Files

/// Photos that were divided into parts: `part-00000.jsonl`, `part-00001.jsonl`, … and `parts.json`, which is written
/// last and says how many there are.
package struct PartsFolder: Hashable, Sendable {
    /// More would be too many files in a folder.
    package static let mostParts = 100_000

    /// The folder.
    package let path: FilePath

    /// The parts in a folder, which need not exist yet.
    package init(_ path: FilePath) {
        self.path = path
    }

    private struct Summary: Codable {
        static let format = "peel-parts"
        var format = Self.format
        var version = 1
        var parts: Int
        var photosPerPart: Int?
    }

    private var summary: FilePath { path.appending("parts.json") }

    /// The manifest of a part.
    ///
    /// - Parameter part: from 0.
    package func manifest(ofPart part: Int) -> FilePath {
        let digits = String(part)
        return path.appending("part-\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).jsonl")
    }

    /// How many parts there are. Blocks.
    ///
    /// - Throws: ``PackError/Code/damagedManifest`` where `parts.json` is damaged, ``PackError/Code/file(_:)`` where
    ///   there is none.
    package func partCount() throws(PackError) -> Int {
        try readSummary().parts
    }

    private func readSummary() throws(PackError) -> Summary {
        let bytes = try asPackError { () throws(FileError) in try summary.readBytes(limit: 1 << 16) }
        guard let read = try? CheckedJSON.decode(Summary.self, from: bytes), read.format == Summary.format,
            read.version == 1, (1...Self.mostParts).contains(read.parts)
        else { throw PackError(.damagedManifest, summary, "\(summary) is not what peel split writes, or is damaged") }
        return read
    }

    /// The photos of all parts. Blocks.
    package func parts() throws(PackError) -> [[PartPhoto]] {
        var parts: [[PartPhoto]] = []
        for part in try 0..<partCount() { parts.append(try PartManifest.read(manifest(ofPart: part))) }
        return parts
    }

    /// Divides photos into parts and writes them. Photos that are in a part of this folder already stay there. A run
    /// that is killed leaves a folder that another run makes whole. Blocks.
    ///
    /// - Throws: ``PackError/Code/otherParts`` when the folder has another number of parts,
    ///   ``PackError/Code/tooManyParts``, ``PackError/Code/damagedManifest`` or ``PackError/Code/file(_:)``.
    /// - Returns: the parts.
    @discardableResult
    package func split(_ photos: [PartPhoto], _ count: PartSplitter.Count) throws(PackError) -> [[PartPhoto]] {
        var earlier: [[PartPhoto]] = []
        if (try? summary.status()) != nil {
            earlier = try parts()
            if case .parts(let wanted) = count, wanted != earlier.count {
                throw PackError(
                    .otherParts, path,
                    "\(path) has \(earlier.count) parts, not \(wanted): name another folder, or the same number of parts"
                )
            }
        }
        let parts = PartSplitter(count).split(photos, keeping: earlier)
        guard parts.count <= Self.mostParts else {
            throw PackError(
                .tooManyParts, path, "\(parts.count) parts are more than \(Self.mostParts): take more photos a part")
        }
        try asPackError { () throws(FileError) in
            try path.createFolder()
            for (number, photos) in parts.enumerated()
            where earlier.indices.contains(number) == false
                || earlier[number] != photos
            {
                try AtomicFile.write(PartManifest.bytes(of: photos), to: manifest(ofPart: number))
            }
            var summary = Summary(parts: parts.count)
            if case .photosPerPart(let limit) = count { summary.photosPerPart = limit }
            try AtomicFile.write(PackManifest.json(summary), to: self.summary)
        }
        return parts
    }
}
