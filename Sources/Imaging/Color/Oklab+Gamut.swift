extension Oklab {
    /// Whether sRGB has the colour, within the rounding to 8 bits.
    package var isInSRGB: Bool {
        let light = linearLight
        let least = min(light.red, light.green, light.blue)
        let most = max(light.red, light.green, light.blue)
        return least >= -0.000_1 && most <= 1.000_1
    }

    /// The colour if sRGB has it, else sRGB's most vivid colour of the same hue and lightness.
    ///
    /// Lightness is limited to 0…1 first.
    package var fittedToSRGB: Oklab {
        let limited = Oklab(lightness: max(0, min(lightness, 1)), a: a, b: b)
        let grey = Oklab(lightness: limited.lightness, a: 0, b: 0)
        if limited.lightness == 0 || limited.lightness == 1 { return grey }
        if limited.isInSRGB { return limited }
        var (inside, outside): (Float, Float) = (0, 1)
        for _ in 0..<12 {
            let middle = (inside + outside) / 2
            if grey.mixed(with: limited, middle).isInSRGB { inside = middle } else { outside = middle }
        }
        return grey.mixed(with: limited, inside)
    }
}
