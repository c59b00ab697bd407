import Testing

@testable import HTTPServing

@Suite struct EventFormatTests {
    @Test(arguments: [
        (ServerSentEvent(data: "a"), "data: a\n\n"),
        (ServerSentEvent(data: ""), "data: \n\n"),
        (ServerSentEvent(id: "7", event: "photo", data: "{}"), "id: 7\nevent: photo\ndata: {}\n\n"),
        (ServerSentEvent(data: "a\nb\r\nc\rd\n"), "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"),
        (ServerSentEvent(data: " é\u{2028}"), "data:  é\u{2028}\n\n"),
        (ServerSentEvent(id: "1\ndata: x\u{0}", event: "a\r\nb", data: "y"), "id: 1data: x\nevent: ab\ndata: y\n\n"),
        (ServerSentEvent(id: "", data: "y"), "id: \ndata: y\n\n"),
    ])
    func anEventIsLinesOfFields(_ event: ServerSentEvent, _ text: String) {
        #expect(String(decoding: event.bytes, as: UTF8.self) == text)
    }
}
