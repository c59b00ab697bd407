/// The numbers that decide what of a network's answer becomes a sticker. Each has a picture in the tests
/// (`CutGuardTests`) that comes out worse where it is half as much, or half as much again.
struct CutRules: Hashable, Sendable {
    var looks = Looks()
    var cleaning = Cleaning()
    var refining = Refining()
    /// A part of a finer matte that stands apart and is smaller than one in so many parts of all of it is a crumb:
    /// refining can leave some where the background has a spot of the subject's colour.
    var crumbsBelowOneIn = 100
    /// The same where a person has drawn what belongs to the subject.
    static let crumbsByHandBelowOneIn = 2000

    /// Whether there is a subject, and whether it is looked at again.
    struct Looks: Hashable, Sendable {
        /// Below this `SubjectPresence.score` a photo has no subject.
        var leastPresence = 0.5
        /// Below this part of the frame the subject's surroundings are looked at again, enlarged.
        var secondLookBelow = 0.55
        /// How much of the surroundings is looked at, as a part of the subject's longer side.
        var surroundings = 0.15
        /// The second look must find the same subject: intersection over union of the two mattes above one half.
        /// Measured, see `Training/RUNS.md`: at 0.7, small subjects whose first look took in their surroundings kept
        /// them.
        var leastAgreement = 0.5
        /// Where a closer look sees nothing of the subject, agreement under this, the first look of Peel's own network
        /// must have been sure: ``SubjectConfidence/overlap`` of at least ``sureAlone``. Of 1,245 photos that is so in
        /// eight: six times it is a few pixels or another thing than the subject, and twice the subject, the one with
        /// the lower overlap at 0.84.
        var nothingSeenAgain = 0.02
        /// See ``nothingSeenAgain``.
        var sureAlone = 0.82
    }

    /// What of a network's answer is no subject: see `MatteCleaning`.
    struct Cleaning: Hashable, Sendable {
        /// How far the soft edge may reach from where the matte crosses one half, as a part of the matte's longer side.
        var softReach = 0.02
        /// A part is a subject only if the network is this sure of it on average.
        var leastConfidence: Float = 0.72
        /// A small part that the frame cuts off is more often something beside the subject: there it must be surer.
        var leastConfidenceAtFrame: Float = 0.88
        /// What counts as small there, as a part of the largest part.
        var smallAtFrame = 0.15
        /// Parts smaller than this part of the largest are crumbs.
        var smallestPart = 0.02
        /// A hole is one where the background shows through. One that is smaller than this part of the subject and has
        /// rather the subject's colours is filled: an eye, a reflection, a white patch.
        var largestDoubtfulHole = 0.06
    }

    /// How a coarse matte is brought to the photo's edges: see `AlphaRefiner`.
    struct Refining: Hashable, Sendable {
        /// How much of what the network half believes becomes a doubt.
        var contrast: Float = 0.3
        /// How much more the first round doubts the network's matte where that is unsure than where it is sure.
        var unsureDoubt: Float = 0.25
        /// From this haze on, a half-transparent area begins to be a doubt of the network's, not a soft edge.
        var haze: Float = 0.35
        /// How much more contrast a wide half-transparent area gets.
        var gain: Float = 8
    }
}
