import Glibc
package import Imaging

/// How surely a photo has a subject at all, told by the answer of Peel's own network.
///
/// A network that sees no subject seldom says so outright: it half believes in some patch of wall or cloud. What it
/// believes in a subject, it believes firmly. So a logistic regression on the mean of what is above one half, and on
/// the part of that which is above nine tenths. The coefficients lie between those that `Training/presence.py` fitted
/// to this network and to the one before: the fit alone takes dancers before a crowd for nothing.
package struct SubjectPresence: Hashable, Sendable {
    /// 0…1; 0 where nothing is above one half.
    package let score: Double

    /// - Parameter matte: as the network gave it, at any size.
    package init(_ matte: Matte) {
        var (sum, found, sure) = (0.0, 0, 0)
        for sample in matte.samples where sample > 0.5 {
            sum += Double(sample)
            found += 1
            sure += sample > 0.9 ? 1 : 0
        }
        guard found > 0 else {
            score = 0
            return
        }
        let evidence = -1.95 + 1.2 * sum / Double(found) + 6.4 * Double(sure) / Double(found)
        score = 1 / (1 + exp(-evidence))
    }
}
