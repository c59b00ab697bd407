import Execution
import HTTPServing
import Imaging
import Movies
import SlitScan

/// Brings a browser's frames and sound to the camera, decoded on a thread of its own.
///
/// A frame waits until the camera has room for it, so that a request is answered when its frames were taken: a browser
/// that sends the next request then is never further ahead than the filter can follow.
actor BrowserFrames {
    let camera: FedCamera
    private let sound: AudioChunk.Format?
    private let decoder: JPEGDecoder
    private var frameCount = 0
    private var newestTime: [BrowserRecord.Kind: Int64] = [:]
    private var isBusy = false

    private let executor = SerialThreadExecutor(name: "peel-browser")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A frame's: 4096 × 4096 pixels.
    static let limits = MovieLimits(pixels: 1 << 24, side: 4096)

    /// - Parameter size: of the frames, as the browser expects them; those of another size begin another part.
    init(name: String, size: PixelSize, sampleRate: Int?) throws {
        sound = sampleRate.map { AudioChunk.Format(sampleRate: $0, channels: 1) }
        camera = FedCamera(
            CameraInfo(
                name: name, format: VideoFormat(size: size, matrix: .bt601, range: .full), sound: sound, isLive: true))
        // Those that wait, the one that is filtered, and the newest, which `sweep` and a preview keep.
        decoder = try JPEGDecoder(
            name: name, limits: Self.limits, pool: FramePool(capacity: FedCamera.queueCapacity + 8))
    }

    struct Taken: Encodable, Hashable, Sendable {
        var taken = 0
        var dropped = 0
    }

    /// - Throws: 400 `badRecord`, with nothing taken; 422 `badFrame`, with what stands before that frame taken; 409
    ///   `busy` while another request brings frames.
    func take(_ body: [UInt8]) async throws -> Taken {
        guard !isBusy else {
            throw HTTPError(.conflict, code: "busy", "the last frames are still being taken: one request at a time")
        }
        isBusy = true
        defer { isBusy = false }
        let records = try BrowserRecord.all(in: body)
        try check(records)
        var taken = Taken()
        for record in records {
            let sample = try sample(record, body)
            newestTime[record.kind] = record.time
            guard record.kind == .frame else {
                if let sample { _ = await camera.bring(sample) }
                continue
            }
            frameCount += 1
            if let sample, await camera.bring(sample) { taken.taken += 1 } else { taken.dropped += 1 }
        }
        return taken
    }

    private func check(_ records: [BrowserRecord]) throws {
        var newest = newestTime
        for (index, record) in records.enumerated() {
            if let before = newest[record.kind], record.time <= before {
                throw BrowserRecord.refusal(
                    "record \(index + 1) is at \(record.time / 1000) µs, which is not after the one before it at "
                        + "\(before / 1000) µs"
                )
            }
            guard record.kind == .frame || sound != nil else {
                throw BrowserRecord.refusal("record \(index + 1) is sound, but the camera was started without sound")
            }
            newest[record.kind] = record.time
        }
    }

    /// `nil` for a frame that finds no place.
    private func sample(_ record: BrowserRecord, _ body: [UInt8]) throws -> MovieSample? {
        switch record.kind {
        case .frame:
            do {
                return .picture(try decoder.decode(body[record.range], number: frameCount, time: record.time))
            } catch {
                if error.code == .poolExhausted { return nil }
                let isTooLarge = error.code == .limit
                throw HTTPError(
                    isTooLarge ? .contentTooLarge : .unprocessableContent, code: isTooLarge ? "limit" : "badFrame",
                    error.description)
            }
        case .sound:
            guard let sound else { return nil }
            var samples: [Float] = []
            samples.reserveCapacity(record.range.count / 2)
            for index in stride(from: record.range.lowerBound, to: record.range.upperBound, by: 2) {
                let bits = UInt16(body[index]) | UInt16(body[index + 1]) << 8
                samples.append(Float(Int16(bitPattern: bits)) / 32_768)
            }
            return .sound(AudioChunk(format: sound, samples: samples, time: record.time))
        }
    }
}
