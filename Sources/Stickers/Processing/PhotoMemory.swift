import CMalloc

/// What becomes of the memory that a photo's bitmaps leave behind.
public enum PhotoMemory {
    /// Keeps it for the next photo instead of giving it back to the system, which would clear every page anew: the
    /// photos of a row need the same sizes over and over. Holds on to as much as the largest photos in flight needed.
    ///
    /// For the whole process, for good, and only with the GNU C library (`mallopt(3)`). For a program that processes
    /// photos and ends; one that serves for days gives back.
    public static func keepForNextPhoto() {
        let megabyte: CInt = 1 << 20
        _ = mallopt(M_MMAP_THRESHOLD, 32 * megabyte)
        _ = mallopt(M_TRIM_THRESHOLD, 256 * megabyte)
    }
}
