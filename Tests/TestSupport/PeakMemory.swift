public import Files

/// How much memory this process has had.
public enum PeakMemory {
    /// The most bytes at once since the process began: proc(5), VmHWM.
    public static func bytes() throws(FileError) -> Int {
        let status = String(decoding: try FilePath("/proc/self/status").readBytes(), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
        return (kilobytes ?? 0) << 10
    }
}
