package import Imaging

extension Matte {
    /// The matte without parts that stand apart and are smaller than one in so many parts of the whole:
    /// refining can leave some where the background has a spot of the subject's colour. Of many parts alike, none is
    /// one.
    ///
    /// - Parameter whole: the area of the subject of which the matte shows a part, and of its largest part: what its
    ///   edges cut off stays then. `nil` where the matte shows all of it.
    package func withoutCrumbs(
        belowOneIn parts: Int? = nil, of whole: (area: Int, largest: Int)? = nil
    ) -> Matte {
        let parts = parts ?? CutRules().crumbsBelowOneIn
        let found = ConnectedComponents(of: self, above: 0.04)
        let area = whole?.area ?? found.components.reduce(0) { $0 + $1.area }
        let largest = whole?.largest ?? found.components.reduce(0) { max($0, $1.area) }
        let inside = whole == nil ? bounds : bounds.insetBy(1)
        let isKept =
            [true]
            + found.components.map { part in
                part.area * parts >= area || part.area * Self.alike >= largest
                    || inside.intersection(part.box) != part.box
            }
        guard isKept.contains(false) else { return self }
        var kept = self
        for index in kept.samples.indices where !isKept[Int(found.labels[index])] { kept.samples[index] = 0 }
        return kept
    }

    /// Parts are alike if one has no more than so many times the area of the other.
    private static let alike = 5

    /// The guide's own alpha where this matte, of the same region, has something.
    ///
    /// - Parameter first: this matte before a person painted on it: the guide's alpha keeps the share that is left of
    ///   it.
    func keepingAlpha(of guide: Bitmap, before first: Matte?) -> Matte {
        let (kept, first) = (resampled(to: guide.size), first?.resampled(to: guide.size))
        var alpha = Matte(alphaOf: guide)
        for (index, sample) in kept.samples.enumerated() {
            if let before = first?.samples[index], before > 0.02 {
                alpha.samples[index] *= min(1, sample / before)
            } else if sample <= 0.002 {
                alpha.samples[index] = 0
            }
        }
        return alpha
    }

    /// The matte of a part of a photo as a matte of the whole photo; 0 outside the part.
    ///
    /// - Parameter side: the result's longest side at most; the cells keep their size when that is less.
    func spread(from part: PixelRect, over photo: PixelSize, atMost side: Int) -> Matte {
        if part.size == photo { return self }
        let longest = Double(size.longestSide) / Double(part.size.longestSide) * Double(photo.longestSide)
        if longest > Double(side) {
            let smaller = resampled(to: size.scaled(by: Double(side) / longest))
            return smaller.spread(from: part, over: photo, atMost: .max)
        }
        let across = Double(width) / Double(part.width)
        let down = Double(height) / Double(part.height)
        let size = PixelSize(
            width: max(1, Int((Double(photo.width) * across).rounded())),
            height: max(1, Int((Double(photo.height) * down).rounded())))
        let left = Int((Double(part.x) * across).rounded())
        let top = Int((Double(part.y) * down).rounded())
        var whole = Matte(size: size)
        for y in 0..<min(height, size.height - top) {
            for x in 0..<min(width, size.width - left) { whole[left + x, top + y] = self[x, y] }
        }
        return whole
    }
}
