import CCurl

/// Reads a date of HTTP (RFC 9110 5.6.7) as seconds since 1970.
package enum HTTPDate {
    /// Reads all three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`. Servers write others, too; libcurl understands many of them.
    ///
    /// - Returns: `nil` for what is not a date, and for one before 1583, when the calendar was not yet in use.
    package static func seconds(_ text: String) -> Double? {
        let seconds = curl_getdate(text, nil)
        return seconds == -1 ? nil : Double(seconds)
    }
}
