import CMalloc

/// What happens to the memory that photos leave behind. All functions act on the whole process and need the GNU C
/// library (`mallopt(3)`, `malloc_trim(3)`).
package enum FreedMemory {
    private static let megabyte: CInt = 1 << 20

    /// Keeps freed memory for the next photo instead of returning it to the system, which would clear every page again.
    /// It holds as much as the largest photos in flight needed.
    ///
    /// For a program that processes photos and ends.
    package static func keepForNextPhoto() {
        _ = mallopt(M_MMAP_THRESHOLD, 32 * megabyte)
        _ = mallopt(M_TRIM_THRESHOLD, 256 * megabyte)
    }

    /// Keeps freed memory for whichever thread asks for it next: frames of clips and what a server sends are freed by
    /// other threads than those that made them. What stayed in these threads' own arenas of malloc's would be memory
    /// taken twice, and `malloc_trim(3)` leaves the end of each arena but the first. So all threads that start later
    /// share one.
    ///
    /// - Parameter megabytes: how much is kept.
    package static func keepForAllThreads(megabytes: CInt) {
        _ = mallopt(M_ARENA_MAX, 1)
        _ = mallopt(M_MMAP_THRESHOLD, 32 * megabyte)
        _ = mallopt(M_TRIM_THRESHOLD, megabytes * megabyte)
    }

    /// Returns freed memory to the system, on the calling thread; takes some milliseconds for hundreds of megabytes.
    ///
    /// What a photo frees stays with the thread that freed it (an arena of malloc's), where the next photo's thread
    /// cannot use it. While there is enough, that saves time; when photos wait for memory, it would be taken twice.
    package static func giveBackToSystem() {
        malloc_trim(0)
    }
}
