import Imaging

/// Stickers that a person has moved, turned or scaled.
extension StickerExtractor {
    /// A sticker on its canvas. Where it is enlarged, what is seen of the subject is lifted out of the photo once more,
    /// with as many pixels as the photo has for it.
    ///
    /// - Parameters:
    ///   - lettered: the subject as it is without being placed.
    ///   - cut: what it was made of.
    ///   - region: the part of the photo that has the subject and its surroundings.
    /// - Throws: ``StickerError`` with `.arrangement` where nothing is left on the canvas; as
    ///   ``cut(_:from:atScale:exactly:ofWhole:)``.
    func placed(
        _ lettered: LetteredForeground, of cut: Cut, _ matte: Matte, text: TextSetting?, layout: StickerLayout,
        region: PixelRect, by renderer: StickerRenderer
    ) throws(StickerError) -> Bitmap {
        guard let placement = StickerPlacement(lettered.bitmap, layout: layout) else {
            throw Self.nothingOnCanvas
        }
        let canvas = placement.canvas
        let toCanvas = placement.transform(of: lettered.bitmap.size).then(
            options.arrangement.transform(on: canvas))
        let photoToCanvas = lettered.transform(of: cut.part).then(toCanvas)
        let sticker: Bitmap
        let reach = PixelRect(canvas).insetBy(-layout.edgeReach)
        if let (nearer, nearerCut) = try nearer(
            to: photoToCanvas.inverse.box(around: FractionalRect(reach)), of: cut, matte, text: text, layout: layout,
            region: region)
        {
            let nearerToCanvas = nearer.transform(of: nearerCut.part).inverse.then(photoToCanvas)
            sticker = renderer.render(
                nearer, by: nearerToCanvas, onto: canvas, layout: layout, cutSides: nearerCut.cutSides)
        } else {
            sticker = renderer.render(lettered, by: toCanvas, onto: canvas, layout: layout, cutSides: cut.cutSides)
        }
        guard sticker.alphaBox(above: StickerRenderer.traceOfAlpha) != nil else { throw Self.nothingOnCanvas }
        return sticker
    }

    /// What is seen of an enlarged sticker, with the photo's own pixels; `nil` where there is nothing to gain.
    ///
    /// - Parameters:
    ///   - seen: in pixels of the photo.
    ///   - whole: all of the subject, at the scale that it has without being enlarged.
    private func nearer(
        to seen: FractionalRect, of whole: Cut, _ matte: Matte, text: TextSetting?, layout: StickerLayout,
        region: PixelRect
    ) throws(StickerError) -> (LetteredForeground, Cut)? {
        let scale = min(layout.scale * options.arrangement.scale, max(layout.scale, 1))
        guard scale > PhotoProcessor.unseenEnlargement * layout.scale else { return nil }
        // The edge's surroundings tell the background's colours: as much as
        // ``StickerLayout/region(around:in:context:)`` takes of a large subject.
        let context = max(Int((0.03 * max(seen.width, seen.height)).rounded(.up)), Int((8 / scale).rounded(.up)))
        let part = shown(seen.covering(margin: context)).intersection(region)
        let growth = scale / layout.scale
        let parts = ConnectedComponents(of: Matte(alphaOf: whole.foreground), above: 0.04).components
        func grown(_ area: Int) -> Int { Int(Double(area) * growth * growth) }
        let areas = (area: grown(whole.foreground.visibleArea), largest: grown(parts.map(\.area).max() ?? 0))
        let longSide = Int((Double(layout.canvas.longestSide) * growth).rounded())
        guard !part.isEmpty,
            let cut = try cut(matte, from: part, atScale: scale, ofWhole: areas, longSide: longSide)
        else { return nil }
        guard let text else { return (LetteredForeground(cut.foreground), cut) }
        let visible = LetteredForeground(cut.foreground).transform(of: cut.part).box(around: seen).covering(margin: 2)
        return (
            text.drawn(on: cut.foreground, of: cut.part, staysWithin: layout.isFullFrame, seen: visible), cut
        )
    }

    private static var nothingOnCanvas: StickerError {
        StickerError(.arrangement, "nothing of the sticker is left on its canvas; move it back, or make it larger")
    }
}

extension StickerExtractor.Cut {
    /// As of the mirrored photo.
    ///
    /// - Parameter width: of the photo.
    func mirrored(in width: Int) -> Self {
        Self(
            part: part.mirrored(in: width), foreground: foreground.mirrored(), box: box.mirrored(in: width),
            cutSides: cutSides.mirrored)
    }
}

extension PixelRect {
    /// - Parameter width: of the picture that it is a part of.
    func mirrored(in width: Int) -> PixelRect {
        PixelRect(x: width - maxX, y: y, width: self.width, height: height)
    }
}

extension FrameSides {
    fileprivate var mirrored: FrameSides {
        var mirrored = intersection([.top, .bottom])
        if contains(.left) { mirrored.insert(.right) }
        if contains(.right) { mirrored.insert(.left) }
        return mirrored
    }
}

extension Bitmap {
    fileprivate func mirrored() -> Bitmap {
        var mirrored = self
        let (width, height) = (width, height)
        mirrored.pixels.withUnsafeMutableBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            for row in 0..<height { words[row * width..<(row + 1) * width].reverse() }
        }
        return mirrored
    }

    /// How many pixels have more than a trace of alpha.
    fileprivate var visibleArea: Int {
        pixels.withUnsafeBufferPointer { pixels in
            (0..<size.area).count { pixels[4 * $0 + 3] > StickerRenderer.traceOfAlpha }
        }
    }
}

extension LetteredForeground {
    /// From the photo's pixels to those of the foreground.
    ///
    /// - Parameter part: the part of the photo that lies in ``frame``.
    func transform(of part: PixelRect) -> PixelTransform {
        PixelTransform.moving(x: -Double(part.x), y: -Double(part.y))
            .then(
                .scaling(
                    x: Double(frame.width) / Double(part.width), y: Double(frame.height) / Double(part.height))
            )
            .then(.moving(x: Double(frame.x), y: Double(frame.y)))
    }
}
