import CFFmpeg
import Imaging

/// Reads the alpha of a movie's pictures. It is in the pictures themselves (PNG, GIF, ProRes), beside each of their
/// packets (VP8 and VP9 in WebM), or in a track of its own (AVIF).
final class AlphaReader {
    private struct Alpha {
        let planes: FramePlanes
        let size: PixelSize
    }

    private enum Source {
        /// Before the first picture.
        case unknown
        case missing
        /// The pictures have it themselves.
        case own
        case coded(CodedAlpha)
    }

    /// The index of the track in which it is; `nil` if it is in that of the pictures.
    let track: Int32?
    private let picture: UnsafeMutablePointer<AVStream>
    private let name: String
    private let limits: MovieLimits
    private let stopSignal: StopSignal
    private var source = Source.unknown
    private var pairs = AlphaPairs<PictureConverter.Picture, Alpha>()
    private var buffers = PlaneBuffers()

    /// Finds the track of the alpha. If it cannot be decoded, the pictures are read without it.
    ///
    /// - Parameter picture: the track of the pictures. It outlives the reader.
    init(
        of picture: UnsafeMutablePointer<AVStream>, in demuxer: Demuxer, limits: MovieLimits, stopSignal: StopSignal
    ) {
        (self.picture, self.limits, self.stopSignal, name) = (picture, limits, stopSignal, demuxer.name)
        if let found = demuxer.alphaTrack(of: picture),
            let coded = try? CodedAlpha(found, name: demuxer.name, limits: limits)
        {
            found.pointee.discard = AVDISCARD_DEFAULT
            track = found.pointee.index
            source = .coded(coded)
        } else {
            track = nil
        }
    }

    /// Whether pictures wait for their alpha.
    var isWaiting: Bool { pairs.isWaiting }

    // MARK: What comes in

    /// Takes a packet of ``track``.
    func add(_ packet: UnsafeMutablePointer<AVPacket>) throws(MovieError) {
        guard case .coded(let coded) = source else { return }
        guard let clone = av_packet_clone(packet) else { throw MovieError(.outOfMemory, of: name, "no memory") }
        coded.add(clone)
    }

    /// Takes what is beside a packet of the pictures: WebM has the alpha there, coded as the picture is (Matroska's
    /// codec specifications: `BlockAdditional` with the number 1).
    func addAlpha(beside packet: UnsafeMutablePointer<AVPacket>) throws(MovieError) {
        var count = 0
        guard track == nil,
            let data = av_packet_get_side_data(packet, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &count), count > 8,
            (0..<8).allSatisfy({ data[$0] == ($0 == 7 ? 1 : 0) })
        else { return }
        if case .unknown = source {
            source = (try? CodedAlpha(picture, name: name, limits: limits)).map { Source.coded($0) } ?? Source.missing
        }
        guard case .coded(let coded) = source else { return }
        var added = av_packet_alloc()
        guard let new = added, av_new_packet(new, Int32(clamping: count - 8)) >= 0 else {
            av_packet_free(&added)
            throw MovieError(.outOfMemory, of: name, "no memory")
        }
        UnsafeMutableRawPointer(new.pointee.data)?.copyMemory(from: data + 8, byteCount: count - 8)
        (new.pointee.pts, new.pointee.dts) = (packet.pointee.pts, packet.pointee.dts)
        coded.add(new)
    }

    /// Takes the alpha of a decoded frame, if that is where it is.
    func addAlpha(of frame: UnsafeMutablePointer<AVFrame>) throws(MovieError) {
        let component = AlphaComponent(frame)
        if case .unknown = source { source = component == nil ? .missing : .own }
        guard case .own = source, frame.pointee.pts != peel_av_no_time else { return }
        let size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        guard size.width > 0, size.height > 0 else { return }
        let address = buffers.makeFrame(VideoFormat(size: size, chroma: .grey, range: .full))
        guard let target = address.flatMap({ UnsafeMutablePointer<AVFrame>(bitPattern: $0) }) else {
            throw MovieError(.outOfMemory, of: name, "no memory")
        }
        let planes = FramePlanes(target, lease: nil)
        if let component {
            component.write(frame, to: target)
        } else {
            planes.withPlane(0, of: size) { bytes, _ in bytes.update(repeating: 255) }
        }
        pairs.add(
            alpha: Alpha(planes: planes, size: size),
            stamp: picture.pointee.time_base.nanoseconds(frame.pointee.pts))
    }

