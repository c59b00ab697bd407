import Catalog
import HTTPMessages
import Synchronization

/// The service of the Astronomy Picture of the Day on the loopback interface, with its pictures, its rules, and on the
/// days of ``APODAnswers/Trouble`` each of its troubles. `/list.json` is a list in jsonplaceholder's form.
package final class APODServer: Sendable {
    private let server: LoopbackServer

    /// - Parameters:
    ///   - pictures: JPEG files; each day has one of them.
    package init(pictures: [[UInt8]]) {
        precondition(!pictures.isEmpty, "there is a picture to serve")
        let known = KnownPort()
        let draws = Draws()
        server = LoopbackServer { request, connection in
            Self.serve(request, on: connection, pictures: pictures, port: known.port, draws: draws)
        }
        known.port = server.port
    }

    /// The whole address before the `?`.
    package var url: String { server.url("planetary/apod") }
    package var list: String { server.url("list.json") }
    package var port: Int { server.port }
    /// With their queries.
    package var paths: [String] { server.requests.map(\.path) }
    /// Connections that are open at the moment.
    package var openCount: Int { server.openCount }

    package func close() { server.close() }

    private static func serve(
        _ request: LoopbackServer.Request, on connection: LoopbackServer.Connection, pictures: [[UInt8]], port: Int,
        draws: Draws
    ) -> Bool {
        let base = "http://127.0.0.1:\(port)/"
        let path = String(request.path.prefix { $0 != "?" })
        switch path {
        case "planetary/apod":
            let query = APODAnswers.query(of: base + request.path)
            let answer = APODAnswers(pictures: base + "image/").answer(query, draw: draws.next())
            var fields = ["Content-Type": "application/json", "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "7"]
            fields["Retry-After"] = answer.retryAfter.map(String.init)
            connection.answer("\(answer.status) Status", fields, Array(answer.body.utf8))
        case "list.json":
            let items = (1...12).map { number in
                #"{"albumId":1,"id":\#(number),"title":"Number \#(number)","url":"\#(base)image/\#(number).jpg","#
                    + #""thumbnailUrl":"\#(base)image/\#(number)_small.jpg"}"#
            }
            connection.answer(
                "200 OK", ["Content-Type": "application/json"], Array("[\(items.joined(separator: ","))]".utf8))
        default: return servePicture(path, to: request, on: connection, pictures: pictures)
        }
        return true
    }

    private static func servePicture(
        _ path: String, to request: LoopbackServer.Request, on connection: LoopbackServer.Connection,
        pictures: [[UInt8]]
    ) -> Bool {
        let name = path.split(separator: "/").last.map { $0.prefix { $0 != "." && $0 != "_" } } ?? ""
        let number = CalendarDate(String(name))?.daysSince1970 ?? Int(name) ?? 0
        let picture = pictures[number % pictures.count]
        if path.contains("_hd"), let trouble = APODAnswers.OriginalTrouble(rawValue: String(name)) {
            switch trouble {
            case .gone:
                connection.answer("404 Not Found", ["Content-Type": "text/html"], Array("<html>Gone</html>".utf8))
            case .page: connection.answer("200 OK", ["Content-Type": "text/html"], Array("<html>Not here</html>".utf8))
            case .cutShort:
                connection.answer("200 OK", ["Content-Type": "image/jpeg"], Array(picture.prefix(picture.count / 2)))
            }
            return true
        }
        switch APODAnswers.Trouble(rawValue: String(name)) {
        case .pageForPicture:
            connection.answer("200 OK", ["Content-Type": "text/html"], Array("<html>Not here</html>".utf8))
        case .pictureCutShort:
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(picture.count)\r\n\r\n")
            connection.send(Array(picture.prefix(picture.count / 2)))
            return false
        case .redirectLoop: connection.answer("302 Found", ["Location": "/\(path)"])
        case .endlessPicture:
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n")
            while connection.send(picture) {}
            return false
        case .pictureThatNeverComes:
            connection.waitForClient()
            return false
        default:
            let tag = "\"\(name)-\(picture.count)\""
            let fields = ["Content-Type": "image/jpeg", "Cache-Control": "max-age=60", "ETag": tag]
            if request.fields["if-none-match"] == tag {
                connection.answer("304 Not Modified", fields)
            } else {
                connection.answer("200 OK", fields, picture)
            }
        }
        return true
    }
}

/// The port, which is known only after the server is there.
private final class KnownPort: Sendable {
    private let number = Mutex(0)

    var port: Int {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
    }
}

/// Counts requests, so that chance decides otherwise each time.
private final class Draws: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
