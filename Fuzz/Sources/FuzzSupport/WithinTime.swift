import Glibc

/// Runs `body`, which may take half a second of processor time and 50 microseconds per byte of its input. A reader
/// whose time grows faster than its input ends the process here, however small the input is.
public func withinTime(of byteCount: Int, _ body: () -> Void) {
    let start = clock()
    body()
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    precondition(seconds <= 0.5 + 50e-6 * Double(byteCount), "\(byteCount) bytes took \(seconds) s")
}
