import Peel
import Testing

@testable import PeelCommand

struct ProgressTests {
    @Test func tellsRateAndTimeLeft() {
        let progress = Progress(total: 200, done: 50, failed: 2, elapsed: .seconds(4))
        #expect(progress.rate == 12.5)
        #expect(progress.timeLeft == .seconds(12))
        #expect(Progress(total: 200, done: 100, kept: 75, elapsed: .seconds(2)).rate == 12.5)
        #expect(Progress(total: 3, done: 2, kept: 2, elapsed: .seconds(1)).rate == nil)
        #expect(Progress(total: 3).rate == nil)
        #expect(Progress(total: 3).timeLeft == nil)
    }

    @Test func usesTheRoomThereIs() {
        let progress = Progress(total: 200, done: 50, failed: 2, elapsed: .seconds(4))
        #expect(
            progress.line(width: 80, showsUnicode: true)
                == "████████▌░░░░░░░░░░░░░░░░░░░░░░░░░  50/200 photos · 2 failed · 13/s · 12 s left")
        #expect(
            progress.line(width: 80, showsUnicode: false)
                == "[#######............................]  50/200 photos, 2 failed, 13/s, 12 s left")
        #expect(progress.line(width: 45, showsUnicode: true) == "50/200 photos · 2 failed · 13/s · 12 s left")
        #expect(progress.line(width: 20, showsUnicode: true) == "50/200 photos")
        #expect(progress.line(width: 10, showsUnicode: true) == "")
    }

    @Test func neverWrapsAndNeverShrinksItsBar() {
        for width in 1...200 {
            for done in [0, 1, 99, 100, 199, 200] {
                for showsUnicode in [true, false] {
                    let progress = Progress(total: 200, done: done, failed: done / 2, elapsed: .seconds(7))
                    #expect(progress.line(width: width, showsUnicode: showsUnicode).count < width)
                }
            }
        }
        #expect(Progress(total: 1, done: 1).line(width: 80, showsUnicode: true).contains("████████░") == false)
        #expect(Progress(total: 0).line(width: 80, showsUnicode: true).contains("0/0 photos"))
    }

    @Test(arguments: [
        (Duration.milliseconds(200), "1 s"), (.seconds(59), "59 s"), (.seconds(60), "1 min 0 s"),
        (.seconds(3599), "59 min 59 s"), (.seconds(3600), "1 h 0 min"), (.seconds(7384), "2 h 3 min"),
    ])
    func durationsAreSpoken(duration: Duration, text: String) {
        #expect(duration.spoken == text)
    }

    @Test func numbersAreRounded() {
        #expect(decimal(0, digits: 0) == "0")
        #expect(decimal(1.005, digits: 1) == "1.0")
        #expect(decimal(0.06, digits: 1) == "0.1")
        #expect(decimal(-0.04, digits: 1) == "0.0")
        #expect(decimal(-12.26, digits: 1) == "-12.3")
        #expect(decimal(3.14159, digits: 4) == "3.1416")
    }
}

@MainActor
struct ProgressDisplayTests {
    private func display(total: Int = 4, isOn: Bool = true, _ clock: TestClock, _ written: Written) -> ProgressDisplay {
        let terminal = TerminalFacts(width: { 40 })
        let line = StatusLine(sink: written.sink(), terminal: terminal, isOn: isOn, now: { clock.now })
        return ProgressDisplay(total: total, on: line)
    }

    @Test func drawsAtOnceAndThenTenTimesASecondAtMost() {
        let clock = TestClock()
        let written = Written()
        let display = display(total: 1000, clock, written)
        #expect(written.text == "\r[......................]  0/1000 photos\u{1B}[K")
        for _ in 0..<500 {
            clock.advance(by: .milliseconds(4))
            display.advance(.kept([]))
        }
        // 2 s and the first one.
        #expect(written.text.count(where: { $0 == "\r" }) == 21)
    }

    @Test func messagesStandAboveTheLine() {
        let clock = TestClock()
        let written = Written()
        let display = display(clock, written)
        display.message("hello")
        display.finish()
        display.message("bye")
        let line = "\r[.........................]  0/4 photos\u{1B}[K"
        #expect(written.text == line + "\r\u{1B}[Khello\n" + line + "\r\u{1B}[Kbye\n")
    }

    @Test func whenOffOnlyMessagesAreShown() {
        let clock = TestClock()
        let written = Written()
        let display = display(isOn: false, clock, written)
        display.advance(.failed("bad"))
        display.message("hello")
        display.finish()
        #expect(written.text == "hello\n")
        #expect(display.progress.done == 1)
        #expect(display.progress.failed == 1)
    }
}
