import Glibc
import TestSupport
import Testing

@testable import Movies

/// A microphone of a real sound server. In processes of their own: the environment says where the server is.
@Suite(
    .timeLimit(.minutes(10)), .enabled(if: SystemAbilities.hasProgram("pulseaudio"), "pulseaudio is not installed"))
struct PulseTests {
    @Test func aMicrophoneOfPulseAudioIsListedAndHeardUntilItsServerEnds() async {
        await #expect(processExitsWith: .success) {
            try await withServer { server in
                let listed = Microphone.all().filter { $0.system == .pulse }
                try #require(listed.contains { $0.description == "pulse:tone.monitor" }, "\(listed)")
                let reader = try await MovieReader.open(.microphone(Microphone("pulse:tone.monitor")))
                let format = try #require(reader.info.sound)
                var samples: [Float] = []
                var iterator = reader.makeIterator()
                while samples.count < format.sampleRate / 2 * format.channels {
                    guard case .sound(let chunk)? = try await iterator.next() else { break }
                    samples += chunk.samples
                    // What is recorded is not two seconds late.
                    try #require(chunk.duration <= 100_000_000, "\(chunk.duration)")
                }
                let level = samples.lazy.map(abs).max() ?? 0
                try #require(abs(level - 0.5) < 0.02, "\(level)")
                let first = stride(from: 0, to: samples.count, by: format.channels).map { samples[$0] }
                let rises = zip(first, first.dropFirst()).count { $0 < 0 && $1 >= 0 }
                let frequency = Double(rises * format.sampleRate) / Double(first.count)
                try #require(abs(frequency - 440) < 5, "\(frequency)")
                server.send(SIGTERM)
                var code: MovieError.Code?
                do throws(MovieError) {
                    while try await iterator.next() != nil {}
                } catch {
                    code = error.code
                }
                try #require(code == .unplugged)
                await reader.stop()
            }
        }
    }

    /// FFmpeg waits for such a server without an end.
    @Test func aServerThatStandsStillIsNoticedAndNotWaitedFor() async {
        await #expect(processExitsWith: .success) {
            try await withServer { server in
                let hand = HandClock()
                let reader = try await MovieReader.open(
                    ReaderThread(.microphone(Microphone("pulse:tone.monitor")), ReadingOptions(), pace: hand.clock))
                var iterator = reader.makeIterator()
                try #require(try await iterator.next() != nil)
                server.send(SIGSTOP)
                let time = Task {
                    // Five seconds for each look at the clock.
                    var looks = 0
                    while !Task.isCancelled {
                        looks += 1
                        await hand.untilAsked(looks)
                        hand.move(by: 5_000_000_000)
                    }
                }
                var failure: MovieError?
                do throws(MovieError) {
                    while try await iterator.next() != nil {}
                } catch {
                    failure = error
                }
                time.cancel()
                try #require(failure?.code == .unplugged)
                try #require(
                    failure?.description.contains("pulse:tone.monitor: it has given no sound for five seconds") == true)
                await reader.stop()
                server.send(SIGKILL)
            }
        }
    }

    @Test func aMicrophoneThatTheServerDoesNotHaveIsTold() async {
        await #expect(processExitsWith: .success) {
            try await withServer { _ in
                // Its time does not pass: on a busy machine the server may take longer than a silent one is given.
                let pace = HandClock().clock
                let error = await #expect(throws: MovieError.self) {
                    try await MovieReader.open(
                        ReaderThread(.microphone(Microphone("pulse:nosuch")), ReadingOptions(), pace: pace))
                }
                try #require(error?.code == .notReadable)
                try #require(error?.description.contains("pulse:nosuch") == true)
            }
        }
    }
}

/// Makes a server the one that this process finds, and ends it.
private func withServer(_ body: (PulseServer) async throws -> Void) async throws {
    let server = PulseServer()
    for (name, value) in server.environment { setenv(name, value, 1) }
    let running = Task { try await server.run() }
    await server.isReady()
    try await body(server)
    running.cancel()
    _ = await running.result
}
