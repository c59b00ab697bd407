package import Imaging

/// What a box that a person drew on a photo means.
package struct BoxChoice: Hashable, Sendable {
    /// The stroke that adds the object inside to the photo's subjects; `nil` when they have it already.
    package let stroke: MatteStroke?
    /// The numbers of the subjects inside, after the stroke.
    package let numbers: [Int]
}

extension PhotoSubject {
    /// From this part of a box on, the subjects inside are what it was drawn around.
    private static let enoughCovered = 0.55
    /// What the network sees in a box is another object when so much of it is none of the known subjects inside.
    private static let newFrom = 0.3

    /// The subjects inside a box. Where those that are known do not fill it, the network looks at the box: an object
    /// that it sees there becomes a subject of its own.
    ///
    /// Synchronous; two looks of the network at most.
    ///
    /// - Parameters:
    ///   - overview: the whole photo, upright, at any size: 640 pixels suffice.
    ///   - segmenter: looks at the box; without one only known subjects are chosen.
    /// - Returns: `nil` when nothing is inside the box.
    package func choice(of box: PhotoBox, overview: Bitmap, segmenter: SubjectSegmenter?) -> BoxChoice? {
        let picker = SubjectPicker(self)
        let known = picker.numbers(in: box)
        let withoutLook = known.isEmpty ? nil : BoxChoice(stroke: nil, numbers: known)
        if !known.isEmpty, picker.coverage(of: box, by: known) >= Self.enoughCovered { return withoutLook }
        let after = applying([box.stroke], to: overview, segmenter: segmenter)
        guard after != self else { return withoutLook }
        let seen = SubjectPicker(after)
        let numbers = seen.numbers(in: box)
        guard !numbers.isEmpty, known.isEmpty || seen.newShare(of: numbers, since: picker, known) >= Self.newFrom
        else { return withoutLook }
        return BoxChoice(stroke: box.stroke, numbers: numbers)
    }
}
