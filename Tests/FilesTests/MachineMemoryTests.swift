import TestSupport
import Testing

@testable import Files

@Suite struct MachineMemoryTests {
    private let folder = TemporaryFolder()

    private func write(_ text: String, to name: String) throws {
        let path = folder.path.appending(FilePath(name))
        try path.parent.createFolder()
        try AtomicFile.write(Array(text.utf8), to: path)
    }

    private func limit(_ groups: String) -> Int? {
        MachineMemory.groupLimit(Array(groups.utf8), root: folder.path)
    }

    @Test func theLeastLimitOfAGroupAndThoseAroundItHolds() throws {
        try write("max\n", to: "memory.max")
        try write("8000000000\n", to: "user.slice/memory.max")
        try write("900000000\n", to: "user.slice/peel.service/memory.max")
        #expect(limit("0::/user.slice/peel.service\n") == 900_000_000)
        #expect(limit("0::/user.slice\n") == 8_000_000_000)
        #expect(limit("0::/\n") == nil)
    }

    @Test func aContainersOwnPathNeedNotExist() throws {
        try write("300000000\n", to: "memory/memory.limit_in_bytes")
        #expect(limit("5:cpu,cpuacct:/docker/a1\n4:memory:/docker/a1\n") == 300_000_000)
        #expect(limit("5:cpu,cpuacct:/docker/a1\n") == nil)
    }

    @Test func nothingOfItIsTrusted() throws {
        try write("lots\n", to: "memory.max")
        #expect(limit("0::/\n") == nil)
        #expect(limit("") == nil)
        #expect(limit("::\n:\n0::/../../../etc\n") == nil)
        #expect(MachineMemory.bytes > 1 << 26)
    }
}
