import Glibc
import Imaging

/// How well a photo is cut, told by the network's own answer: the intersection over union that the cut can be expected
/// to have.
///
/// Measured in `Training/MODEL_CARD.md`: it puts photos in the order of how well they are cut, and on the mean they are
/// cut as well as it says. `SubjectPresence` adds nothing to that.
package struct SubjectConfidence: Hashable, Sendable {
    /// ``expectedOverlap(of:with:)`` of the look that counts.
    var overlap: Double
    /// Intersection over union of the first look and the closer one; `nil` if there was none.
    var agreement: Double?

    package init(overlap: Double, agreement: Double? = nil) {
        (self.overlap, self.agreement) = (overlap, agreement)
    }

    /// The overlap that the network's own probabilities expect, less where two looks disagree, 0…1. It puts photos in
    /// order, but is too sure: that a chair belongs to the subject, or a head is missing, the network does not know.
    var raw: Double { overlap * (agreement ?? 1).squareRoot() }

    /// 0…1; a line through the log-odds of ``raw``, fitted by `Training/confidence.py` to the cuts of photos with exact
    /// masks.
    package var value: Double {
        let certain = min(0.999, max(0.001, raw))
        return 1 / (1 + exp(-(Self.offset + Self.slope * log(certain / (1 - certain)))))
    }

    private static let offset = -0.244
    private static let slope = 0.885

    /// The intersection over union that a cut is expected to have, if each sample of the network's answer is the
    /// probability that its pixel is subject: a doubtful patch within the cut or beside it lowers it, and so does a
    /// soft edge, the more the longer it is.
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
