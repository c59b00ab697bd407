import Imaging
import Stickers

/// What the network saw in one frame.
struct FrameLook: Sendable {
    /// The longer side of the raster on which motion is measured.
    static let motionSide = 192

    /// Without what of its picture is not needed any more.
    private(set) var frame: ClipFrame
    /// The frame's size in pixels.
    let frameSize: PixelSize
    /// The part of the frame that was looked at.
    let region: PixelRect
    /// The matte of the region, with the size of the network's answer.
    let matte: Matte
    /// What a person said of the frame.
    var hold: FrameHold?
    private let seenPresence: Double
    /// `SubjectConfidence.overlap`; `nil` if the network was not asked.
    private let overlap: Double?
    /// `SubjectConfidence.agreement` of the looks that decided on the region.
    var agreement: Double?
    /// The whole frame's lightness, 0…1.
    let light: OpticalFlow.Pyramid

    /// Lets the network look at a frame. Of one that keeps its alpha, the whole frame's alpha is the matte, and the
    /// network is not asked. Blocks the calling thread.
    ///
    /// - Parameter isSingle: whether the frame is judged without its neighbours.
    init(
        _ frame: ClipFrame, region: PixelRect, _ segmenter: SubjectSegmenter, isSingle: Bool = false
    ) throws(StickerError) {
        if frame.keepsAlpha {
            let picture = frame.picture
            self.init(frame, region: PixelRect(picture.size), matte: Matte(alphaOf: picture), presence: 1)
            return
        }
        let look = try segmenter.frameLook(at: frame.picture.cropped(to: region), isSingle: isSingle)
        self.init(frame, region: region, matte: look.matte, presence: look.presence, overlap: look.overlap)
    }

    /// Looks at all of a frame.
    ///
    /// - Parameter segmenter: `nil` where motion alone counts.
    static func whole(_ frame: ClipFrame, _ segmenter: SubjectSegmenter?) throws(StickerError) -> FrameLook {
        let region = PixelRect(frame.picture.size)
        guard let segmenter else {
            return FrameLook(frame, region: region, matte: Plane(size: PixelSize(width: 1, height: 1)), presence: 0)
        }
        return try FrameLook(frame, region: region, segmenter)
    }

    /// The score for the presence of a subject, 0…1.
    var presence: Double { hold?.keeps ?? false ? 1 : seenPresence }

    /// How well the frame can be expected to be cut, as of a photo; `nil` where the alpha is its own, or a person
    /// painted.
    var confidence: Double? {
        guard hold?.said == nil, let overlap else { return nil }
        return SubjectConfidence(overlap: overlap, agreement: agreement).value
    }

    /// A matte of the region, as a person wants it.
    func held(_ matte: Matte) -> Matte { hold?.applied(to: matte, over: region, of: frameSize) ?? matte }

    /// The matte on the raster of motions.
    var rasterMatte: Plane { matte.placed(at: region, of: frameSize, on: light.levels[0].size) }

    /// The region's part of the picture.
    var regionPicture: Bitmap {
        frame.picture.size == region.size ? frame.picture : frame.picture.cropped(to: region)
    }

    /// Frees the memory of what is around the region.
    mutating func dropSurroundings() { frame.picture = regionPicture }

    /// Frees the picture's memory: once a frame is cut, its neighbours need only what the network saw.
    mutating func dropPicture() { frame.picture = Bitmap(size: PixelSize(width: 0, height: 0)) }

    init(_ frame: ClipFrame, region: PixelRect, matte: Matte, presence: Double, overlap: Double? = nil) {
        self.frame = frame
        self.region = region
        self.matte = matte
        seenPresence = presence
        self.overlap = overlap
        let size = frame.picture.size
        frameSize = size
        let scale = min(1, Double(Self.motionSide) / Double(size.longestSide))
        light = OpticalFlow.Pyramid(frame.picture.averaged(to: size.scaled(by: scale)).lightness)
    }

    /// Returns the intersection over union of two looks at one frame, in the region of this one.
    func agreement(with whole: FrameLook) -> Double {
        let (scaleX, scaleY) = (
            Float(region.width) / Float(matte.width), Float(region.height) / Float(matte.height)
        )
        let (toWholeX, toWholeY) = (
            Float(whole.matte.width) / Float(whole.region.width), Float(whole.matte.height) / Float(whole.region.height)
        )
        let (matte, wholeMatte) = (held(matte), whole.held(whole.matte))
        var (both, either) = (0, 0)
        for row in 0..<matte.height {
            let y = (Float(region.y - whole.region.y) + (Float(row) + 0.5) * scaleY) * toWholeY - 0.5
            for column in 0..<matte.width {
                let x = (Float(region.x - whole.region.x) + (Float(column) + 0.5) * scaleX) * toWholeX - 0.5
                let (here, there) = (matte[column, row] > 0.5, wholeMatte.sampled(x, y) > 0.5)
                both += here && there ? 1 : 0
                either += here || there ? 1 : 0
            }
        }
        return either == 0 ? 0 : Double(both) / Double(either)
    }

    /// The box around the subject in pixels of the frame; `nil` without a subject.
    var box: PixelRect? {
        guard let found = held(matte).boundingBox(above: 0.5) else { return nil }
        let scaled = found.scaled(
            x: Double(region.width) / Double(matte.width), y: Double(region.height) / Double(matte.height))
        return PixelRect(
            x: region.x + scaled.x, y: region.y + scaled.y, width: scaled.width, height: scaled.height
        ).intersection(PixelRect(frameSize))
    }
}

extension Bitmap {
    /// The luma (BT.709) of the encoded bytes, 0…1.
    var lightness: Plane {
        var plane = Plane(size: size)
        pixels.withUnsafeBufferPointer { pixels in
            for index in plane.samples.indices {
                let (red, green, blue) = (pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2])
                plane.samples[index] =
                    (0.2126 * Float(red) + 0.7152 * Float(green) + 0.0722 * Float(blue)) * (1 / 255)
            }
        }
        return plane
    }
}
