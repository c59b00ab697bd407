import HTTPSending
import Testing

struct SentSecretTests {
    private let secret = SentSecret("123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw_-Z", shownAs: "(token)")

    @Test(arguments: [
        "123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw_-Z", "123456:AAHd", "AAHdqT", "WJxfSeofSAs0K5PALDsaw_-Z",
        "aahdqtcvch", "AAHDQTCVCH", "%41%41%48%64%71%54", "%2541%2541%2548%2564%2571%2554", "DSaw%5f-Z", "Dsaw&#95;-Z",
        "&#65;&#65;&#72;&#100;&#113;&#84;", "&#x41;&#x41;&#x48;&#x64;&#x71;&#x54;", "Dsaw&amp;#95;-Z",
        "\\u0041\\u0041\\u0048\\u0064\\u0071\\u0054", "\\x41\\x41\\x48\\x64\\x71\\x54",
    ])
    func aWordWithAPartOfTheSecretIsHiddenHoweverItIsWritten(_ part: String) {
        #expect(secret.hidden(in: "no  /bot\(part)/getMe here\n") == "no  (token) here\n")
    }

    @Test(arguments: [
        "", " ", "Bad Request: sticker set name is already occupied", "AAHdq", "23 456:A",
        "%zz 100% &# &#; &amp; \\u12 \\",
    ])
    func otherWordsStayAsTheyAre(_ words: String) {
        #expect(secret.hidden(in: words) == words)
    }

    @Test func aSecretShorterThanAPartIsHiddenWhole() {
        let short = SentSecret("1:b", shownAs: "(token)")
        #expect(short.hidden(in: "no /bot1:B/x or 1:c") == "no (token) or 1:c")
    }
}
