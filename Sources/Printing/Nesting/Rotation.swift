import Glibc

enum Rotation {
    /// Returns cosine and sine, which are exact for quarter turns.
    static func parts(of angle: Double) -> (cosine: Double, sine: Double) {
        let quarters = angle / (.pi / 2)
        if abs(quarters - quarters.rounded()) < 1e-9 {
            switch (Int(quarters.rounded()) % 4 + 4) % 4 {
            case 0: return (1, 0)
            case 1: return (0, 1)
            case 2: return (-1, 0)
            default: return (0, -1)
            }
        }
        return (cos(angle), sin(angle))
    }
}
