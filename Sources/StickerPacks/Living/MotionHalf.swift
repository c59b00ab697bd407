import Glibc

/// The movie in a phone's photo.
///
/// Google's Motion Photo 1.0 and MVIMG before it append an MP4 to a JPEG, Samsung's phones put some bytes of their own
/// behind it, and a HEIC has it in a box `mpvd`. All are found alike, without their metadata: a movie begins with the
/// box `ftyp`, and its boxes follow each other without a gap (ISO 14496-12 4.2).
struct MotionHalf {
    /// Where it is in the photo's bytes.
    let range: Range<Int>

    /// Places that are looked at. The letters may occur in a picture's pixels, too: four times in 16 GB.
    private static let mostPlaces = 64

    /// - Returns: `nil` for a photo without a movie.
    init?(_ photo: [UInt8]) {
        let found = photo.withUnsafeBytes { photo -> Range<Int>? in
            var from = 8
            for _ in 0..<Self.mostPlaces {
                guard let letters = Self.letters(in: photo, from: from) else { return nil }
                if let end = Self.end(ofMovieAt: letters - 4, in: photo) { return letters - 4..<end }
                from = letters + 4
            }
            return nil
        }
        guard let found else { return nil }
        range = found
    }

    /// Where `ftyp` stands next.
    private static func letters(in photo: UnsafeRawBufferPointer, from first: Int) -> Int? {
        guard let base = photo.baseAddress else { return nil }
        var from = first
        while from + 4 <= photo.count, let hit = memchr(base + from, Int32(UInt8(ascii: "f")), photo.count - 3 - from) {
            let place = base.distance(to: UnsafeRawPointer(hit))
            if photo[place..<place + 4].elementsEqual("ftyp".utf8) { return place }
            from = place + 1
        }
        return nil
    }

    /// Behind the last of its boxes; `nil` where they are not those of a movie.
    private static func end(ofMovieAt start: Int, in photo: UnsafeRawBufferPointer) -> Int? {
        let (end, areOfMovie) = boxes(from: start, in: photo)
        return areOfMovie ? end : nil
    }

    /// Behind the last whole one of boxes that follow each other, and whether those of a movie are among them.
    static func boxes(from start: Int, in file: UnsafeRawBufferPointer) -> (end: Int, areOfMovie: Bool) {
        func number(_ offset: Int, _ count: Int) -> UInt64 {
            (0..<count).reduce(0) { $0 << 8 | UInt64(file[offset + $1]) }
        }
        var (end, missing) = (start, Set(["moov", "mdat"].map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } }))
        while end + 8 <= file.count {
            var size = number(end, 4)
            if size == 1, end + 16 <= file.count { size = number(end + 8, 8) }
            if size == 0 { size = UInt64(file.count - end) }
            let name = file[end + 4..<end + 8]
            guard size >= 8, size <= UInt64(file.count - end), name.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
                break
            }
            missing.remove(number(end + 4, 4))
            end += Int(size)
        }
        return (end, missing.isEmpty)
    }
}
