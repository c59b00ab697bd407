import Glibc

/// How many cores this machine lets the program use.
nonisolated var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
