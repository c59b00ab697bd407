/// Divides photos into parts of about the same number of bytes.
///
/// The rule: a photo that is in a part stays there. Those that are in none are taken by falling size, each into the
/// part that has the fewest bytes.
///
/// So the parts are balanced: as long as no photo was removed or has changed, the heaviest and the lightest part differ
/// by at most the bytes of the largest photo. (Where that holds before a photo is added to the lightest part, it holds
/// after it: the part was the lightest, so it is now at most that photo's bytes above the then lightest.) And they are
/// stable: photos that are added move no other.
///
/// With a limit to the photos of a part, a part that is full takes no more; the bound then holds among those that are
/// not.
package struct PartSplitter: Hashable, Sendable {
    /// How many parts there are.
    package enum Count: Hashable, Sendable {
        /// That many, at least 1.
        case parts(Int)
        /// As many as are needed for parts of at most that many photos, at least 1.
        case photosPerPart(Int)
    }

    /// How many parts there are.
    package let count: Count

    /// A splitter.
    package init(_ count: Count) {
        self.count = count
    }

    /// - Parameters:
    ///   - photos: all photos. One that is there twice counts once.
    ///   - earlier: the parts of an earlier call. Photos that `photos` does not have any more are left out.
    /// - Returns: the parts, as many as `earlier` has or more, each in the order of the pack; some may be empty.
    package func split(_ photos: [PartPhoto], keeping earlier: [[PartPhoto]] = []) -> [[PartPhoto]] {
        var partOfPhoto: [PartPhoto.Key: Int] = [:]
        for (part, members) in earlier.enumerated() {
            for photo in members { partOfPhoto[photo.key] = part }
        }
        var seen: Set<PartPhoto.Key> = []
        let photos = photos.filter { seen.insert($0.key).inserted }
        var parts: [[PartPhoto]] = Array(repeating: [], count: max(earlier.count, partCount(photos.count)))
        var added: [PartPhoto] = []
        for photo in photos {
            if let part = partOfPhoto[photo.key] { parts[part].append(photo) } else { added.append(photo) }
        }
        added.sort { left, right in
            let (leftBytes, rightBytes) = (left.byteCount ?? 0, right.byteCount ?? 0)
            return leftBytes == rightBytes ? PartPhoto.precedes(left, right) : leftBytes > rightBytes
        }
        var lightest = LightestPart(parts, limit: limit)
        for photo in added { parts[lightest.take(photo, numberOfParts: &parts)].append(photo) }
        return parts.map { $0.sorted(by: PartPhoto.precedes) }
    }

    private var limit: Int {
        if case .photosPerPart(let limit) = count { limit } else { .max }
    }

    private func partCount(_ photoCount: Int) -> Int {
        switch count {
        case .parts(let count): count
        case .photosPerPart(let limit): max(1, (photoCount + limit - 1) / limit)
        }
    }
}

/// The parts that are not full as a binary heap, the one with the fewest bytes first. Of several the one with the
/// fewest photos comes first, then the one with the lowest number.
private struct LightestPart {
    private struct Part {
        let number: Int
        var bytes: Int
        var photos: Int

        static func < (left: Part, right: Part) -> Bool {
            (left.bytes, left.photos, left.number) < (right.bytes, right.photos, right.number)
        }
    }

    private let limit: Int
    private var heap: [Part]

    init(_ parts: [[PartPhoto]], limit: Int) {
        self.limit = limit
        heap = parts.enumerated().map { number, photos in
            Part(number: number, bytes: photos.reduce(0) { $0 + ($1.byteCount ?? 0) }, photos: photos.count)
        }
        .filter { $0.photos < limit }.sorted(by: <)
    }

    /// - Parameter parts: gets another one where all are full: earlier parts were larger than the limit is now.
    /// - Returns: the number of the part that the photo goes to.
    mutating func take(_ photo: PartPhoto, numberOfParts parts: inout [[PartPhoto]]) -> Int {
        if heap.isEmpty {
            heap.append(Part(number: parts.count, bytes: 0, photos: 0))
            parts.append([])
        }
        heap[0].bytes += photo.byteCount ?? 0
        heap[0].photos += 1
        let number = heap[0].number
        if heap[0].photos >= limit {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        sink()
        return number
    }

    private mutating func sink() {
        var index = 0
        while case let left = 2 * index + 1, left < heap.count {
            let right = left + 1
            let child = right < heap.count && heap[right] < heap[left] ? right : left
            guard heap[child] < heap[index] else { return }
            heap.swapAt(child, index)
            index = child
        }
    }
}
