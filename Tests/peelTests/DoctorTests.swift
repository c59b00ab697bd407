import Peel
import Testing

@testable import peel

@MainActor
struct DoctorTests {
    private var bench = TestBench()

    @Test func reportsToAPerson() async {
        #expect(await bench.run("doctor") == .done)
        #expect(
            bench.output.text == """
                peel     0.1.0
                libvips  8.14.1
                network  subject (subject), 320 × 320 pixels
                runs on  CPU (fake), 42 ms a photo
                devices  CPU
                cores    2
                reads    JPEG, PNG
                cache    /home/user/.cache/peel (12.3 MB)
                verdict  all is well

                """)
    }

    @Test func reportsToAProgram() async {
        #expect(await bench.run("doctor", "--json") == .done)
        #expect(
            bench.output.text
                == #"{"versions":{"peel":"0.1.0","libvips":"8.14.1"},"network":{"name":"subject","family":"subject","inputWidth":320,"inputHeight":320,"device":"CPU (fake)","milliseconds":41.6},"devices":["CPU"],"cores":2,"formats":{"JPEG":true,"PNG":true},"cache":{"folder":"/home/user/.cache/peel","bytes":12340000,"writable":true},"well":true}"#
                + "\n")
    }

    @Test func whatFailsIsNamed() {
        var examination = wellExamination
        examination.formats[1].problem = "not decoded"
        #expect(!examination.isWell)
        #expect(report(examination).contains("PNG      FAILS: not decoded\n"))
        examination = wellExamination
        examination.network = .failure(CommandFailure("no such device"))
        #expect(!examination.isWell)
        #expect(report(examination).contains("network  FAILS: no such device\n"))
        #expect(report(examination).hasSuffix("something does not work: see FAILS above\n"))
        examination = wellExamination
        examination.cache?.isWritable = false
        #expect(examination.isWell)
        #expect(report(examination).contains("(cannot be written)"))
        #expect(report(examination).hasSuffix("each start compiles the network anew\n"))
        examination.cache = nil
        #expect(report(examination).hasSuffix("each start compiles the network anew\n"))
    }
}
