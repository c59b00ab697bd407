import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

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
                videos   FFmpeg 5.1.9
                cameras  /dev/video0 (Laptop camera)
                verdict  all is well

                """)
    }

    @Test func reportsToAProgram() async {
        #expect(await bench.run("doctor", "--json") == .done)
        #expect(
            bench.output.text
                == #"{"versions":{"peel":"0.1.0","libvips":"8.14.1"},"network":{"name":"subject","family":"subject","inputWidth":320,"inputHeight":320,"device":"CPU (fake)","milliseconds":41.6},"devices":["CPU"],"cores":2,"formats":{"JPEG":true,"PNG":true},"cache":{"folder":"/home/user/.cache/peel","bytes":12340000,"writable":true,"problem":null},"videos":{"ffmpeg":"5.1.9"},"cameras":[{"device":"/dev/video0","name":"Laptop camera"}],"well":true}"#
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
        examination.cache?.problem = "the disk is full"
        #expect(examination.isWell)
        #expect(
            report(examination).contains("cache    FAILS: cannot write /home/user/.cache/peel: the disk is full\n"))
        #expect(report(examination).hasSuffix("every start compiles the network\n"))
        examination.cache = nil
        #expect(report(examination).hasSuffix("every start compiles the network\n"))
        // Photos need neither.
        examination = wellExamination
        examination.videos = .failure(CommandFailure("FFmpeg is not installed"))
        examination.cameras = []
        #expect(examination.isWell)
        #expect(report(examination).contains("videos   none: FFmpeg is not installed\ncameras  none\n"))
    }

    @Test func theProgramSaysWhichFFmpegItFinds() async throws {
        let output = try await BuiltProgram.run(["doctor"])
        let ffmpeg = try await Subprocess("ffmpeg", ["-version"]).run().outputText
        let version = try #require(ffmpeg.split(separator: " ").dropFirst(2).first)
        #expect(output.outputText.contains("FFmpeg \(version)\n"), "\(output.outputText)")
    }

    /// Rights alone would say that all is well: root may write anywhere.
    @Test(
        .enabled(if: SystemAbilities.hasNamespaces, "name spaces, or mounting in them, are forbidden here"),
        arguments: [("file", "it is not a folder, or a part of its path is not"), ("full", "the disk is full")])
    func aCacheThatCannotBeWrittenIsNamed(name: FilePath, reason: String) async throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "file")
        try folder.path.appending("file").makeExecutable()
        try folder.path.appending("full").createFolder()
        let script = """
            test "$1" != full || mount -t tmpfs -o size=8k tmpfs full || exit 77
            XDG_CACHE_HOME=$PWD/$1 "$0" doctor
            """
        let output = try await Subprocess(
            "unshare", ["-rm", "sh", "-c", FilePath(script), BuiltProgram.path, name],
            environment: BuiltProgram.environment(), workingDirectory: folder.path
        ).run()
        #expect(output.exit == .exited(0), "\(output.errorText)")
        #expect(output.outputText.contains("FAILS: cannot write \(folder.path)/\(name)/peel: \(reason)\n"))
        #expect(output.outputText.hasSuffix("every start compiles the network\n"))
    }
}

extension FilePath {
    fileprivate func makeExecutable() throws {
        try #require(withCString { chmod($0, 0o755) } == 0)
    }
}
