import FoundationEssentials
import HTTPMessages
import HTTPSending
import TestSupport
import Testing

@testable import ImageLoading

/// A picture that has several addresses.
@Suite(.timeLimit(.minutes(10))) struct AlternativesTests {
    private let requests = [ImageRequest(Samples.url("large")), ImageRequest(Samples.url("small"))]

    private func result(
        of bench: LoaderBench
    ) async -> Result<(data: LoadedData, address: URL), ImageLoaderError> {
        do throws(ImageLoaderError) {
            return .success(try await bench.loader.picture(firstOf: requests))
        } catch {
            return .failure(error)
        }
    }

    @Test func theFirstAddressThatLeadsToAWholePictureIsEnough() async throws {
        let bench = LoaderBench { _ in Samples.ok }
        let (data, address) = try await result(of: bench).get()
        #expect(data.bytes == Samples.png() && address == Samples.url("large"))
        #expect(bench.transport.names == ["large"])
    }

    @Test(
        arguments: [
            .init(status: 404), .init(body: Array("<html>no picture</html>".utf8)), .init(),
            .init(body: Array(Samples.png().dropLast(20))), .init(error: TransportError(.unreachable)),
            .init(fields: ["Content-Length": "9999"], body: Samples.png()),
        ] as [FakeTransport.Reply])
    func anAddressThatLeadsToNoneGivesWayToTheNext(_ reply: FakeTransport.Reply) async throws {
        let bench = LoaderBench { $0.address.hasSuffix("large") ? reply : Samples.ok }
        let (data, address) = try await result(of: bench).get()
        #expect(data.bytes == Samples.png() && address == Samples.url("small"))
    }

    @Test func whenNoneLeadsToAnythingTheFirstOnesReasonIsTold() async {
        let bench = LoaderBench { $0.address.hasSuffix("large") ? .init(status: 410) : .init(status: 404) }
        #expect(await result(of: bench).map { _ in }.failureCode == .http(410))
        #expect(bench.transport.names == ["large", "small"])
    }

    @Test func aTaskThatWasCancelledAsksForNoOther() async {
        let bench = LoaderBench()
        let task = Task { await result(of: bench).map { _ in }.failureCode }
        await bench.transport.untilRequested(1)
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(bench.transport.names == ["large"])
    }
}
