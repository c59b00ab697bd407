import Glibc

/// Prints a line at once, also into a file or a pipe.
func report(_ line: String) {
    print(line)
    fflush(nil)
}
