import Glibc

/// Whether fnmatch(3) takes the path for one that the pattern means; `*` and `?` are not a slash.
func cLibraryMatches(_ pattern: String, _ path: String) -> Bool {
    fnmatch(pattern, path, FNM_PATHNAME) == 0
}
