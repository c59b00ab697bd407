import Glibc
import Peel
import Synchronization
import TestSupport
import Testing
import WebTestSupport

@testable import HTTPTestSupport
@testable import PeelCommand

/// The built program as a scheduler runs it: killed, stopped, delivered twice.
struct WorkerTests {
    private let folder = TemporaryFolder()
    private var root: FilePath { folder.path }
    private let line: [FilePath] = ["worker", "--size", "64", "--json", "-o", "out"]

    /// Writes photos of the same ball, each with other bytes.
    private func write(_ count: Int) throws {
        for number in 0..<count {
            try folder.write(SamplePhotos.ball + [UInt8(number)], to: FilePath("photos/\(number).png"))
        }
    }

    private func run(
        _ arguments: [FilePath], environment: [String: String?] = [:], onOutput: Subprocess.Listener? = nil
    ) async throws -> Subprocess.Output {
        let none = Dictionary(uniqueKeysWithValues: PartChoice.variables.map { ($0, String?.none) })
        return try await BuiltProgram.run(
            arguments, environment: none.merging(environment) { $1 }, in: root, onOutput: onOutput)
    }

    private func statuses(_ output: Subprocess.Output) -> [String] {
        output.outputText.split(separator: "\n").dropLast().compactMap { line in
            line.split(separator: #""status":""#).last?.split(separator: "\"").first.map(String.init)
        }
    }

    /// Photos of the only part that are in work for as long as the test wants.
    private func hold(_ names: [String]) throws -> HeldPhotos {
        let held = HeldPhotos(root.appending("photos"))
        try held.take(names, of: root.appending("parts/part-00000.jsonl"))
        return held
    }

    @Test func partsOfSeveralMachinesMakeThePackOfOne() async throws {
        try write(5)
        try folder.write(SamplePhotos.twoBalls, to: "photos/more/0.png")
        try folder.write("no photo", to: "photos/more/bad.jpg")
        let said = #"{"title":"Two","emoji":["🎾"],"options":{"text":"Hi","text-at":"top"}}"#
        try folder.write(#"{"stickers":{"more/0.png":\#(said)}}"#, to: "photos/stickers.json")
        let alone = try await run(["make", "photos", "-o", "alone", "--size", "64", "--zip"])
        #expect(alone.exit == .exited(1))
        let split = try await run(["split", "photos", "-o", "parts", "--parts", "3", "--json"])
        #expect(split.succeeded && split.outputText.split(separator: "\n").count == 3)
        var ends: [Subprocess.Exit] = []
        for part in 0..<3 {
            ends.append(try await run(line + ["--manifest", "parts", "--part", FilePath("\(part)/3")]).exit)
        }
        #expect(ends.sorted { "\($0)" < "\($1)" } == [.exited(0), .exited(0), .exited(65)])
        let merged = try await run(["merge", "out", "--manifest", "parts", "-o", "pack", "--zip"])
        #expect(merged.exit == .exited(65))
        #expect(try folder.contents("pack") == folder.contents("alone"))
        let manifest = try PackFolder(root.appending("pack")).readManifest()
        #expect(manifest.stickers.contains { $0.metadata?.title == "Two" && $0.options?.text?.words == "Hi" })
    }

    @Test func killedInTheMiddleOfAPhotoItGoesOnWithThatPhoto() async throws {
        try write(4)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "1"]).succeeded)
        let held = try hold(["2.png", "3.png"])
        let killed = try await run(line + ["--manifest", "parts", "--part", "0/1", "-j", "1"]) { output, _, program in
            // Two are recorded, and the third is being read.
            if output.count(where: { $0 == UInt8(ascii: "\n") }) == 2 { program.send(SIGKILL) }
        }
        #expect(killed.exit == .signalled(SIGKILL))
        held.release()
        let next = try await run(line + ["--manifest", "parts", "--part", "0/1", "--resume", "-j", "1"])
        #expect(next.succeeded)
        #expect(statuses(next).sorted() == ["kept", "kept", "made", "made"])
        // Each line has the photo's digest.
        for number in 0..<4 {
            let digest = SHA256Digest(of: try root.appending("photos/\(number).png").readBytes()).hex
            #expect(next.outputText.contains("\"photoSHA256\":\"\(digest)\",\"seconds\":"))
        }
        #expect(try await run(line + ["--manifest", "parts", "--resume"]).succeeded)
        try await expectPackOfOneMachine()
    }

    @Test func aTextFileIsAListOfPhotos() async throws {
        try write(3)
        try folder.write("photos/2.png\r\nphotos/0.png\r\n", to: "list.txt")
        let split = try await run(["split", "list.txt", "-o", "parts", "--parts", "1"])
        #expect(split.succeeded && split.errorText.contains("2 photos in 1 part"))
        let made = try await run(["make", "list.txt", "-o", "pack", "--size", "64"])
        #expect(made.succeeded)
        let manifest = try PackFolder(root.appending("pack")).readManifest()
        #expect(manifest.stickers.map(\.source) == ["2.png", "0.png"])
        try folder.write("a\0b\0", to: "zero.txt")
        let refused = try await run(["split", "zero.txt", "-o", "other", "--parts", "1"])
        #expect(refused.exit == .exited(2) && refused.errorText.contains("zero.txt has zero bytes between its names"))
        try folder.write("photos/0.png\0photos/1.png\0", to: "zero.txt")
        let taken = try await run(["split", "zero.txt", "--null", "-o", "other", "--parts", "1"])
        #expect(taken.succeeded && taken.errorText.contains("2 photos in 1 part"), "\(taken.errorText)")
        // Nothing that can be forced: no worker has written there.
        let nothing = try await run(["merge", "photos", "-o", "none"])
        #expect(!nothing.succeeded && !nothing.errorText.contains("--force"), "\(nothing.errorText)")
    }

    private func expectPackOfOneMachine() async throws {
        #expect(try await run(["merge", "out", "--manifest", "parts", "-o", "pack"]).succeeded)
        #expect(try await run(["make", "photos", "-o", "alone", "--size", "64"]).succeeded)
        #expect(try folder.contents("pack") == folder.contents("alone"))
    }

    /// Those that were asked for are in flight; of so many, some never are.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalFinishesWhatIsInFlight(signal: CInt) async throws {
        try write(12)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "1"]).succeeded)
        let held = try hold((1..<12).map { "\($0).png" })
        let step = Mutex(0)
        let stopped = try await run(line + ["--manifest", "parts", "-j", "1"]) { output, errors, program in
            step.withLock { step in
                if step == 0, output.contains(UInt8(ascii: "\n")) {
                    step = 1
                    program.send(signal)
                } else if step == 1, String(decoding: errors, as: UTF8.self).contains("finishing the photos in flight")
                {
                    step = 2
                    held.release()
                }
            }
        }
        #expect(step.withLock { $0 } == 2)
        #expect(stopped.exit == .exited(75))
        let done = held.requested.count + 1
        #expect(done < 12 && statuses(stopped) == Array(repeating: "made", count: done))
        #expect(stopped.outputText.contains(#"{"status":"stopped","part":null"#))
        let next = try await run(line + ["--manifest", "parts", "--resume", "-j", "1"])
        #expect(next.succeeded)
        #expect(statuses(next).count { $0 == "kept" } == done && statuses(next).count == 12)
        try await expectPackOfOneMachine()
    }

    /// A worker that is stopped while it reads a photo, and goes on after another has done the part.
    @Test func onePausedForLongerThanItsLeaseIsHarmless() async throws {
        try write(3)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "1"]).succeeded)
        let manifest = try root.appending("parts/part-00000.jsonl").readBytes()
        let held = try hold(["1.png", "2.png"])
        let isPaused = Mutex(false)
        let program = Mutex<RunningProgram?>(nil)
        let (pauses, paused) = AsyncStream.makeStream(of: Void.self)
        // However long the pause is on a busy machine, the loader has not given the photo up.
        let patient = line + ["--manifest", "parts", "-j", "1", "--timeout", "3600"]
        async let first = run(patient) { output, _, running in
            guard output.contains(UInt8(ascii: "\n")) else { return }
            let isFirst = isPaused.withLock { isPaused in
                defer { isPaused = true }
                return !isPaused
            }
            guard isFirst else { return }
            program.withLock { $0 = running }
            running.send(SIGSTOP)
            paused.yield()
        }
        for await _ in pauses { break }
        // The other one reads the photos itself.
        try folder.write(manifest, to: "parts/part-00000.jsonl")
        let second = try await run(line + ["--manifest", "parts", "--resume"])
        #expect(second.succeeded)
        #expect(statuses(second).sorted() == ["kept", "made", "made"])
        let done = try folder.contents("out/stickers")
        program.withLock { $0 }?.send(SIGCONT)
        held.release()
        let resumed = try await first
        #expect(resumed.succeeded, "\(resumed.errorText)")
        #expect(try folder.contents("out/stickers") == done)
        try await expectPackOfOneMachine()
    }

    @Test func aPipeIsRefusedByName() async throws {
        try await expectRefusal(of: S_IFIFO)
    }

    /// /dev/zero (1, 5), which has no end.
    @Test(.enabled(if: geteuid() == 0, "only root may make a device")) func aDeviceIsRefusedByName() async throws {
        try await expectRefusal(of: S_IFCHR, device: 1 << 8 | 5)
    }

    /// What others put into a worker's folders must not hold it up.
    private func expectRefusal(of kind: mode_t, device: dev_t = 0) async throws {
        try write(2)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "1"]).succeeded)
        let photo = root.appending("photos/1.png")
        try photo.removeFile()
        let isMade = photo.withCString { mknod($0, kind | 0o600, device) == 0 }
        try #require(isMade)
        let output = try await run(line + ["--manifest", "parts"])
        #expect(output.exit == .exited(65))
        #expect(output.errorText.contains("photos/1.png"), "\(output.errorText)")
        #expect(output.outputText.contains("it is a pipe, a socket or a device, not a file"), "\(output.outputText)")
    }

    @Test func whatCanNeverSucceedIsSaidSo() async throws {
        try write(2)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "2"]).succeeded)
        try folder.write("no line", to: "bad.jsonl")
        for (arguments, words) in [
            (["--frob"], "unknown option --frob"), (["--manifest", "none.jsonl"], "no such file"),
            (["--manifest", "bad.jsonl"], "bad.jsonl, line 1: not a photo"),
            (["--manifest", "parts", "--part", "2/3"], "parts has 2 parts, not 3"),
            (["--manifest", "parts", "--part", "2/2"], "--part takes K/N"),
            (["--manifest", "parts", "--part", "auto"], "none of SLURM_ARRAY_TASK_ID"),
            (["--manifest", "parts", "--model", "none.onnx"], "none.onnx"),
            (["--manifest", "parts", "--device", "XPU"], "XPU"), ([], "--manifest"), (["photos"], "photos"),
        ] as [([FilePath], String)] {
            let output = try await run(line + arguments)
            #expect(output.exit == .exited(2), "\(arguments): \(output.errorText)")
            #expect(output.errorText.contains(words), "\(arguments): \(output.errorText)")
        }
        let slurm = try await run(
            line + ["--manifest", "parts", "--part", "auto"], environment: ["SLURM_ARRAY_TASK_ID": "2"])
        #expect(slurm.exit == .exited(2) && slurm.errorText.contains("from 0 to 1: there is no part 2"))
        #expect((try? root.appending("out").status()) == nil)
        #expect(try await run(line + ["--manifest", "parts"]).succeeded)
        let other = try await run(line + ["--manifest", "parts", "--shadow"])
        #expect(other.exit == .exited(2) && other.errorText.contains("other settings"))
    }

    @Test(arguments: PartChoice.variables) func aJobArrayNumbersTheParts(variable: String) async throws {
        try write(2)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "2"]).succeeded)
        let output = try await run(
            line + ["--manifest", "parts", "--part", "auto", "--log", "json"], environment: [variable: "1"])
        #expect(output.succeeded)
        #expect(output.outputText.contains(#""part":1"#))
        let log = output.errorText.split(separator: "\n")
        #expect(log.count == 3 && log.allSatisfy { $0.hasPrefix(#"{"time":"20"#) && $0.contains(#""part":"1""#) })
        #expect(log[1].contains(#""level":"info""#) && log[1].contains(#"photos/"#) && log[1].contains(#""made""#))
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "mounting a small disk takes root"))
    func aFullDiskIsToBeTriedAgain() async throws {
        try write(12)
        #expect(try await run(["split", "photos", "-o", "parts", "--photos-per-part", "100"]).succeeded)
        let disk = root.appending("out")
        try disk.createFolder()
        try #require(SmallDisk.mount(disk, kilobytes: 64))
        defer { SmallDisk.unmount(disk) }
        let output = try await run(line + ["--manifest", "parts"])
        #expect(output.exit == .exited(75))
        #expect(output.errorText.contains("the disk is full"))
        #expect(output.outputText.contains(#""status":"interrupted""#))
    }

    @Test func theLineWithXargsInTheDocumentsWorks() async throws {
        try write(6)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "8"]).succeeded)
        let document = try String(decoding: checkout.appending("docs/SCALE.md").readBytes(), as: UTF8.self)
        let line = try #require(
            document.split(separator: "\n").first { $0.contains("| xargs") }?.split(separator: "#").first)
        let script = line.replacing("peel worker", with: "\"$0\" worker -q --size 64").replacing("99", with: "7")
            .replacing("/100", with: "/8")
        let output = try await Subprocess(
            "sh", ["-c", FilePath(String(script)), BuiltProgram.path], environment: BuiltProgram.environment(),
            workingDirectory: root
        ).run()
        #expect(output.succeeded, "\(output.errorText)")
        try await expectPackOfOneMachine()
    }

    @Test func metricsAreServedWhileThePartLasts() async throws {
        try write(2)
        try folder.write("no photo 123", to: "photos/0.jpg")
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "1"]).succeeded)
        let held = try hold(["1.png"])
        let answer = Mutex<Result<RawClient.Answer, any Error>?>(nil)
        let output = try await run(
            line + ["--manifest", "parts", "--part", "0/1", "-j", "1", "--metrics", "127.0.0.1:0"]
        ) { output, errors, _ in
            // Two photos are done, the third is in work for as long as it takes to ask.
            guard output.count(where: { $0 == UInt8(ascii: "\n") }) == 2, answer.withLock({ $0 == nil }),
                let url = String(decoding: errors, as: UTF8.self).split(separator: "\n")
                    .first(where: { $0.contains("metrics at ") }),
                let port = url.split(separator: ":").last.flatMap({ Int($0.prefix { $0.isNumber }) })
            else { return }
            let result = Result {
                let client = try RawClient(port: port)
                try client.send("GET /metrics HTTP/1.1\r\nHost: worker\r\n\r\n")
                return try client.readAnswer()
            }
            answer.withLock { $0 = result }
            held.release()
        }
        #expect(output.exit == .exited(65))
        let metrics = try #require(try answer.withLock { $0 }?.get())
        #expect(metrics.status == 200)
        let lines = String(decoding: metrics.body, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.contains(#"peel_part_photos{part="0"} 3"#))
        #expect(lines.contains(#"peel_photos_total{part="0",status="made"} 1"#))
        #expect(lines.contains(#"peel_photos_total{part="0",status="failed"} 1"#))
        #expect(lines.contains { $0.hasPrefix(#"peel_failures_total{part="0",reason=""#) && $0.hasSuffix("\"} 1") })
        let seconds = lines.first { $0.hasPrefix(#"peel_stage_seconds_total{part="0",stage="segment"} "#) }
        #expect(seconds?.split(separator: " ").last.flatMap { Double($0) } ?? 0 > 0)
        let memory = try #require(
            lines.first { $0.hasPrefix("process_resident_memory_bytes{") }?.split(separator: " ").last)
        #expect(try #require(Int(memory)) > 1 << 20)
        // Each metric is described before its values, as the format asks.
        for line in lines where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "{" }
            #expect(lines.contains { $0.hasPrefix("# TYPE \(name) ") } && line.contains("} "))
        }
    }

    @Test(arguments: ["nowhere", "host:1", "127.0.0.1:99999", "127.0.0.1:", ":9100", "[::1"])
    func anAddressOfMetricsIsInDigits(text: String) {
        #expect(throws: UsageError.self) { try MetricsAddress(text) }
    }

    @Test func aTakenPortCostsTheMetricsAndNotThePhotos() async throws {
        try write(1)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "1"]).succeeded)
        let taken = LoopbackServer { _, _ in false }
        defer { taken.close() }
        let worked = try await run(
            line + ["--manifest", "parts", "--metrics", FilePath("127.0.0.1:\(taken.port)")])
        #expect(worked.succeeded && statuses(worked) == ["made"])
        #expect(worked.errorText.contains("another program already listens on it; continuing without --metrics"))
    }

    @Test func metricsOfAPortAloneAreThisMachines() throws {
        #expect(try MetricsAddress("9100").host == "127.0.0.1")
        #expect(try MetricsAddress("[::1]:9100").host == "::1")
        #expect(try MetricsAddress("0.0.0.0:0").port == 0)
    }

    @Test func reasonsThatDifferInNumbersAloneAreCountedTogether() {
        let metrics = WorkerMetrics(part: nil)
        for number in 0..<200 {
            for reason in ["it has \(number) pixels", String(repeating: "a", count: number % 100)] {
                let photo = PhotoReport(name: "a", source: "a", outcome: .failed(reason))
                metrics.count(PartWorker.Report(photo: photo, isRecorded: true))
            }
        }
        let failures = metrics.text.split(separator: "\n").filter { $0.hasPrefix("peel_failures_total") }
        #expect(failures.contains(#"peel_failures_total{part="",reason="it has # pixels"} 200"#))
        #expect(failures.count <= 51 && failures.contains { $0.contains(#"reason="other""#) })
        let escaped = WorkerMetrics(part: "a\"b\\c\nd")
        #expect(escaped.text.contains(#"part="a\"b\\c\nd""#))
    }

    @Test func aPartIsSplitOffASingleManifest() async throws {
        try write(4)
        #expect(try await run(["split", "photos", "-o", "parts", "--parts", "1"]).succeeded)
        var made = 0
        for part in 0..<2 {
            let output = try await run(
                line + ["--manifest", "parts/part-00000.jsonl", "--part", FilePath("\(part)/2")])
            #expect(output.succeeded)
            made += statuses(output).count
        }
        #expect(made == 4)
        try await expectPackOfOneMachine()
    }
}
