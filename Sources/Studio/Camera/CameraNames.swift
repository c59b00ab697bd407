import FoundationEssentials
import Glibc

/// What pictures and movies of the camera are called: by the time at which they were made.
enum CameraNames {
    static func newID() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

    /// ISO 8601, in UTC.
    static func stamp(_ date: Date) -> String { date.formatted(.iso8601) }

    /// `Slit-scan 2026-11-23 12-00-00`, by this machine's clock.
    static func name(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var local = tm()
        localtime_r(&seconds, &local)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "Slit-scan \(local.tm_year + 1900)-\(digits(local.tm_mon + 1))-\(digits(local.tm_mday)) "
            + "\(digits(local.tm_hour))-\(digits(local.tm_min))-\(digits(local.tm_sec))"
    }
}
