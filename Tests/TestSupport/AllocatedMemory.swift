import CMalloc

public enum AllocatedMemory {
    /// What the process holds of malloc's memory, without what was freed and is kept for later: a leak, and no chance
    /// of which thread's arena was used.
    public static func bytes() -> Int {
        let info = mallinfo2()
        return info.uordblks + info.hblkhd
    }
}
