package import Imaging

/// Finishes a sticker: crops a foreground to its subject and puts border and shadow behind it.
package struct StickerRenderer: Hashable, Sendable {
    /// Alpha (0…255) up to this cannot be seen: it neither widens the sticker nor draws a border.
    package static let traceOfAlpha: UInt8 = 10

    /// Border, shadow and margin.
    package var style: StickerStyle
    /// Leaves out border and shadow, and keeps their room.
    package var drawsSubjectAlone: Bool
    /// Of a sticker with a text.
    var shows = ShownText.all
    /// Where the light of ``StickerStyle/Effect/shiny`` is on its way, 0…1.
    package var light = 0.4

    /// A renderer of a style.
    package init(style: StickerStyle, drawsSubjectAlone: Bool = false) {
        self.style = style
        self.drawsSubjectAlone = drawsSubjectAlone
    }

    /// - Parameters:
    ///   - lettered: the subject's own colours, as `ForegroundEstimator` gives them, rendered at the layout's scale:
    ///     the whole photo for a layout that keeps it, else any part around the subject. Its text is left out where the
    ///     subject is drawn alone.
    ///   - cutSides: sides of `lettered` where the photo's frame cuts the subject off.
    /// - Returns: the sticker, of the layout's longest side where it has one; fully transparent pixels are 0, 0, 0, 0.
    ///   The layout's canvas, empty, when the foreground is.
    func render(_ lettered: LetteredForeground, layout: StickerLayout, cutSides: FrameSides = []) -> Bitmap {
        let foreground = lettered.bitmap
        guard let placement = StickerPlacement(foreground, layout: layout) else { return Bitmap(size: layout.canvas) }
        if drawsSubjectAlone { return placement.holding(lettered.subject).placed() }
        if shows == .textAlone { return placement.holding(lettered.words).placed() }
        let size = placement.foreground.size
        var frame = lettered.frame.scaled(
            x: Double(size.width) / Double(foreground.width), y: Double(size.height) / Double(foreground.height))
        // Scaling rounds outwards.
        frame = frame.intersection(PixelRect(size))
        (frame.x, frame.y) = (frame.x + placement.x, frame.y + placement.y)
        let shown = shows == .withoutText ? placement.holding(lettered.subject) : placement
        return finished(shown.placed(), layout) { shape in
            shape.bridgeGaps(along: cutSides, of: frame, shorterThan: 4 * layout.border)
        }
    }

    /// The same where the foreground has its place already, as a clip's frames have: nothing is cropped, moved or
    /// scaled.
    ///
    /// - Parameters:
    ///   - foreground: as large as the layout's canvas.
    ///   - frame: where the photo's frame is on the canvas.
    ///   - text: on this canvas; left out where the subject is drawn alone.
    package func render(
        inPlace foreground: Bitmap, layout: StickerLayout, cutSides: FrameSides, of frame: FractionalRect,
        text: CanvasText? = nil
    ) -> Bitmap {
        precondition(foreground.size == layout.canvas, "the foreground must fill the canvas")
        let drawn =
            style.effect == .comic ? ComicEffect(longSide: layout.canvas.longestSide).drawn(foreground) : foreground
        if drawsSubjectAlone { return drawn }
        let lettered = text?.drawn(on: drawn) ?? drawn
        if text?.shows == .textAlone { return lettered }
        return finished(lettered, layout) { shape in
            shape.bridgeGaps(along: cutSides, of: frame.rounded, shorterThan: 4 * layout.border)
        }
    }

    /// The same where a person has placed the sticker: turned and scaled first, so that its border is even and its
    /// shadow falls down.
    ///
    /// - Parameter transform: from the foreground's pixels to those of the canvas.
    func render(
        _ lettered: LetteredForeground, by transform: PixelTransform, onto canvas: PixelSize, layout: StickerLayout,
        cutSides: FrameSides
    ) -> Bitmap {
        if drawsSubjectAlone { return lettered.subject.transformed(by: transform, onto: canvas) }
        if shows == .textAlone { return lettered.words.transformed(by: transform, onto: canvas) }
        // What lies beyond the canvas has a border and a shadow that may reach into it.
        let reach = layout.edgeReach
        let roomy = PixelSize(width: canvas.width + 2 * reach, height: canvas.height + 2 * reach)
        let moved = transform.then(.moving(x: Double(reach), y: Double(reach)))
        let shown = shows == .withoutText ? lettered.subject : lettered.bitmap
        let sticker = finished(shown.transformed(by: moved, onto: roomy), layout, on: canvas) { shape in
            guard !cutSides.isEmpty else { return }
            let bridged = lettered.bridged(along: cutSides, shorterThan: 4 * layout.border, by: transform)
                .transformed(by: moved, onto: roomy)
            for index in shape.samples.indices {
                shape.samples[index] = max(shape.samples[index], Float(bridged.pixels[4 * index + 3]) / 255)
            }
        }
        return sticker.cropped(to: PixelRect(x: reach, y: reach, width: canvas.width, height: canvas.height))
    }

    /// - Parameters:
    ///   - sticker: what is inside the border, in its place.
    ///   - canvas: the sticker's size, where the bitmap has room around it.
    ///   - bridge: closes gaps of its silhouette, of which the border is made.
    private func finished(
        _ sticker: Bitmap, _ layout: StickerLayout, on canvas: PixelSize? = nil, bridge: (inout Plane) -> Void
    ) -> Bitmap {
        var sticker = bordered(sticker, layout, bridge: bridge)
        switch style.effect {
        case .puffy: sticker = PuffyEffect(longSide: layout.canvas.longestSide).drawn(sticker)
        case .shiny: sticker = ShinyEffect(light: light).drawn(sticker, on: canvas)
        case .outline, .comic, .glow: break
        }
        guard let shadow = layout.shadow else { return sticker }
        let silhouette = Plane(alphaOf: sticker)
        let soft = silhouette.smoothed(radius: max(1, shadow.reach / 3))
        if style.effect == .glow {
            // Nearly a light of its own at the edge, and a haze around.
            let near = silhouette.smoothed(radius: max(1, shadow.reach / 12))
            sticker.putBehind(
                soft.combined(with: near) { min(0.6 * min(1.1 * $1, 1) + 0.8 * min(1.3 * $0, 1), 1) },
                color: style.glowColor)
        } else {
            sticker.putBehind(soft.moved(down: shadow.offset).scaled(by: Float(shadow.opacity)), color: .black)
        }
        return sticker
    }

    private func bordered(_ sticker: Bitmap, _ layout: StickerLayout, bridge: (inout Plane) -> Void) -> Bitmap {
        guard layout.border > 0 else { return sticker }
        var sticker = sticker
        var shape = Plane(alphaOf: sticker).withoutTraces
        bridge(&shape)
        sticker.putBehind(style.outline.border(around: shape, width: layout.border), color: style.borderColor)
        return sticker
    }
}

