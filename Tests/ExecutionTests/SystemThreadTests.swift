import Execution
import Glibc
import Testing

@Suite struct SystemThreadTests {
    @Test func writingToWhatTheOtherSideHasClosedIsAnErrorAndDoesNotEndTheProgram() async {
        await #expect(processExitsWith: .exitCode(EPIPE)) {
            signal(SIGPIPE, SIG_DFL)
            let code = await OwnThread.run {
                var ends: [CInt] = [-1, -1]
                guard pipe(&ends) == 0 else { return CInt(0) }
                close(ends[0])
                var byte: UInt8 = 0
                return write(ends[1], &byte, 1) < 0 ? errno : 0
            }
            exit(code)
        }
    }
}
