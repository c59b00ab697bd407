import Peel

/// With what the person paints.
enum Tool: String {
    case brush, smart, object
    /// One that there is not, for comparison: it knows the mask.
    case perfect

    func stroke(_ mode: MatteStroke.Mode, radius: Double, points: [MatteStroke.Point]) -> MatteStroke {
        let tool: MatteStroke.Tool =
            switch self {
            case .brush: .brush
            case .smart: .smart
            case .object: .object
            case .perfect: .smart
            }
        return MatteStroke(mode: mode, radius: radius, points: points, tool: tool)
    }
}