extension StickerStyle {
    /// Of ``Effect/glow``: white light would not be seen on white.
    fileprivate var glowColor: SRGBColor {
        Oklab(borderColor).chroma < 0.03 ? SRGBColor(red: 255, green: 200, blue: 61) : borderColor
    }
}

extension StickerStyle.Outline {
    /// How much of each pixel lies inside of a border's outer edge.
    fileprivate func border(around shape: Plane, width: Int) -> Plane {
        switch self {
        case .smooth:
            return DieCutOutline(around: shape, distance: Double(width), detail: Double(width))
                .coverage(in: shape.size)
        case .tight:
            // As wide again and back: bays and slits that are narrower than the border are closed.
            var border = shape.dilated(radius: Float(width), closing: Float(width))
            border.fillHoles(smallerThan: 7 * width * width)
            return border
        }
    }
}

extension FractionalRect {
    fileprivate var rounded: PixelRect {
        let (left, top) = (Int(x.rounded()), Int(y.rounded()))
        return PixelRect(
            x: left, y: top, width: Int((x + width).rounded()) - left, height: Int((y + height).rounded()) - top)
    }
}

extension StickerLayout {
    /// How far away a pixel can be that border and shadow of another one reach, in pixels.
    var edgeReach: Int {
        (border > 0 ? 3 * border + 2 : 0) + (shadow.map { $0.reach + $0.offset + 1 } ?? 0)
    }
}

extension LetteredForeground {
    /// The silhouette with its gaps at sides of the photo's frame closed, as alpha.
    ///
    /// The bridges are three pixels thick, so that they are solid when they have been turned.
    fileprivate func bridged(
        along sides: FrameSides, shorterThan length: Int, by transform: PixelTransform
    ) -> Bitmap {
        var shape = Plane(alphaOf: bitmap).withoutTraces
        let longest = Int((Double(length) / transform.scale).rounded())
        for depth in 0..<3 { shape.bridgeGaps(along: sides, of: frame.insetBy(depth), shorterThan: longest) }
        var bridged = Bitmap(size: bitmap.size)
        for (index, sample) in shape.samples.enumerated() {
            bridged.pixels[4 * index + 3] = UInt8((sample * 255).rounded())
        }
        return bridged
    }
}

extension Bitmap {
    /// Puts an even colour, as dense as `coverage` says, behind what is there.
    fileprivate mutating func putBehind(_ coverage: Plane, color: SRGBColor) {
        let behind = SIMD4<Float>(Float(color.red), Float(color.green), Float(color.blue), 255)
        let density = Float(color.alpha) / 255
        let clear = SIMD4<UInt8>()
        pixels.withUnsafeMutableBufferPointer { pixels in
            coverage.samples.withUnsafeBufferPointer { coverage in
                for index in coverage.indices where coverage[index] > 0 && pixels[4 * index + 3] != 255 {
                    let opacity = Float(pixels[4 * index + 3]) / 255
                    let front = SIMD4(
                        Float(pixels[4 * index]), Float(pixels[4 * index + 1]), Float(pixels[4 * index + 2]), 255)
                    let added = coverage[index] * density * (1 - opacity)
                    let sum = front * opacity + behind * added
                    let alpha = (sum[3]).rounded()
                    var mixed = clear
                    if alpha > 0 {
                        let color = pointwiseMin(sum / (opacity + added) + 0.5, SIMD4(repeating: 255))
                        mixed = SIMD4(UInt8(color.x), UInt8(color.y), UInt8(color.z), UInt8(alpha))
                    }
                    for channel in 0..<4 { pixels[4 * index + channel] = mixed[channel] }
                }
            }
        }
    }
}

