import Testing

@testable import PeelCommand

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain text, çäß, 贴纸", "plain text, çäß, 贴纸"),
        ("red \u{1B}[31m", "red \\u{1b}[31m"),
        ("one\ntwo\tthree", "one two three"),
        ("\u{9B}2J", "\\u{9b}2J"),
        ("a\u{202E}b", "a\\u{202e}b"),
        ("👩\u{200D}🚀", "👩\u{200D}🚀"),
    ])
    func whatWouldMoveTheCursorIsWrittenAsItsNumber(text: String, shown: String) {
        #expect(terminalText(text) == shown)
    }
}
