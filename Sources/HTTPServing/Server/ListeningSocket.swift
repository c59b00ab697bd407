import Glibc

/// A listening socket, which is closed with its owner.
struct ListeningSocket: ~Copyable {
    let descriptor: CInt
    let address: SocketAddress

    init(host: String, port: UInt16) throws(ServerError) {
        guard let wanted = SocketAddress(host: host, port: port) else {
            throw ServerError(
                .invalidAddress, "'\(host)' is neither 'localhost' nor an address in digits such as 127.0.0.1 or ::1")
        }
        let socketKind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(CInt(wanted.storage.ss_family), socketKind, 0)
        guard descriptor >= 0 else { throw Self.error(host, port) }
        do throws(ServerError) {
            var on: CInt = 1
            let size = socklen_t(MemoryLayout<CInt>.size)
            // Allows a port whose last server ended a moment ago.
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
            // An address for all interfaces includes IPv4.
            var isAlone: CInt = host == "::" ? 0 : 1
            if wanted.isIPv6 { setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &isAlone, size) }
            guard wanted.withPointer({ bind(descriptor, $0, wanted.length) }) == 0, listen(descriptor, 1024) == 0,
                let address = SocketAddress({ getsockname(descriptor, $0, &$1) })
            else { throw Self.error(host, port) }
            self.descriptor = descriptor
            self.address = address
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    func refuseClients() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    private static func error(_ host: String, _ port: UInt16, _ errorNumber: CInt = errno) -> ServerError {
        let (code, reason): (ServerError.Code, String) =
            switch errorNumber {
            case EADDRINUSE: (.addressInUse, "another program already listens on it")
            case EADDRNOTAVAIL: (.addressNotAvailable, "this machine has no such address")
            case EACCES: (.permissionDenied, "ports below 1024 require the superuser")
            default: (.system(errorNumber), String(cString: strerror(errorNumber)))
            }
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        return ServerError(code, "cannot listen on \(place): \(reason)")
    }
}
