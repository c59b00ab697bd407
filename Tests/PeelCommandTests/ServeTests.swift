import Glibc
import HTTPServing
import Peel
import Studio
import Synchronization
import TestSupport
import Testing

@testable import HTTPTestSupport
@testable import PeelCommand

/// The studio as a program: it starts, answers, makes a sticker, and leaves when it is told to.
struct ServeTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }

    /// What one run of the studio was asked, and how it answered; the program gets SIGTERM then.
    private func serve(
        _ arguments: [FilePath] = [], _ ask: @escaping @Sendable (RawClient) throws -> Void
    ) async throws -> Subprocess.Output {
        try await BuiltProgram.serve(arguments, in: root, ask)
    }

    @Test func aPhotoBecomesAStickerAndIsThereAtTheNextStart() async throws {
        let photo = SamplePhotos.ball
        let first = try await serve { client in
            try client.send("POST /api/v1/photos?name=ball.png HTTP/1.1\r\nHost: evil.example\r\n")
            try client.send("Content-Length: \(photo.count)\r\n\r\n")
            try client.send(photo)
            let refused = try client.readAnswer(to: "POST")
            #expect(refused.status == 421 && refused.text.contains("start it with --allow-host evil.example"))
        }
        #expect(first.exit == .exited(0))
        #expect(first.errorText == "finishing what is in flight; Ctrl-C once more ends at once\n")

        let second = try await serve { client in
            try client.send("POST /api/v1/cut?size=64 HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n")
            try client.send("Content-Length: \(photo.count)\r\n\r\n")
            try client.send(photo)
            let sticker = try client.readAnswer(to: "POST")
            #expect(sticker.status == 200)
            let bitmap = try ImageSource(sticker.body).decode()
            #expect(bitmap.size.longestSide == 64 && bitmap.hasTransparency)
            try client.send("POST /api/v1/photos?name=ball.png HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n")
            try client.send("Content-Length: \(photo.count)\r\n\r\n")
            try client.send(photo)
            #expect(try client.readAnswer(to: "POST").status == 201)
        }
        #expect(second.exit == .exited(0))

        let third = try await serve { client in
            try client.send("GET /api/v1/photos HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n\r\n")
            let photos = try client.readAnswer()
            #expect(String(decoding: photos.body, as: UTF8.self).contains(#""name":"ball.png""#))
        }
        #expect(third.exit == .exited(0))
    }

    /// Photos of a folder are in the library after they came, once, and broken ones are named; what was deleted stays
    /// away, wherever its file is moved.
    @Test(.timeLimit(.minutes(4)))
    func aFolderIsWatchedAndNothingIsTakenTwice() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "in/a.png")
        let (files, root) = (folder.folder, root)
        let clip = try checkout.appending("Tests/ImagingTests/Fixtures/animation/three.webp").readBytes()
        let first = try await watch { said, program in
            if said == 1 { _ = try files.write(SamplePhotos.twoBalls, to: "in/below/b.png") }
            if said == 2 {
                _ = try files.write(Array(clip.dropLast(10)), to: "in/c.webp")
                _ = try files.write(Array(SamplePhotos.ball.dropLast(300)), to: "in/broken.png")
            }
        } endsWhen: {
            $0.contains("broken.png: ") && $0.contains("c.webp: ")
        }
        #expect(first.exit == .exited(0))
        #expect(first.errorText.contains("\(root)/in/broken.png: "))
        #expect(first.errorText.contains("\(root)/in/c.webp: the file is cut short"))

        let deleting = try await serve { client in
            let host = "HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
            let ids = [SamplePhotos.ball, SamplePhotos.twoBalls].map { SHA256Digest(of: $0).hex }
            for id in ids {
                try client.send("DELETE /api/v1/photos/\(id) \(host)\r\n")
                #expect(try client.readAnswer().status == 204)
            }
            // One is in the trash, the other is gone for good.
            let body = #"{"ids":["\#(ids[1])"]}"#
            try client.send("POST /api/v1/trash/empty \(host)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(try client.readAnswer(to: "POST").text.contains(ids[1]))
        }
        #expect(deleting.exit == .exited(0))

        #expect(rename("\(root)/in/a.png", "\(root)/in/below/a.png") == 0)
        try folder.folder.write(SamplePhotos.twoBalls, to: "in/below/b.png")
        try folder.folder.write(clip, to: "in/c.webp")
        let second = try await watch { _, _ in
        } endsWhen: {
            $0.contains("1 new photo")
        }
        #expect(second.exit == .exited(0) && !second.errorText.contains("broken"))
        #expect(second.outputText.split(separator: "\n").filter { $0.contains("new photo") } == ["1 new photo"])
        let third = try await serve { client in
            try client.send("GET /api/v1/photos HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n\r\n")
            let photos = String(decoding: try client.readAnswer().body, as: UTF8.self)
            #expect(photos.contains(#""name":"c.webp""#))
            #expect(!["a.png", "b.png", "broken"].contains { photos.contains($0) })
        }
        #expect(third.exit == .exited(0))
    }

    /// - Parameters:
    ///   - step: called each time when new photos were said, with how often that was.
    ///   - isEnd: asked of all that was written.
    private func watch(
        _ step: @escaping @Sendable (Int, RunningProgram) throws -> Void,
        endsWhen isEnd: @escaping @Sendable (String) -> Bool
    ) async throws -> Subprocess.Output {
        let state = Mutex((said: 0, isAsked: false))
        return try await BuiltProgram.run(
            ["serve", "--port", "0", "--library", "library", "--watch", "in"],
            environment: ["XDG_CONFIG_HOME": "/nowhere"], in: root
        ) { output, errors, program in
            let text = String(decoding: output + errors, as: UTF8.self)
            state.withLock { state in
                let said = text.split(separator: "\n").count { $0.hasSuffix("new photo") }
                while state.said < said {
                    state.said += 1
                    do { try step(state.said, program) } catch { Issue.record(error) }
                }
                // Asked twice, it would end at once.
                if !state.isAsked, isEnd(text) {
                    state.isAsked = true
                    program.send(SIGTERM)
                }
            }
        }
    }

    @Test func aProxyShowsItInAFolderUnderAnotherName() async throws {
        let options: [FilePath] = [
            "--allow-host", "studio.example.org", "--allow-host", "other.example", "--trust-proxy", "127.0.0.1",
            "--base-path", "/peel",
        ]
        let output = try await serve(options) { client in
            func status(_ host: String, _ fields: String) throws -> Int {
                try client.send("POST /peel/api/v1/process HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n")
                return try client.readAnswer(to: "POST").status
            }
            let own = "Origin: https://studio.example.org\r\n"
            #expect(try status("studio.example.org", own) == 202)
            #expect(try status("other.example", own) == 403)
            #expect(try status("evil.example", own) == 421)
            let upstream = "127.0.0.1:\(client.port)"
            let forwarded = "X-Forwarded-Host: studio.example.org\r\nX-Forwarded-Proto: https\r\n"
            #expect(try status(upstream, own) == 403)
            #expect(try status(upstream, own + forwarded) == 202)
            #expect(try status("evil.example", own + forwarded) == 421)
            try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.readAnswer().status == 404)
        }
        #expect(output.exit == .exited(0) && output.outputText.contains("/peel/\n"))
    }

    @Test(arguments: [3, nil])
    func whatBecameOfOpeningTheBrowserIsSaid(code: Int?) async throws {
        if let code {
            let script = """
                #!/bin/sh
                while read -r key value; do
                    case $key in SigBlk: | SigIgn:) echo "$value" >> signals ;; esac
                done < /proc/$$/status
                read -r process name state parent group session rest < /proc/$$/stat
                [ "$process" = "$session" ] && echo yes > leads
                echo "$1" > opened
                echo noise; echo noise >&2
                exit \(code)
                """
            let opener = try folder.folder.write(script, to: "bin/xdg-open")
            _ = opener.withCString { chmod($0, 0o755) }
        }
        let isAsked = Mutex(false)
        let output = try await BuiltProgram.run(
            ["serve", "--port", "0", "--library", "library", "--open"],
            environment: ["XDG_CONFIG_HOME": "/nowhere", "PATH": "\(root)/bin"], in: root
        ) { _, errors, program in
            guard String(decoding: errors, as: UTF8.self).contains("open the address above") else { return }
            // Asked twice, it would end at once.
            let wasAsked = isAsked.withLock { isAsked in
                defer { isAsked = true }
                return isAsked
            }
            if !wasAsked { program.send(SIGTERM) }
        }
        #expect(output.exit == .exited(0))
        let said =
            code == nil
            ? "xdg-open is missing: open the address above in a browser"
            : "xdg-open found no browser: open the address above in one"
        #expect(output.errorText == "peel: \(said)\nfinishing what is in flight; Ctrl-C once more ends at once\n")
        guard code != nil else { return }
        #expect(!output.outputText.contains("noise"))
        func left(_ name: FilePath) throws -> String {
            String(decoding: try root.appending(name).readBytes(), as: UTF8.self)
        }
        #expect(output.outputText.contains("The studio is at \(try left("opened"))"))
        // Bits of signals 1 to 31; the C library has two above for itself.
        let signals = try left("signals").split(separator: "\n").map { UInt64($0, radix: 16).map { $0 & 0x7fff_ffff } }
        #expect(signals == [0, 0], "none blocked, none ignored")
        #expect(try left("leads") == "yes\n", "a session of its own")
    }

    /// What a program is started with, all users of the machine see.
    @Test func theBrowserIsOpenedWithoutTheTokenOnItsCommandLine() async throws {
        let script = """
            #!/bin/sh
            echo "$1" > opened
            stat -c %a "$1" "${1%/*}/.." > modes
            cat "$1" > page
            exit 3
            """
        let opener = try folder.folder.write(script, to: "bin/xdg-open")
        _ = opener.withCString { chmod($0, 0o755) }
        let isAsked = Mutex(false)
        let output = try await BuiltProgram.run(
            ["serve", "--host", "0.0.0.0", "--port", "0", "--library", "library", "--open"],
            environment: [
                "XDG_CONFIG_HOME": "\(root)/settings", "TMPDIR": "\(root)", "PATH": "\(root)/bin:/usr/bin:/bin",
            ],
            in: root
        ) { _, errors, program in
            guard String(decoding: errors, as: UTF8.self).contains("open the address above") else { return }
            let wasAsked = isAsked.withLock { isAsked in
                defer { isAsked = true }
                return isAsked
            }
            if !wasAsked { program.send(SIGTERM) }
        }
        #expect(output.exit == .exited(0))
        func left(_ name: FilePath) throws -> String {
            String(decoding: try root.appending(name).readBytes(), as: UTF8.self)
        }
        let token = try left("settings/peel/token")
        let opened = try left("opened")
        #expect(opened.hasPrefix("\(root)/.peel-run-") && !opened.contains(token), "\(opened)")
        #expect(try left("page").contains("?token=\(token)\""))
        #expect(try left("modes") == "600\n700\n")
        #expect(try root.names().filter { $0.bytes.starts(with: ".peel-run-".utf8) } == [])
    }

    @Test func aPortThatIsTakenIsSaidBeforeALibraryIsMade() async throws {
        let other = try HTTPServer(host: "127.0.0.1", port: 0) { _ in Router() }
        let port = other.address.port
        let output = try await BuiltProgram.run("serve", "--port", FilePath("\(port)"), "--library", "new", in: root)
        await other.stop()
        #expect(output.exit == .exited(1))
        #expect(
            output.errorText == "peel: cannot listen on 127.0.0.1:\(port): another program already listens on it\n")
        #expect(try !root.names().contains("new"))
    }

    @Test func limitsReachTheStudio() async throws {
        let line: [FilePath] = [
            "serve", "--library", root.appending("library"), "--max-memory", "700M", "--timeout", "7", "--max-pixels",
            "9M",
        ]
        let request = try #require(try understood(line) as? ServeRequest)
        let settings = try await Studio.Settings(request)
        #expect(settings.imageLimits.memory.bytes == 700 << 20)
        #expect(settings.imageLimits.pixels == 9 << 20)
        #expect(settings.catalog.timeout == .seconds(7))
    }

    @Test func whatItCannotUseIsSaid() async throws {
        let address = try await BuiltProgram.run("serve", "--host", "999.1.1.1", "--library", "other", in: root)
        #expect(address.exit == .exited(1))
        #expect(address.errorText.contains("999.1.1.1"))
        try folder.folder.write("no folder", to: "file")
        let library = try await BuiltProgram.run("serve", "--port", "0", "--library", "file", in: root)
        #expect(library.exit == .exited(1))
        #expect(library.errorText.contains("file"))
    }
}
