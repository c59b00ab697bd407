import Imaging

/// Draws a subject as a comic is printed: few tones, dots where it is dark, ink where it is darker than around, and a
/// line along its edge. Alpha stays as it is.
struct ComicEffect {
    /// Of the finished sticker: dots and lines are as large in it whatever its size.
    let longSide: Int

    /// From one tone to the next, of 0…1.
    private static let tones: Float = 5
    /// Ink, in linear light; nearly black, a little blue.
    private static let ink = SIMD3<Float>(0.006, 0.005, 0.009)

    private func pixels(_ share: Double, atLeast least: Int = 1) -> Int {
        max(least, Int((share * Double(longSide)).rounded()))
    }

    func drawn(_ subject: Bitmap) -> Bitmap {
        guard let box = subject.alphaBox(above: 0) else { return subject }
        // Its ink needs an outside, at the photo's frame too.
        let room = 2 * pixels(0.006) + 1
        var roomy = Bitmap(size: PixelSize(width: box.width + 2 * room, height: box.height + 2 * room))
        let place = PixelRect(x: room, y: room, width: box.width, height: box.height)
        roomy.replace(place, with: subject.cropped(to: box))
        roomy = drawn(roomy, x: box.x - room, y: box.y - room)
        var drawn = subject
        drawn.replace(box, with: roomy.cropped(to: place))
        return drawn
    }

    /// - Parameters:
    ///   - x: of the part's first pixel on the whole; the dots go on from part to part.
    ///   - y: likewise.
    private func drawn(_ subject: Bitmap, x: Int, y: Int) -> Bitmap {
        let colors = OklabPlanes(subject)
        let size = subject.size
        let alpha = Plane(alphaOf: subject)
        let lightness = Plane(size: size, samples: colors.lightness)
        let radius = pixels(0.02, atLeast: 2)
        let smoothing = MaskedGuidedFilter(guide: lightness, mask: alpha, radius: radius, noise: 0.0025)
        var light = smoothing.filtered(lightness)
        let a = smoothing.filtered(Plane(size: size, samples: colors.a))
        let b = smoothing.filtered(Plane(size: size, samples: colors.b))
        light.spread(where: alpha)
        let shade = smoothing.mean(light)
        let ink = inked(lightness, alpha, light)
        return colored(subject, light: light, shade: shade, a: a, b: b, ink: ink, from: (x, y))
    }

    /// How much ink is on each pixel, 0…1.
    ///
    /// Where a pixel is darker than its surroundings: a difference of two means, sharpened (Winnemöller, Kyprianidis
    /// and Olsen, "XDoG", 2012); what is nearly black; and a line along the edge.
    private func inked(_ lightness: Plane, _ alpha: Plane, _ light: Plane) -> Plane {
        let near = pixels(0.0022)
        let far = max(near + 1, pixels(0.004))
        let held = lightness.times(alpha)
        let twice = { (plane: Plane, radius: Int) in plane.boxBlurred(radius: radius).boxBlurred(radius: radius) }
        let fine = twice(held, near).over(twice(alpha, near))
        let coarse = twice(held, far).over(twice(alpha, far))
        // The mean over a triangle whose half is twice the line's width is 7/8 at that depth inside a straight edge.
        let width = pixels(0.006)
        let depth = twice(alpha, width)
        var ink = fine.combined(with: coarse) { fine, coarse in
            smoothstep(0.018, 0.06, (coarse - fine) / max(coarse, 0.15))
        }
        ink = ink.combined(with: light) { max($0, 0.75 * (1 - min(max(($1 - 0.06) * 10, 0), 1))) }
        return ink.combined(with: depth) { max($0, min(max((0.875 - $1) * 4 * Float(width) + 0.5, 0), 1)) }
    }

