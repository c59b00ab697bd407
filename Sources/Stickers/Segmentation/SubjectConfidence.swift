import Imaging

/// How sure the network is of a photo's subject and of its edge.
///
/// Measured in `Training/MODEL_CARD.md`: it puts photos in the order of how well they are cut. ``SubjectPresence`` adds
/// nothing to that.
struct SubjectConfidence: Hashable, Sendable {
    /// ``expectedOverlap(of:with:)`` of the look that counts.
    var overlap: Double
    /// Intersection over union of the two looks; `nil` if there was one.
    var agreement: Double?

    /// 0…1
    var value: Double { overlap * (agreement ?? 1).squareRoot() }

    /// The intersection over union that a cut is expected to have, if each sample of the network's answer is the
    /// probability that its pixel is subject: a doubtful patch within the cut or beside it lowers it, and so does a soft
    /// edge, the more the longer it is.
    ///
    /// - Parameters:
    ///   - answer: of the network, 0…1.
    ///   - cut: what was made of it, as large as the answer; above one half is subject.
    static func expectedOverlap(of answer: Matte, with cut: Matte) -> Double {
        var (both, either) = (0.0, 0.0)
        for (probability, sample) in zip(answer.samples, cut.samples) {
            let isSubject = sample > 0.5
            both += isSubject ? Double(probability) : 0
            either += isSubject ? 1 : Double(probability)
        }
        return either > 0 ? both / either : 0
    }
}
