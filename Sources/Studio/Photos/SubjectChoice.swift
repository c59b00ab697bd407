package import Imaging
package import Stickers

/// Which subjects a person means.
package enum SubjectPlace: Hashable, Sendable {
    /// The subject at a point: parts of the photo's width and height.
    case point(MatteStroke.Point)
    /// What is inside a box, also where nothing was found before.
    case box(PhotoBox)
    /// The part at a point of the subject that has another point, too: the two are told apart.
    case apart(MatteStroke.Point, from: MatteStroke.Point)
}

/// What happens with the subjects that are meant.
package enum SubjectUse: String, Hashable, Sendable, CaseIterable {
    /// They are the only ones on the sticker.
    case alone
    /// They come onto the sticker beside those that are there.
    case add
    /// They go from the sticker.
    case remove
}

/// What comes of choosing subjects.
package struct SubjectChoice: Hashable, Sendable {
    /// Adds what was found in a box to the photo's subjects, or parts one of them.
    package var stroke: MatteStroke?
    /// The numbers of the subjects on the sticker, after the stroke; `nil` for all.
    package var instances: [Int]?
}

/// The subjects on a sticker before and after a stroke: one that is taken back takes the choice back, since the numbers
/// are others without it. That of a brush does so only while no other choice was made.
package struct BoxedChoice: Hashable, Sendable {
    package var before: [Int]?
    package var after: [Int]?
}

/// What a stroke would change.
package struct StrokePreview: Hashable, Sendable, Encodable {
    /// Of the whole, upright photo.
    package let width: Int
    package let height: Int
    /// Closed curves in pixels of the photo, as SVG writes a path; empty for nothing.
    package let path: String
}

/// A photo's subjects with the lines around them.
package struct OutlinedSubjects: Hashable, Sendable {
    package struct Subject: Hashable, Sendable {
        /// From 1, the largest first.
        package let number: Int
        /// Around the subject, in pixels of the photo.
        package let box: PixelRect
        /// Closed curves in pixels of the photo, as SVG writes a path.
        package let path: String
    }

    /// Of the whole, upright photo.
    package let width: Int
    package let height: Int
    package let subjects: [Subject]
    /// On a frame of a clip: the numbers of those on the sticker; `nil` for all.
    package var chosen: [Int]?
}
