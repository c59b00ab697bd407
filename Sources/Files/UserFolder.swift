import Glibc

extension FilePath {
    /// Returns the folder `peel` in a user's folder, by the XDG Base Directory Specification 0.8; `nil` without a home.
    ///
    /// - Parameters:
    ///   - variable: names the folder. A relative path is ignored.
    ///   - path: of the folder from the user's home on, where the variable is not set.
    package static func userFolder(_ variable: String, or path: FilePath) -> FilePath? {
        func folder(_ variable: String) -> FilePath? {
            getenv(variable).map { FilePath(cString: $0) }.flatMap { $0.bytes.first == UInt8(ascii: "/") ? $0 : nil }
        }
        return (folder(variable) ?? folder("HOME")?.appending(path))?.appending("peel")
    }
}
