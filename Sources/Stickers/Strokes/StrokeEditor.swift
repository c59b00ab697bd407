public import Imaging

/// Applies strokes to the subject of a photo, one after the other.
///
/// A value: a copy from before a stroke undoes it.
public struct StrokeEditor: Sendable {
    public private(set) var subject: PhotoSubject
    private let overview: Bitmap
    /// What strokes have said so far, on a raster over the whole photo: 1 keep, 2 remove.
    private var said: [UInt8]
    private let saidSize: PixelSize

    /// - Parameter overview: the whole photo, upright, at any size; 640 pixels suffice.
    public init(_ subject: PhotoSubject, overview: Bitmap) {
        self.subject = subject
        self.overview = overview
        let longest = Double(max(1, overview.size.longestSide))
        saidSize = overview.size.scaled(by: min(1, 512 / longest))
        said = [UInt8](repeating: 0, count: saidSize.area)
    }

    public mutating func apply(_ stroke: MatteStroke) {
        guard overview.size.area > 0, let track = BrushTrack(stroke, over: overview.size) else { return }
        guard let window = StrokeWindow(track, in: overview) else { return }
        subject.isFixedByHand = true
        let picture = window.picture(of: overview)
        let core = window.coverage(of: track)
        let isCore = core.samples.map { $0 > 0.5 }
        var side = window.plane(of: subject)
        if stroke.mode == .remove { for i in side.samples.indices { side.samples[i] = 1 - side.samples[i] } }
        let opposite: UInt8 = stroke.mode == .keep ? 2 : 1
        let held = window.held(said, saidSize, by: opposite)
        let segmentation = StrokeSegmentation(picture: picture, side: side, core: isCore, forbidden: held)
        let over = segmentation.goesOver(extent: window.extent)
        let change = window.change(side: side, over: over, core: core, isCore: isCore, held: held)
        subject.merge(change, mode: stroke.mode, window: window)
        note(track, mode: stroke.mode)
    }

    private mutating func note(_ track: BrushTrack, mode: MatteStroke.Mode) {
        let scale = SIMD2(
            Double(saidSize.width) / Double(overview.width), Double(saidSize.height) / Double(overview.height))
        let coverage = track.coverage(on: saidSize, origin: .zero, scale: scale)
        for index in said.indices where coverage.samples[index] > 0.5 { said[index] = mode == .keep ? 1 : 2 }
    }
}

extension PhotoSubject {
    /// The subject after strokes of a brush, in their order.
    ///
    /// - Parameter overview: the whole photo, upright, at any size; 640 pixels suffice.
    public func applying(_ strokes: [MatteStroke], to overview: Bitmap) -> PhotoSubject {
        var editor = StrokeEditor(self, overview: overview)
        for stroke in strokes { editor.apply(stroke) }
        return editor.subject
    }
}
