public import Files
import Glibc

/// A disk of its own that fills up: a small tmpfs, which takes root to mount.
public enum SmallDisk {
    public static let canMount: Bool = {
        let folder = TemporaryFolder()
        guard mount(folder.path, kilobytes: 256) else { return false }
        unmount(folder.path)
        return true
    }()

    public static func mount(_ path: FilePath, kilobytes: Int) -> Bool {
        path.withCString { Glibc.mount("tmpfs", $0, "tmpfs", 0, "size=\(kilobytes)k") } == 0
    }

    public static func unmount(_ path: FilePath) {
        path.withCString { _ = umount2($0, Int32(MNT_DETACH)) }
    }
}
