import Imaging
import Stickers
import TestSupport

/// A photo with a second, real subject pasted into it; what each pixel is of is known.
struct PastedSubject {
    let photo: Bitmap
    /// The photo's own subject, as far as the other does not hide it.
    let first: Matte
    let second: Matte

    init(_ other: String, into name: String, side: Int, x: Int, y: Int) throws {
        var photo = try Self.photo(name)
        var first = try Self.alpha(name)
        var second = Matte(size: photo.size)
        let size = PixelSize(width: side, height: side)
        let pasted = try Self.photo(other).resized(to: size)
        let alpha = try Self.alpha(other).resampled(to: size)
        for v in 0..<side {
            for u in 0..<side where x + u < photo.width && y + v < photo.height {
                let share = alpha[u, v]
                let (front, back) = (pasted[u, v], photo[x + u, y + v])
                func mix(_ front: UInt8, _ back: UInt8) -> UInt8 {
                    UInt8((Float(front) * share + Float(back) * (1 - share)).rounded())
                }
                photo[x + u, y + v] = SRGBColor(
                    red: mix(front.red, back.red), green: mix(front.green, back.green),
                    blue: mix(front.blue, back.blue))
                first[x + u, y + v] *= 1 - share
                second[x + u, y + v] = share
            }
        }
        self.photo = photo
        self.first = first
        self.second = second
    }

    var both: Matte { Matte(size: first.size, samples: zip(first.samples, second.samples).map { max($0, $1) }) }

    private static func photo(_ name: String) throws -> Bitmap {
        try ImageSource(Fixtures.bytes("reference/\(name).input.png")).decode()
    }

    private static func alpha(_ name: String) throws -> Matte {
        let matte = try ImageSource(Fixtures.bytes("pasting/\(name).alpha.png")).decode()
        // Sure on either side: what is pasted is opaque or is not there.
        return Matte(
            size: matte.size,
            samples: (0..<matte.size.area).map { min(max(Float(matte.pixels[4 * $0]) / 127 - 0.5, 0), 1) })
    }

    /// What a network would have found: the alpha, a little coarser.
    func subject(_ alpha: Matte) -> PhotoSubject {
        PhotoSubject(
            matte: alpha.resampled(to: PixelSize(width: 320, height: 320)).boxBlurred(radius: 1), photoSize: alpha.size)
    }

    /// A stroke of four points over one half (left, right, upper, lower) of the pasted subject, within it.
    func scribble(
        _ mode: MatteStroke.Mode, half: Int, using random: inout some RandomNumberGenerator
    ) -> MatteStroke? {
        guard let box = second.boundingBox(above: 0.5) else { return nil }
        let inside = second.boxBlurred(radius: max(2, box.size.longestSide / 16))
        let middle = (x: box.x + box.width / 2, y: box.y + box.height / 2)
        let places = (0..<second.size.area).filter { index in
            let (x, y) = (index % second.width, index / second.width)
            let isInHalf = [x < middle.x, x >= middle.x, y < middle.y, y >= middle.y][half]
            return isInHalf && inside.samples[index] > 0.999
        }
        guard places.count > 20 else { return nil }
        let drawn = (0..<4).compactMap { _ in places.randomElement(using: &random) }
        let longest = Double(photo.size.longestSide)
        return MatteStroke(
            mode: mode, radius: Double(box.size.longestSide) / 18 / longest,
            points: drawn.map {
                .init(
                    x: (Double($0 % second.width) + 0.5) / Double(photo.width),
                    y: (Double($0 / second.width) + 0.5) / Double(photo.height))
            }, tool: .object)
    }

    /// Of what changed sides and the pasted subject.
    func overlap(_ after: PhotoSubject, from before: PhotoSubject) -> Double {
        let (old, new) = (before.matte.resampled(to: photo.size), after.matte.resampled(to: photo.size))
        var (both, either) = (0, 0)
        for index in second.samples.indices {
            let changed = (old.samples[index] > 0.5) != (new.samples[index] > 0.5)
            let wanted = second.samples[index] > 0.5
            both += changed && wanted ? 1 : 0
            either += changed || wanted ? 1 : 0
        }
        return Double(both) / Double(max(either, 1))
    }

    /// How much changed sides that is not of the pasted subject, as a part of its area.
    func excess(_ after: PhotoSubject, from before: PhotoSubject) -> Double {
        let (old, new) = (before.matte.resampled(to: photo.size), after.matte.resampled(to: photo.size))
        var (excess, area) = (0, 0)
        for index in second.samples.indices {
            let isWanted = second.samples[index] > 0.5
            area += isWanted ? 1 : 0
            excess += !isWanted && (old.samples[index] > 0.5) != (new.samples[index] > 0.5) ? 1 : 0
        }
        return Double(excess) / Double(max(area, 1))
    }
}
