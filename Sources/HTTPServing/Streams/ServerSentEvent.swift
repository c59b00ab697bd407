/// An event of an event stream, as the HTML standard writes it (9.2, server-sent events).
package struct ServerSentEvent: Hashable, Sendable {
    /// The id that a reconnecting client names as its last one; `nil` keeps the id before it.
    package var id: String?
    /// The name of the event; `nil` for the standard's default, `message`.
    package var event: String?
    /// The text; each of its lines becomes a line of data.
    package var data: String

    package init(id: String? = nil, event: String? = nil, data: String) {
        self.id = id
        self.event = event
        self.data = data
    }

    /// The bytes to send. Line ends in ``id`` and ``event``, which would begin another field, and zeros in ``id``, for
    /// which a client ignores it, are removed.
    package var bytes: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(data.utf8.count + 64)
        if let id { Self.append("id: ", id.utf8.filter { !Self.isLineEnd($0) && $0 != 0 }[...], to: &text) }
        if let event { Self.append("event: ", event.utf8.filter { !Self.isLineEnd($0) }[...], to: &text) }
        let data = Array(self.data.utf8)
        var start = 0
        while true {
            let end = data[start...].firstIndex(where: Self.isLineEnd) ?? data.count
            Self.append("data: ", data[start..<end], to: &text)
            guard end < data.count else { break }
            let isPair = data[end] == 0x0D && end + 1 < data.count && data[end + 1] == 0x0A
            start = end + (isPair ? 2 : 1)
        }
        text.append(0x0A)
        return text
    }

    /// A line that clients skip, which shows both sides that the other is still there.
    static let heartbeat: [UInt8] = Array(":\n\n".utf8)

    private static func append(_ field: StaticString, _ value: ArraySlice<UInt8>, to text: inout [UInt8]) {
        field.withUTF8Buffer { text.append(contentsOf: $0) }
        text.append(contentsOf: value)
        text.append(0x0A)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
