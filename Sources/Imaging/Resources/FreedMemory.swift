import CMalloc

/// What becomes of the memory that a photo's bitmaps leave behind. All of it is for the whole process and only with the
/// GNU C library (`mallopt(3)`, `malloc_trim(3)`).
public enum FreedMemory {
    private static let megabyte: CInt = 1 << 20

    /// Keeps it for the next photo instead of giving it back to the system, which would clear every page anew: the
    /// photos of a row need the same sizes over and over. Holds on to as much as the largest photos in flight needed.
    ///
    /// For a program that processes photos and ends; one that serves for days gives back.
    public static func keepForNextPhoto() {
        _ = mallopt(M_MMAP_THRESHOLD, 32 * megabyte)
        _ = mallopt(M_TRIM_THRESHOLD, 256 * megabyte)
    }

    /// Gives back what there is of it, on the calling thread: some milliseconds for hundreds of megabytes.
    ///
    /// What a photo frees stays with the thread that freed it (an arena of malloc's), where the next photo's thread
    /// cannot use it. While there is enough, that saves time; when photos wait for memory, it would be taken twice.
    static func giveBackToSystem() {
        malloc_trim(0)
    }
}
