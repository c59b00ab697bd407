import CFFmpeg

/// Whether this machine can read and record movies.
package enum MovieSupport {
    /// Returns FFmpeg's version, such as `5.1.9`, once its libraries for files, test sources and microphones are open.
    ///
    /// - Throws: ``MovieError/Code/notInstalled``, which says what is missing and what to install.
    package static func version() throws(MovieError) -> String {
        try FFmpegLibrary.startFilters()
        try FFmpegLibrary.startDevices()
        return String(cString: av_version_info())
    }
}
