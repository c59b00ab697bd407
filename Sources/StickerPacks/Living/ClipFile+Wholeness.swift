import Imaging

extension ClipFile {
    /// Whether all of a file is there, by the length that its container says; `true` where it says none. A clip can be
    /// shown up to where it is cut, so reading it does not tell.
    package static func isWhole(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "RIFF".utf8) {
            let size = bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            // What FFmpeg writes to a pipe does not say.
            return size == 0xFFFF_FFFF || size + 8 <= bytes.count
        }
        if ImageFormat(signatureOf: bytes) == .gif { return MovingPicture.hasTrailer(gif: bytes) }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return isWhole(matroska: bytes) }
        guard firstBoxes.contains(where: { bytes.dropFirst(4).starts(with: $0.utf8) }) else { return true }
        let end = bytes.withUnsafeBytes { MotionHalf.boxes(from: 0, in: $0).end }
        // Cameras write bytes of their own behind the boxes.
        let next = bytes.dropFirst(end + 4)
        return !["moov", "moof", "mdat"].contains { next.starts(with: $0.utf8) }
    }

    /// RFC 9559 4.5: EBML's header, and the segment with all else.
    private static func isWhole(matroska bytes: [UInt8]) -> Bool {
        guard let header = end(ofElementSizedAt: 4, in: bytes),
            bytes.dropFirst(header).starts(with: [0x18, 0x53, 0x80, 0x67]),
            let segment = end(ofElementSizedAt: header + 4, in: bytes)
        else { return true }
        return segment <= bytes.count
    }

    /// RFC 8794 6; `nil` for an unknown size.
    private static func end(ofElementSizedAt place: Int, in bytes: [UInt8]) -> Int? {
        let length = (bytes.dropFirst(place).first ?? 0).leadingZeroBitCount + 1
        guard length <= 8, place + length <= bytes.count else { return nil }
        let unknown = (1 << (7 * length)) - 1
        let size = bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) } & unknown
        return size == unknown ? nil : place + length + size
    }
}
