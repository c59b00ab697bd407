import FoundationEssentials
import Glibc
import HTTPSending
import ImageLoading
import Imaging
import Synchronization

/// The four ways of loading many images.
enum Way: String, CaseIterable {
    case oneAfterAnother = "one-after-another"
    case unstructuredTasks = "unstructured-tasks"
    case unboundedGroup = "unbounded-group"
    case loader
}

/// When images came, seen by the task that waits for them.
final class Arrivals: Sendable {
    private let state = Mutex((count: 0, failed: 0, first: Duration?.none))
    private let began = ContinuousClock().now

    func note(_ isFine: Bool) {
        let now = ContinuousClock().now - began
        state.withLock { state in
            if isFine { state.count += 1 } else { state.failed += 1 }
            if isFine, state.first == nil { state.first = now }
        }
    }

    var elapsed: Duration { ContinuousClock().now - began }
    var count: Int { state.withLock { $0.count } }
    var failed: Int { state.withLock { $0.failed } }
    var first: Duration { state.withLock { $0.first } ?? .zero }
}

/// Loads as one would without a loader: the bytes over the transport, and then the picture, all held until the end.
struct Naive: Sendable {
    let transport: CurlTransport

    init() {
        var options = CurlTransport.Options()
        options.usesProxies = false
        // What a program does that does not think of it.
        options.connections = 0
        options.connectionsPerHost = 0
        transport = CurlTransport(options)
    }

    @concurrent
    func load(_ url: URL) async -> Bitmap? {
        let body = Mutex<(status: Int, bytes: [UInt8])>((0, []))
        let receive: @Sendable (TransportEvent) -> Bool = { event in
            body.withLock { body in
                switch event {
                case .activity: break
                case .head(let head): body.status = head.status
                case .body(let piece): body.bytes += piece
                }
            }
            return true
        }
        do throws(TransportError) {
            try await transport.send(TransportRequest(address: url.absoluteString), receive: receive)
        } catch {
            return nil
        }
        let (status, bytes) = body.withLock { $0 }
        return status == 200 ? try? ImageSource(bytes).decode() : nil
    }
}

extension Way {
    /// - Parameter cancelAfter: cancels once so many images have come.
    func run(_ urls: [URL], cancelAfter: Int?) async -> Arrivals {
        let arrivals = Arrivals()
        let task = Task { await load(urls, arrivals) }
        if let cancelAfter {
            while arrivals.count < cancelAfter { usleep(500) }
            task.cancel()
        }
        await task.value
        return arrivals
    }

    @concurrent
    private func load(_ urls: [URL], _ arrivals: Arrivals) async {
        switch self {
        case .oneAfterAnother:
            let naive = Naive()
            var held: [Bitmap] = []
            for url in urls {
                if Task.isCancelled { break }
                let bitmap = await naive.load(url)
                arrivals.note(bitmap != nil)
                if let bitmap { held.append(bitmap) }
            }
        case .unstructuredTasks:
            // A cancellation around them does not reach these.
            let naive = Naive()
            let tasks = urls.map { url in
                Task {
                    let bitmap = await naive.load(url)
                    arrivals.note(bitmap != nil)
                    return bitmap
                }
            }
            var held: [Bitmap?] = []
            for task in tasks { held.append(await task.value) }
        case .unboundedGroup:
            let naive = Naive()
            await withTaskGroup(of: Bitmap?.self) { group in
                for url in urls { group.addTask { await naive.load(url) } }
                var held: [Bitmap?] = []
                for await bitmap in group {
                    arrivals.note(bitmap != nil)
                    held.append(bitmap)
                }
            }
        case .loader:
            var configuration = ImageLoader.Configuration()
            configuration.retry = .never
            configuration.memoryLimit = 64 << 20
            var options = CurlTransport.Options()
            options.usesProxies = false
            let loader = ImageLoader(configuration, transport: CurlTransport(options))
            do throws(ImageLoaderError) {
                for try await image in loader.loadImages(from: urls) { arrivals.note(image.bitmap != nil) }
            } catch {
                return
            }
        }
    }
}
