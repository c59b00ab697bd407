import Files
import Glibc

/// Runs `body` as a user whom permissions stop, also where the tests run as root.
///
/// Linux keeps the identity that files are opened with for each thread (`setfsuid(2)`), and takes root's right to
/// ignore permissions away with it: other tests do not notice. `body` must stay on its thread, so it is synchronous.
@discardableResult
public func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard geteuid() == 0 else { return try body() }
    let setUser = symbol("setfsuid", as: (@convention(c) (uid_t) -> CInt).self)
    let setGroup = symbol("setfsgid", as: (@convention(c) (gid_t) -> CInt).self)
    let nobody: uid_t = 65_534
    _ = setGroup(nobody)
    _ = setUser(nobody)
    precondition(setUser(uid_t.max) == CInt(nobody), "the thread has given up its rights")
    defer {
        _ = setUser(0)
        _ = setGroup(0)
    }
    return try body()
}

/// Runs `body` with a file system of a few kilobytes over `folder`. Only root may.
///
/// - Returns: `false`, without a call of `body`, where that is not permitted.
public func withSmallDisk(at folder: TemporaryFolder, kilobytes: Int, _ body: () throws -> Void) rethrows
    -> Bool
{
    guard folder.path.withCString({ mount("tmpfs", $0, "tmpfs", 0, "size=\(kilobytes)k") }) == 0 else { return false }
    defer { folder.path.withCString { _ = umount2($0, CInt(MNT_DETACH)) } }
    try body()
    return true
}

private func symbol<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(nil, name) else { preconditionFailure("the C library has \(name)") }
    return unsafeBitCast(address, to: type)
}