    func add(_ picture: PictureConverter.Picture) {
        pairs.add(picture, stamp: picture.stamp, byteCount: picture.format.byteCount)
    }

    // MARK: What comes out

    /// The next picture, with its alpha.
    ///
    /// - Parameter isEnd: whether nothing more comes in.
    /// - Returns: `nil` if there is none, or its alpha is still to come.
    func next(isEnd: Bool) throws(MovieError) -> PictureConverter.Picture? {
        guard case .coded(let coded) = source else { return pairs.next(isEnd: true).map(Self.joined) }
        while pairs.isWaiting {
            if stopSignal.isStopped { throw .cancelled }
            if let pair = pairs.next(isEnd: false) { return Self.joined(pair) }
            guard let decoded = try coded.decodeNext(isEnd: isEnd) else { break }
            for alpha in decoded {
                guard let stamp = alpha.stamp else { continue }
                pairs.add(alpha: Alpha(planes: alpha.planes, size: alpha.format.size), stamp: stamp)
            }
        }
        return pairs.next(isEnd: isEnd).map(Self.joined)
    }

    /// Alpha of another size than its picture's is no alpha of it.
    private static func joined(_ pair: (picture: PictureConverter.Picture, alpha: Alpha?)) -> PictureConverter.Picture {
        var picture = pair.picture
        if let alpha = pair.alpha, alpha.size == picture.format.size { picture.alpha = alpha.planes }
        return picture
    }
}

/// Alpha that is coded as pictures are: as their luma.
private final class CodedAlpha {
    /// More do not wait for their pictures; a file has those of a second in one place.
    private static let mostPackets = 4096
    private static let mostBytes = 16 << 20

    private let decoder: Decoder
    private let converter: PictureConverter
    private let frame: UnsafeMutablePointer<AVFrame>
    private var packets: [UnsafeMutablePointer<AVPacket>] = []
    private var packetBytes = 0
    private var isDrained = false

    init(_ track: UnsafeMutablePointer<AVStream>, name: String, limits: MovieLimits) throws(MovieError) {
        let timeBase = track.pointee.time_base
        // With one thread, alpha is not behind its pictures.
        decoder = try Decoder(
            track.pointee.codecpar, timeBase: timeBase, name: name, limits: limits, threads: 1)
        converter = PictureConverter(
            name: name, limits: limits, timeBase: timeBase, orientation: .upright, isInterlaced: false)
        guard let frame = av_frame_alloc() else { throw MovieError(.outOfMemory, of: name, "no memory") }
        self.frame = frame
    }

    deinit {
        packets.forEach(Self.free)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    private static func free(_ packet: UnsafeMutablePointer<AVPacket>) {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    /// - Parameter packet: the reader's from here on.
    func add(_ packet: UnsafeMutablePointer<AVPacket>) {
        packets.append(packet)
        packetBytes += Int(packet.pointee.size)
        while packets.count > Self.mostPackets || packets.count > 1 && packetBytes > Self.mostBytes {
            Self.free(takeFirst())
        }
    }

    private func takeFirst() -> UnsafeMutablePointer<AVPacket> {
        let packet = packets.removeFirst()
        packetBytes -= Int(packet.pointee.size)
        return packet
    }

    /// Decodes one packet more.
    ///
    /// - Returns: what came of it; `nil` if there is no packet.
    func decodeNext(isEnd: Bool) throws(MovieError) -> [PictureConverter.Picture]? {
        if !packets.isEmpty {
            let packet = takeFirst()
            defer { Self.free(packet) }
            return try decode(packet)
        }
        guard isEnd, !isDrained else { return nil }
        isDrained = true
        return try decode(nil) + converter.flush()
    }

    private func decode(_ packet: UnsafeMutablePointer<AVPacket>?) throws(MovieError) -> [PictureConverter.Picture] {
        var pictures: [PictureConverter.Picture] = []
        var isSent = false
        while !isSent {
            let sent = decoder.send(packet)
            isSent = sent != .full
            var received = 0
            while decoder.receive(frame) {
                received += 1
                defer { av_frame_unref(frame) }
                frame.pointee.pts = frame.pointee.best_effort_timestamp
                // It is no colour, whatever the file says.
                frame.pointee.color_primaries = AVCOL_PRI_UNSPECIFIED
                frame.pointee.color_trc = AVCOL_TRC_UNSPECIFIED
                pictures += try converter.convert(frame)
            }
            if sent == .full, received == 0 { break }
        }
        return pictures
    }
}