    private func colored(
        _ subject: Bitmap, light: Plane, shade: Plane, a: Plane, b: Plane, ink: Plane,
        from start: (x: Int, y: Int)
    ) -> Bitmap {
        var colored = subject
        let dots = HalftoneDots(period: Float(max(4, Double(longSide) / 64)))
        colored.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<subject.height {
                for x in 0..<subject.width {
                    let index = y * subject.width + x
                    guard pixels[4 * index + 3] > 0 else { continue }
                    let dark = min(max((0.74 - shade.samples[index]) / 0.45, 0), 1)
                    let dot = dots.coverage(x: start.x + x, y: start.y + y, tone: dark)
                    let base = min(0.36 + 0.68 * Self.tone(light.samples[index]), 0.97)
                    let color = Oklab(
                        lightness: base - 0.2 * dot * min(base * 1.2, 1), a: 1.45 * a.samples[index],
                        b: 1.45 * b.samples[index]
                    ).linearLight
                    let printed = SIMD3(color.red, color.green, color.blue)
                    let mixed = printed + (Self.ink - printed) * ink.samples[index]
                    for channel in 0..<3 {
                        pixels[4 * index + channel] = SRGBTransfer.code(ofLinearLight: mixed[channel])
                    }
                }
            }
        }
        return colored
    }

    /// The nearest of few tones; between two of them a short way that is not a stair.
    @inline(__always)
    private static func tone(_ lightness: Float) -> Float {
        let step = lightness * tones
        let below = step.rounded(.down)
        return (below + smoothstep(0.41, 0.59, step - below)) / tones
    }
}

/// Round dots on a grid that stands on its corner, larger where it is to be darker.
private struct HalftoneDots {
    /// From one dot to the next, in pixels.
    let period: Float

    /// How much of a pixel is inside of a dot, 0…1.
    ///
    /// - Parameter tone: 0 none … 1 where the dots touch.
    @inline(__always)
    func coverage(x: Int, y: Int, tone: Float) -> Float {
        let scale = 0.707_106_8 / period
        let along = Float(x + y + 1) * scale
        let across = Float(x - y) * scale
        let (dx, dy) = (along - along.rounded(), across - across.rounded())
        let radius = 0.6 * tone.squareRoot()
        let inside = (radius - (dx * dx + dy * dy).squareRoot()) * period / 1.2 + 0.5
        return min(max(inside, 0), 1) * min(tone * 12.5, 1)
    }
}

extension Plane {
    /// Uses the whole of 0.22…0.98 for the lightness of a subject, where it has any contrast.
    fileprivate mutating func spread(where mask: Plane) {
        var counts = [Int](repeating: 0, count: 256)
        var total = 0
        for (index, sample) in samples.enumerated() where mask.samples[index] > 0.5 {
            counts[Int(min(max(sample, 0), 1) * 255)] += 1
            total += 1
        }
        func quantile(_ part: Double) -> Float {
            var left = Int(part * Double(total))
            let code = counts.firstIndex {
                left -= $0
                return left < 0
            }
            return Float(code ?? 255) / 255
        }
        let (low, high) = (quantile(0.02), quantile(0.98))
        guard total > 0, high - low > 0.1 else { return }
        let scale = 0.76 / max(high - low, 0.25)
        samples.withUnsafeMutableBufferPointer { samples in
            for index in 0..<samples.count {
                samples[index] = 0.22 + min(max((samples[index] - low) * scale, 0), 0.76)
            }
        }
    }
}

extension Bitmap {
    /// Puts a part back in its place.
    fileprivate mutating func replace(_ place: PixelRect, with part: Bitmap) {
        let width = self.width
        pixels.withUnsafeMutableBufferPointer { pixels in
            part.pixels.withUnsafeBufferPointer { part in
                for row in 0..<place.height {
                    let start = 4 * ((place.y + row) * width + place.x)
                    _ = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + 4 * place.width])
                        .update(from: part[4 * row * place.width..<4 * (row + 1) * place.width])
                }
            }
        }
    }
}