extension Plane {
    /// A subject's coverage as its border sees it: faint wisps do not count.
    fileprivate var withoutTraces: Plane {
        mapped { min(max(($0 - 0.1) * 1.25, 0), 1) }
    }

    fileprivate func moved(down offset: Int) -> Plane {
        var moved = Plane(size: size)
        for y in offset..<max(height, offset) {
            for x in 0..<width { moved.samples[y * width + x] = samples[(y - offset) * width + x] }
        }
        return moved
    }

    fileprivate func scaled(by factor: Float) -> Plane {
        mapped { $0 * factor }
    }

    @inline(__always)
    private func mapped(_ transform: (Float) -> Float) -> Plane {
        var mapped = self
        mapped.samples.withUnsafeMutableBufferPointer { samples in
            for index in 0..<samples.count { samples[index] = transform(samples[index]) }
        }
        return mapped
    }

    /// Closes holes that no outside reaches and that are too small to look meant.
    fileprivate mutating func fillHoles(smallerThan area: Int) {
        let (width, height) = (size.width, size.height)
        let hole: Float = 0.999
        var isVisited = [UInt8](repeating: 0, count: width * height)
        var front: [Int] = []
        samples.withUnsafeMutableBufferPointer { samples in
            isVisited.withUnsafeMutableBufferPointer { isVisited in
                // What the outside reaches along whole rows is most of it, and costs no search.
                for y in 0..<height {
                    var x = 0
                    while x < width, samples[y * width + x] < hole {
                        isVisited[y * width + x] = 1
                        x += 1
                    }
                    var last = width - 1
                    while last > x, samples[y * width + last] < hole {
                        isVisited[y * width + last] = 1
                        last -= 1
                    }
                }
                for start in 0..<samples.count where samples[start] < hole && isVisited[start] == 0 {
                    front.removeAll(keepingCapacity: true)
                    front.append(start)
                    isVisited[start] = 2
                    var reachesOutside = false
                    var next = 0
                    while next < front.count {
                        let index = front[next]
                        next += 1
                        let (x, y) = (index % width, index / width)
                        if x == 0 || y == 0 || x == width - 1 || y == height - 1 { reachesOutside = true }
                        let neighbours = SIMD4(index - 1, index + 1, index - width, index + width)
                        for side in 0..<4 {
                            let neighbour = neighbours[side]
                            guard neighbour >= 0, neighbour < samples.count, samples[neighbour] < hole else { continue }
                            if isVisited[neighbour] == 1 { reachesOutside = true }
                            guard isVisited[neighbour] == 0 else { continue }
                            isVisited[neighbour] = 2
                            front.append(neighbour)
                        }
                    }
                    for index in front {
                        // From here on what the search found is known; 1 only where it is the outside.
                        isVisited[index] = reachesOutside ? 1 : 2
                        if !reachesOutside, front.count < area { samples[index] = 1 }
                    }
                }
            }
        }
    }

    /// Makes the shape solid between two places where it touches a side of the frame, if they are near each other, so
    /// that the border along that side is one straight line.
    fileprivate mutating func bridgeGaps(along sides: FrameSides, of frame: PixelRect, shorterThan length: Int) {
        let inside = frame.intersection(bounds)
        guard !inside.isEmpty else { return }
        if sides.contains(.top), inside.y == frame.y {
            bridge(from: inside.y * width + inside.x, by: 1, count: inside.width, shorterThan: length)
        }
        if sides.contains(.bottom), inside.maxY == frame.maxY {
            bridge(from: (inside.maxY - 1) * width + inside.x, by: 1, count: inside.width, shorterThan: length)
        }
        if sides.contains(.left), inside.x == frame.x {
            bridge(from: inside.y * width + inside.x, by: width, count: inside.height, shorterThan: length)
        }
        if sides.contains(.right), inside.maxX == frame.maxX {
            bridge(from: inside.y * width + inside.maxX - 1, by: width, count: inside.height, shorterThan: length)
        }
    }

    private mutating func bridge(from start: Int, by step: Int, count: Int, shorterThan length: Int) {
        var last: Int?
        for position in 0..<count where samples[start + position * step] > 0.5 {
            if let last, position - last > 1, position - last <= length {
                for between in last + 1..<position { samples[start + between * step] = 1 }
            }
            last = position
        }
    }
}
