import Glibc

struct StrokeTuning {
    var grid = 256.0, spacing = 7.0, tolerance = 10.0, matteChannel = 40.0, chroma = 2.5
    var colorSigma = 7.0, placeSigma = 0.3, color = 1.0, priorWeight = 0.5, distanceWeight = 0.6, extentScale = 1.5
    var smooth = 3.0, floor = 0.05, hole = 2.0, rounds = 3.0, llrLimit = 2.5, existing = 0.3, geoSigma = 25.0
    var margin = 1.25, leastMargin = 0.15, edgeScale = 1.0, geoWeight = 0.5
    static let shared: StrokeTuning = {
        var t = StrokeTuning()
        func read(_ name: String, _ path: WritableKeyPath<StrokeTuning, Double>) {
            if let text = getenv("T_" + name) { t[keyPath: path] = atof(text) }
        }
        read("grid", \.grid); read("spacing", \.spacing); read("tolerance", \.tolerance)
        read("matteChannel", \.matteChannel); read("chroma", \.chroma); read("colorSigma", \.colorSigma)
        read("placeSigma", \.placeSigma); read("color", \.color); read("priorWeight", \.priorWeight)
        read("distanceWeight", \.distanceWeight); read("extentScale", \.extentScale); read("smooth", \.smooth)
        read("floor", \.floor); read("hole", \.hole); read("rounds", \.rounds); read("llrLimit", \.llrLimit)
        read("existing", \.existing); read("geoSigma", \.geoSigma); read("margin", \.margin)
        read("leastMargin", \.leastMargin); read("edgeScale", \.edgeScale); read("geoWeight", \.geoWeight)
        return t
    }()
}
