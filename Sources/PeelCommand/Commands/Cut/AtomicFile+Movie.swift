import Movies
import Peel

extension AtomicFile {
    /// Lets `body` write a movie. Until all of it is there, nothing stands at its place.
    ///
    /// - Parameter body: gets a path, as a muxer takes it; errors name the movie's own.
    static func writeMovie<Made>(to output: FilePath, _ body: (FilePath) async throws -> Made) async throws -> Made {
        let file = try AtomicFile(at: output, followingLinks: true)
        // The muxer opens what is open already, under its other name.
        let place = file.withDescriptor { FilePath("/proc/self/fd/\($0)") }
        let made: Made
        do {
            made = try await body(place)
        } catch let error as MovieError {
            throw CommandFailure(
                error.description.replacing(place.description, with: output.description),
                isTemporary: error.isTemporary)
        }
        try file.commit()
        return made
    }
}
