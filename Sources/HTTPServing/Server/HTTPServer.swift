import Execution
import Synchronization

/// An HTTP/1.1 server on a socket of this machine, with or without TLS. It runs until ``stop(grace:)``, even without
/// references to it.
///
///     let server = try HTTPServer(host: "127.0.0.1", port: 4747) { address in router(for: address) }
///     print(server.address.url)
///     …
///     await server.stop()
///
/// Each connection has a thread, which waits while the request's handler runs as a task. No thread of Swift's shared
/// pool waits for a client.
package final class HTTPServer: Sendable {
    package let address: ServerAddress
    let core: ServerCore
    private let daemon: Mutex<Daemon>
    private let stopping = Mutex<Task<Void, Never>?>(nil)
    private let sweeper: Task<Void, Never>

    /// Starts listening and answering. Blocks for a moment.
    ///
    /// - Parameters:
    ///   - host: `localhost` (127.0.0.1) or an address in digits.
    ///   - port: 0 for any that is free; ``address`` then has it.
    ///   - certificate: `nil` for plain HTTP.
    ///   - service: makes the service once the address is known, for what depends on it.
    package init(
        host: String = "localhost", port: UInt16, certificate: ServerCertificate? = nil,
        limits: ServerLimits = ServerLimits(), service: (ServerAddress) -> any HTTPService
    ) throws(ServerError) {
        let listener = try ListeningSocket(host: host, port: port)
        address = ServerAddress(listener.address, isSecure: certificate != nil)
        let descriptor = listener.descriptor
        let core = ServerCore(service: service(address), limits: limits, listener: listener)
        daemon = Mutex(try Daemon(listener: descriptor, core: core, certificate: certificate))
        self.core = core
        let pause = min(.seconds(1), max(.milliseconds(10), min(limits.headerTime, limits.bodyTime) / 4))
        sweeper = Task.detached {
            while (try? await Task.sleep(for: pause)) != nil { core.connections.sweep(at: .now) }
        }
    }

    /// Checks that a server could listen there now, before a program prepares anything for it. Blocks for a moment.
    ///
    /// - Throws: what ``init(host:port:certificate:limits:service:)`` would throw.
    package static func checkAddress(host: String, port: UInt16) throws(ServerError) {
        _ = try ListeningSocket(host: host, port: port)
    }

    /// The number of open connections.
    package var connectionCount: Int { stopping.withLock { $0 == nil ? daemon.withLock(\.connectionCount) : 0 } }

    /// Stops the server: it accepts no more clients, ends event streams, lets requests in flight finish, and ends all
    /// connections. It returns when nothing of the server runs any more, except handlers that ignore their
    /// cancellation. A second call waits for the first.
    ///
    /// - Parameter grace: how long requests may take to finish. Then their handlers are cancelled and not waited for.
    package func stop(grace: Duration = .seconds(10)) async {
        let task = stopping.withLock { stopping in
            let task = stopping ?? Task.detached { await self.stopOnce(grace: grace) }
            stopping = task
            return task
        }
        await task.value
    }

    private func stopOnce(grace: Duration) async {
        sweeper.cancel()
        core.beginStopping()
        daemon.withLock { $0.refuseClients() }
        core.refuseClients()
        let core = core
        let timer = Task.detached {
            if (try? await Task.sleep(for: grace)) != nil { core.abandonAll() }
        }
        await core.waitForExchanges()
        timer.cancel()
        await daemon.withLock { $0 }.endConnections()
        await OwnThread.run { self.daemon.withLock { $0.stop() } }
        core.closeListener()
        await timer.value
        await sweeper.value
    }
}
