import Files
import Glibc
import TestSupport
import Testing

@testable import Movies

/// ALSA's own test microphones: one that gives silence, one that gives a file, over ALSA's configuration.
@Suite(.serialized) struct MicrophoneTests {
    private let folder = TemporaryFolder()

    init() throws {
        // A quarter of full scale, the same in both bytes of a sample.
        let file = try folder.write([UInt8](repeating: 0x20, count: 400_000), to: "level.raw")
        let configuration = try folder.write(
            """
            pcm.silence { type null }
            pcm.level { type file slave.pcm silence file "/dev/null" infile "\(file)" format "raw" }
            pcm.tee {
                @args [ SLAVE FILE FORMAT ]
                @args.SLAVE { type string }
                @args.FILE { type string }
                @args.FORMAT { type string default raw }
                type file
                slave.pcm $SLAVE
                file $FILE
                format $FORMAT
            }
            """, to: "asound.conf")
        setenv("ALSA_CONFIG_PATH", configuration.description, 1)
        // Not the server of the person who runs the tests.
        setenv("PULSE_SERVER", "unix:\(folder.path)/none", 1)
    }

    @Test func aMicrophonesSoundComesWithItsTimes() async throws {
        let reader = try await MovieReader.open(
            .microphone(Microphone("alsa:silence")), ReadingOptions(wantsPicture: false))
        #expect(reader.info.isLive)
        #expect(reader.info.sound == AudioChunk.Format(sampleRate: 48_000, channels: 2))
        #expect(reader.startedAt != nil)
        var chunks: [AudioChunk] = []
        for try await case .sound(let chunk) in reader.samples {
            chunks.append(chunk)
            if chunks.count == 20 { break }
        }
        await reader.stop()
        #expect(chunks.count == 20)
        #expect(chunks[0].time == 0)
        #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $1.time > $0.time })
    }

    @Test func aMicrophonesSamplesAreItsOwn() async throws {
        let reader = try await MovieReader.open(
            .microphone(Microphone("alsa:level")), ReadingOptions(wantsPicture: false))
        var loudest: Float = 0
        for try await case .sound(let chunk) in reader.samples {
            loudest = max(loudest, chunk.samples.max() ?? 0)
            if chunk.time > 20_000_000 { break }
        }
        await reader.stop()
        #expect(abs(loudest - Float(0x2020) / 32_768) < 0.001)
    }

    @Test func aMicrophoneThatIsNotThereIsTold() async {
        let error = await refusal(.microphone(Microphone("alsa:nosuch")), ReadingOptions(wantsPicture: false))
        #expect(error?.code == .notReadable)
        #expect(error?.description.contains("alsa:nosuch") == true)
        let server = await refusal(.microphone(Microphone("pulse:default")), ReadingOptions(wantsPicture: false))
        #expect(server?.code == .notReadable)
    }

    /// A microphone of ALSA's whose own library answers with an error number, as the kernel does for a card. In a
    /// process of its own: the environment says where ALSA finds it.
    @Test(arguments: [
        (EBUSY, MovieError.Code.busy), (EACCES, .refused), (EPERM, .refused), (ENODEV, .unplugged),
        (EINVAL, .notReadable),
    ]) func microphonesThatCannotBeOpenedSayWhy(number: Int32, code: MovieError.Code) async throws {
        let configuration = try await makePlugin("answer\(number)", answering: number).description
        let wanted = "\(code)"
        await #expect(processExitsWith: .success) {
            [
                configuration = configuration as String, name = "alsa:answer\(number)" as String,
                wanted = wanted as String
            ] in
            setenv("ALSA_CONFIG_PATH", configuration, 1)
            let error = await refusal(.microphone(Microphone(name)), ReadingOptions(wantsPicture: false))
            let refused = try #require(error)
            try #require("\(refused.code)" == wanted, "\(refused)")
            try #require(refused.description.contains(name), "\(refused)")
        }
    }

    /// - Returns: the configuration.
    private func makePlugin(_ name: String, answering number: Int32) async throws -> FilePath {
        let source = try folder.write(
            """
            int _snd_pcm_\(name)_open(void **pcm, const char *name, void *root, void *conf, int stream, int mode)
            { return -\(number); }
            char __snd_pcm_\(name)_open_dlsym_pcm_001;
            """, to: FilePath("\(name).c"))
        let library = folder.path.appending(FilePath("\(name).so"))
        // Swift's own: no other compiler is asked for.
        let built = try await Subprocess(
            "clang", ["-shared", "-fPIC", "-nostdlib", "-fuse-ld=lld", "-o", library, source]
        ).run()
        #expect(built.succeeded, "\(built.errorText)")
        return try folder.write(
            """
            pcm_type.\(name) { lib "\(library)" }
            pcm.\(name) { type \(name) }
            """, to: FilePath("\(name).conf"))
    }

    @Test func pluginsOfALSAAreNotMicrophones() {
        for plugin in ["null", "lavrate", "samplerate_best", "speex", "upmix", "usbstream:CARD=PCH"] {
            #expect(Microphone.isPlugin(plugin), "\(plugin)")
        }
        for device in ["default", "sysdefault:CARD=PCH", "hw:CARD=Mic,DEV=0", "pulse", "jack", "nullmic"] {
            #expect(!Microphone.isPlugin(device), "\(device)")
        }
        #expect(Microphone.all().allSatisfy { $0.device != "null" })
    }

    /// As `tee` and `file` of ALSA's own configuration do.
    @Test func namesThatWriteFilesOrRunCommandsAreRefused() async throws {
        let victim = try folder.write("precious", to: "victim")
        let ran = folder.path.appending("ran")
        for device in ["tee:silence,\(victim),raw", "tee:silence,'|touch \(ran)',raw"] {
            let error = await refusal(.microphone(Microphone("alsa:\(device)")), ReadingOptions(wantsPicture: false))
            #expect(error?.code == .notReadable && error?.description.contains(device) == true)
        }
        #expect(try victim.readBytes() == Array("precious".utf8))
        #expect(throws: FileError.self) { try ran.status() }
    }

    @Test func namesWithoutSettingsAndThoseOfCardsArePlain() {
        for name in [
            "default", "alsa:default", "alsa:my-mic_2", "hw:1,0", "plughw:CARD=Mic,DEV=0", "sysdefault:CARD=PCH",
            "dsnoop:0", "pulse:default", "pulse:alsa_input.usb-Mic-00.analog-stereo", "pulse:@DEFAULT_SOURCE@",
            "pulse:bluez_input.AA:BB",
        ] {
            #expect(Microphone(name).hasPlainName, "\(name)")
        }
        for name in [
            "tee:null,/tmp/x,raw", "file:/tmp/x", "plug:hw", "hw:", ":0", "hw:{ type file }", "hw:'0'", "hw:0:1",
            "hw:CARD=../x", "hw:0 ", "HW:0", "{type null}", "a.b", "default\0", "défaut", "pulse:a/b", "pulse:a b",
            String(repeating: "a", count: 257),
        ] {
            #expect(!Microphone(name).hasPlainName, "\(name)")
        }
    }

    @Test func namesOfMicrophones() {
        #expect(Microphone("pulse:") == Microphone(system: .pulse, device: "default"))
        #expect(Microphone("hw:1,0") == Microphone(system: .alsa, device: "hw:1,0"))
        #expect("\(Microphone("alsa:x"))" == "alsa:x")
        #expect(Microphone("PULSE:Mic") == Microphone(system: .pulse, device: "Mic"))
    }
}
