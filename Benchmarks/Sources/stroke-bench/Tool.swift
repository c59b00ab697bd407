import Peel

/// With what the person paints.
enum Tool: String {
    case brush, smart, object

    func stroke(_ mode: MatteStroke.Mode, radius: Double, points: [MatteStroke.Point]) -> MatteStroke {
        let tool: MatteStroke.Tool =
            switch self {
            case .brush: .brush
            case .smart: .smart
            case .object: .object
            }
        return MatteStroke(mode: mode, radius: radius, points: points, tool: tool)
    }
}
