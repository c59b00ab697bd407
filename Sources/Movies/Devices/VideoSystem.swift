import CVideo4Linux
import Glibc

/// The system calls for cameras. Tests have a simulated camera behind them.
///
/// Each returns 0 or more, or the negative error number.
protocol VideoSystem: Sendable {
    func open(_ path: String) -> Int32
    func call(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
    /// Maps a buffer of the driver into memory.
    ///
    /// - Returns: the driver's memory from `offset` on; `nil` when there is none.
    func map(_ descriptor: Int32, length: Int, offset: Int) -> UnsafeMutableRawPointer?
    func unmap(_ memory: UnsafeMutableRawPointer, length: Int)
    /// Waits for a picture.
    ///
    /// - Returns: 0 when none came in time.
    func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32
    func close(_ descriptor: Int32)
}

struct LinuxVideoSystem: VideoSystem {
    /// The number of the kernel's video devices.
    private static let videoDevices: UInt64 = 81

    func open(_ path: String) -> Int32 {
        // Opening another device may already do something: a watchdog starts to count, a tape rewinds.
        var status = stat()
        guard stat(path, &status) == 0 else { return -errno }
        let kind = UInt64(status.st_rdev) >> 8 & 0xFFF
        guard status.st_mode & S_IFMT == S_IFCHR, kind == Self.videoDevices else { return -ENOTTY }
        let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        return descriptor < 0 ? -errno : descriptor
    }

    func call(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        peel_v4l2_call(descriptor, request, argument)
    }

    func map(_ descriptor: Int32, length: Int, offset: Int) -> UnsafeMutableRawPointer? {
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
        return memory == MAP_FAILED ? nil : memory
    }

    func unmap(_ memory: UnsafeMutableRawPointer, length: Int) {
        munmap(memory, length)
    }

    func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32 {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&wanted, 1, milliseconds)
        if count < 0 { return errno == EINTR ? 0 : -errno }
        if count > 0, wanted.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0, wanted.revents & Int16(POLLIN) == 0 {
            return -ENODEV
        }
        return count
    }

    func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }
}
