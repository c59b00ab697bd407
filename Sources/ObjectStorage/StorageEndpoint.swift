/// The server of requests: Amazon's of a region, or another one that speaks S3.
package struct StorageEndpoint: Hashable, Sendable {
    /// The address, such as `https://storage.example.org:8443/s3`, without a slash at the end; `nil` for Amazon's.
    package let address: String?

    /// The endpoint of Amazon S3.
    package static let amazon = StorageEndpoint(checked: nil)

    private init(checked address: String?) {
        self.address = address
    }

    /// Creates the endpoint of another server, whose buckets are the first part of the path.
    ///
    /// - Returns: `nil` for what is not an `http` or `https` address of a host, and for one with a query, a fragment, a
    ///   user or characters that a URL does not have.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard let first = rest.first, first != "/", first != ":",
            rest.utf8.allSatisfy({ CanonicalEncoding.isUnreserved($0) || "/:[]%".utf8.contains($0) })
        else { return nil }
        var address = scheme + rest
        while address.hasSuffix("/") { address.removeLast() }
        self.init(checked: address)
    }

    /// Returns the whole address of a request.
    ///
    /// A bucket stands in Amazon's host name, unless it has a dot, which the host's certificate does not cover.
    func url(_ object: ObjectAddress, query: [String: String], region: String) -> String {
        let path = CanonicalEncoding.text(object.key, keepsSlashes: true)
        let base: String
        if let address {
            base = "\(address)/\(object.bucket)"
        } else {
            let host = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
            base = object.bucket.contains(".") ? "https://\(host)/\(object.bucket)" : "https://\(object.bucket).\(host)"
        }
        // The address of a bucket needs the slash only in its host's own address.
        let slash = path.isEmpty && (address != nil || object.bucket.contains(".")) ? "" : "/"
        return base + slash + path + (query.isEmpty ? "" : "?\(CanonicalEncoding.query(query))")
    }
}
