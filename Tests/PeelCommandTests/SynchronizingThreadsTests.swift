import Peel
import TestSupport
import Testing
import WebTestSupport

@testable import HTTPTestSupport
@testable import TelegramUploads

/// A write that waits for the disk may wait for seconds. It may not do so on the few threads that all of Swift's tasks
/// share, nor on the studio's main actor.
struct SynchronizingThreadsTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }
    private var log: FilePath { root.appending("threads.txt") }

    @Test func aPackIsSynchronisedOnThreadsOfItsOwn() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "ball.png")
        let output = try await BuiltProgram.run(
            ["make", "ball.png", "--for", "telegram", "-o", "pack", "-q"], environment: try await environment(),
            in: root)
        #expect(output.exit == .exited(0), "\(output.errorText)")
        let threads = try threads()
        #expect(!threads.isEmpty)
        #expect(threads.allSatisfy { !Self.isShared($0) && $0 != "peel" }, "\(threads)")
    }

    /// One after the other, for each takes what those before made.
    @Test func otherCommandsSynchroniseOnThreadsOfTheirOwn() async throws {
        try folder.folder.write(SamplePhotos.ball, to: "photos/ball.png")
        let (pictures, bot) = (APODServer(pictures: [SamplePhotos.ball]), BotServer())
        let services: [String: String?] = [
            "PEEL_APOD_URL": pictures.url, "PEEL_APOD_KEY": "K", "PEEL_TELEGRAM_API": bot.address,
            "PEEL_TELEGRAM_TOKEN": BotServer.token, "XDG_CACHE_HOME": "\(root)/cache", "http_proxy": nil,
        ]
        let environment = try await environment().merging(services) { $1 }
        for command in [
            "catalog save -o sky apod:2025-06-16", "make photos -o telegram --for telegram",
            "upload telegram --user 777 --name balls",
            "split photos -o parts --parts 1", "worker --manifest parts --part 0/1 -o out --size 64",
            "merge out --manifest parts -o pack", "sheet pack -o print --enlarge",
            "scan lavfi:testsrc2=size=64x64:rate=25 -o scan.png --frames 20 --record scan.mp4",
            "cut photos/ball.png -o ball.webp",
        ] {
            try? log.removeFile()
            let output = try await BuiltProgram.run(
                command.split(separator: " ").map { FilePath(String($0)) }, environment: environment, in: root)
            #expect(output.exit == .exited(0), "\(command): \(output.errorText)")
            let threads = try threads()
            #expect(!threads.isEmpty && !threads.contains(where: Self.isShared), "\(command): \(threads)")
        }
    }

    @Test func theStudioSynchronisesOnThreadsOfItsOwn() async throws {
        let photo = SamplePhotos.ball
        let output = try await BuiltProgram.serve(environment: try await environment(), in: root) { client in
            for request in ["photos?name=ball.png", "cut?size=64"] {
                try client.send("POST /api/v1/\(request) HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n")
                try client.send("Content-Length: \(photo.count)\r\n\r\n")
                try client.send(photo)
                let status = try client.readAnswer(to: "POST").status
                #expect(status == 200 || status == 201)
            }
        }
        #expect(output.exit == .exited(0))
        let threads = try threads()
        #expect(!threads.isEmpty)
        // The main thread has the program's name.
        #expect(threads.allSatisfy { !Self.isShared($0) && $0 != "peel" }, "\(threads)")
    }

    /// What the two tests look for is what Swift's shared threads are called.
    @Test func sharedThreadsAreKnownByTheirName() async throws {
        let name = try await Self.nameOfASharedThread()
        #expect(Self.isShared(name), "\(name)")
    }

    @concurrent private static func nameOfASharedThread() async throws -> String {
        let line = String(decoding: try FilePath("/proc/thread-self/comm").readBytes(), as: UTF8.self)
        return String(line.dropLast())
    }

    private static func isShared(_ name: String) -> Bool { name.contains("-qos") }

    private func threads() throws -> Set<String> {
        Set(String(decoding: try log.readBytes(), as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// The program's environment with a library before all others that notes which thread waits for the disk.
    private func environment() async throws -> [String: String?] {
        let source = try folder.folder.write(
            """
            #include <fcntl.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/prctl.h>
            #include <sys/syscall.h>
            #include <unistd.h>

            static void note(void) {
                char name[17] = {0};
                prctl(PR_GET_NAME, name);
                name[strlen(name)] = '\\n';
                int log = open("\(log)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
                if (write(log, name, strlen(name)) < 0) abort();
                close(log);
            }
            int fsync(int file) { note(); return syscall(SYS_fsync, file); }
            int fdatasync(int file) { note(); return syscall(SYS_fdatasync, file); }
            """, to: "note.c")
        let library = root.appending("note.so")
        // Swift's own: no other compiler is asked for.
        let built = try await Subprocess(
            "clang", ["-shared", "-fPIC", "-nostdlib", "-fuse-ld=lld", "-o", library, source]
        ).run()
        try #require(built.succeeded, "\(built.errorText)")
        return ["LD_PRELOAD": library.description, "XDG_CONFIG_HOME": "/nowhere"]
    }
}
