package import Files
package import Movies

/// A movie file as the sink of a recording.
actor MovieFileSink: MovieSink {
    /// The writer, which is taken out during a call and gone after ``finish()``.
    private var writer: MovieWriter?
    nonisolated let takesSound: Bool

    init(_ writer: consuming MovieWriter, takesSound: Bool) {
        self.writer = consume writer
        self.takesSound = takesSound
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
    }

    func finish() async throws(ScanError) {
        guard let taken = writer.take() else { return }
        do throws(MovieError) {
            _ = try await taken.finish()
        } catch {
            throw ScanError(error)
        }
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
            do throws(MovieError) {
                return MovieFileSink(
                    try await MovieWriter.create(
                        file, self, first: info.format, sound: info.sound, frameRate: info.frameRate ?? 30,
                        followingLinks: info.part == 1),
                    takesSound: sound != nil)
            } catch {
                throw ScanError(error)
            }
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
