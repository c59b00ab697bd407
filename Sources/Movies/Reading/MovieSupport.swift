import CFFmpeg

/// Whether this machine can read and record movies.
public enum MovieSupport {
    /// FFmpeg's version, as `5.1.9`, once its libraries are open: those of files, test sources and microphones.
    ///
    /// - Throws: ``MovieError/Code/notInstalled``, which says what is missing and what to install.
    public static func version() throws(MovieError) -> String {
        try FFmpegLibrary.startFilters()
        try FFmpegLibrary.startDevices()
        return String(cString: av_version_info())
    }
}
