import Foundation

/// A picture as the browser reads it.
struct Pixels: Equatable {
    let width: Int
    let height: Int
    private let values: [Int]

    /// Red, green, blue, alpha at a part of the width and the height.
    subscript(x: Double, y: Double) -> [Int] {
        let column = min(width - 1, Int(x * Double(width)))
        let start = (min(height - 1, Int(y * Double(height))) * width + column) * 4
        return Array(values[start..<start + 4])
    }

    /// The mean alpha, 0…255.
    var opacity: Double {
        let alphas = stride(from: 3, to: values.count, by: 4).map { values[$0] }
        return Double(alphas.reduce(0, +)) / Double(max(1, alphas.count))
    }

    /// The mean difference of a channel, 0…255.
    func difference(from other: Pixels) -> Double {
        let sum = zip(values, other.values).reduce(0) { $0 + abs($1.0 - $1.1) }
        return Double(sum) / Double(max(1, values.count))
    }

    fileprivate init(_ json: JSON) throws {
        width = json["width"].int ?? 0
        height = json["height"].int ?? 0
        guard let data = Data(base64Encoded: json["pixels"].text ?? ""), width > 0, data.count == width * height * 4
        else {
            throw WebDriverError("no picture", "\(width) × \(height)")
        }
        values = data.map(Int.init)
    }
}

extension Browser {
    /// Reads a picture of the page's own server, a quarter as wide and high.
    func pixels(of url: String) async throws -> Pixels {
        try Pixels(
            try await run(
                """
                const image = new Image();
                image.src = arguments[0];
                await image.decode();
                const width = Math.ceil(image.naturalWidth / 4);
                const height = Math.ceil(image.naturalHeight / 4);
                const pen = new OffscreenCanvas(width, height).getContext('2d');
                pen.drawImage(image, 0, 0, width, height);
                const { data } = pen.getImageData(0, 0, width, height);
                let text = '';
                for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
                return { width, height, pixels: btoa(text) };
                """, .string(url)))
    }
}
