import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

/// Records a source and reads the result back.
enum Recorded {
    static func movie(
        of source: MovieSource, to path: FilePath, _ settings: MovieSettings,
        orientation: ImageOrientation = .upright
    ) async throws -> (summary: MovieSummary, written: [MovieSample]) {
        let reader = try await MovieReader.open(source, ReadingOptions(pool: FramePool(capacity: 200)))
        let rate = try #require(reader.info.picture?.frameRate)
        var format = try #require(reader.info.picture?.format)
        format.orientation = orientation
        let writer = try await MovieWriter.create(
            path, settings, first: format, sound: reader.info.sound, frameRate: rate)
        var written: [MovieSample] = []
        for try await sample in reader.samples {
            var sample = sample
            if case .picture(let frame) = sample { sample = .picture(frame.with(orientation: orientation)) }
            try await writer.write(sample)
            written.append(sample)
        }
        return (try await writer.finish(), written)
    }

    static func probe(_ path: FilePath, _ entries: String) async throws -> String {
        let output = try await Subprocess(
            "ffprobe", ["-v", "error", "-show_entries", FilePath(entries), "-of", "compact=p=0:nk=1", path]
        ).run()
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        return output.outputText
    }
}

extension VideoFrame {
    /// Returns the same stored picture with another orientation. The memory is shared.
    fileprivate func with(orientation: ImageOrientation) -> VideoFrame {
        var format = format
        format.orientation = orientation
        return VideoFrame(format: format, number: number, time: time, duration: duration, planes: planes)
    }
}
