package import Files
package import Movies

/// One file of a recording.
package struct MoviePart: Sendable {
    package let path: FilePath
    package let container: MovieSettings.Container
    /// 1 for the first file of a recording.
    package let number: Int
    package fileprivate(set) var frames = 0
    package fileprivate(set) var seconds = 0.0
}

/// A movie file as the sink of a recording.
actor MovieFileSink: MovieSink {
    /// The writer, which is taken out during a call and gone after ``finish()``.
    private var writer: MovieWriter?
    nonisolated let takesSound: Bool
    private var part: MoviePart
    private var firstTime: Int64?
    private let onEnd: @Sendable (MoviePart) async -> Void

    init(
        _ writer: consuming MovieWriter, takesSound: Bool, _ part: MoviePart,
        onEnd: @escaping @Sendable (MoviePart) async -> Void
    ) {
        self.writer = consume writer
        self.takesSound = takesSound
        self.part = part
        self.onEnd = onEnd
    }

    func write(_ sample: MovieSample) async throws(ScanError) {
        guard let taken = writer.take() else { return }
        do throws(MovieError) {
            try await taken.write(sample)
        } catch {
            writer = consume taken
            throw ScanError(error)
        }
        writer = consume taken
        guard case .picture(let frame) = sample else { return }
        let first = firstTime ?? frame.time
        firstTime = first
        part.frames += 1
        part.seconds = Double(frame.time - first) / 1e9
    }

    func finish() async throws(ScanError) {
        guard let taken = writer.take() else { return }
        do throws(MovieError) {
            _ = try await taken.finish()
        } catch {
            await onEnd(part)
            throw ScanError(error)
        }
        await onEnd(part)
    }
}

extension MovieSettings {
    /// Returns the settings for a file by its extension, `.mp4` or `.webm`.
    ///
    /// - Throws: ``ScanError/Code/badSetting`` for another ending.
    package static func movie(at path: FilePath, hasSound: Bool = true) throws(ScanError) -> MovieSettings {
        guard let container = Container.recordings.first(where: { $0.rawValue == path.pathExtension }) else {
            throw ScanError(.badSetting, "a movie ends with .mp4 or .webm, not as '\(path)' does")
        }
        return MovieSettings(container: container, hasSound: hasSound)
    }

    /// Returns a maker of sinks: the file, and `NAME-2.mp4`, `NAME-3.mp4`, … for other formats of frames or sound. Of
    /// these, no file is replaced that is there already.
    package func sinks(at path: FilePath) -> MovieSinkMaker {
        let files = PartFiles(path)
        return { info throws(ScanError) in
            let file = await files.file(ofPart: info.part)
            return try await sink(at: file, info, followingLinks: info.part == 1)
        }
    }

    /// Makes the sink of one file.
    ///
    /// - Parameter onEnd: called when the file is finished, also if that failed, before the sink's `finish()` returns.
    /// - Throws: what ``MovieWriter`` says.
    package func sink(
        at path: FilePath, _ info: MovieSinkFormat, followingLinks: Bool = true,
        onEnd: @escaping @Sendable (MoviePart) async -> Void = { _ in }
    ) async throws(ScanError) -> any MovieSink {
        do throws(MovieError) {
            return MovieFileSink(
                try await MovieWriter.create(
                    path, self, first: info.format, sound: info.sound, frameRate: info.frameRate ?? 30,
                    followingLinks: followingLinks),
                takesSound: sound != nil, MoviePart(path: path, container: container, number: info.part), onEnd: onEnd)
        } catch {
            throw ScanError(error)
        }
    }
}

/// The files of a recording's parts. An actor, because their maker may be called from any thread.
private actor PartFiles {
    private let first: FilePath
    private var others: [Int: FilePath] = [:]

    init(_ first: FilePath) { self.first = first }

    /// A part that is begun again, because it has no frame, gets the same file.
    func file(ofPart part: Int) -> FilePath {
        if part == 1 { return first }
        if let file = others[part] { return file }
        var number = part
        while (try? first.numbered(number).status(followingLinks: false)) != nil { number += 1 }
        others[part] = first.numbered(number)
        return first.numbered(number)
    }
}

extension FilePath {
    /// Returns a numbered name: `run-2.mp4` for `run.mp4`.
    fileprivate func numbered(_ number: Int) -> FilePath {
        let (name, stem) = (lastComponent.bytes, stem.bytes)
        let numbered = FilePath(bytes: stem + Array("-\(number)".utf8) + name[stem.count...])
        return bytes.contains(UInt8(ascii: "/")) ? parent.appending(numbered) : numbered
    }
}
