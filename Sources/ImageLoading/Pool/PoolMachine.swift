/// Decides when a pool loads and what its askers get. It is a pure value: each call returns what to do.
struct PoolMachine {
    enum Action: Equatable {
        case load
        /// Answer the asker, and forget it.
        case answer(Int, Result<LoadedImage, ImageLoaderError>)
    }

    private enum Phase {
        case idle, loading, loaded
    }

    private var phase = Phase.idle
    private(set) var images: [LoadedImage] = []
    private var waiting: [Int] = []

    var isLoaded: Bool { phase == .loaded }

    mutating func preload() -> [Action] {
        guard phase == .idle else { return [] }
        phase = .loading
        return [.load]
    }

    /// - Parameter pick: of so many images, which one.
    mutating func ask(_ asker: Int, pick: (Int) -> Int) -> [Action] {
        let actions = preload()
        guard images.isEmpty else { return actions + [.answer(asker, .success(images[pick(images.count)]))] }
        waiting.append(asker)
        return actions
    }

    mutating func leave(_ asker: Int) -> [Action] {
        guard waiting.contains(asker) else { return [] }
        waiting.removeAll { $0 == asker }
        return [.answer(asker, .failure(ImageLoaderError(.cancelled, nil)))]
    }

    mutating func arrived(_ image: LoadedImage) -> [Action] {
        images.append(image)
        return answerAll(.success(image))
    }

    /// Ends the load, with an error if not one image came.
    mutating func ended(_ error: ImageLoaderError) -> [Action] {
        phase = images.isEmpty ? .idle : .loaded
        return answerAll(.failure(error))
    }

    private mutating func answerAll(_ result: Result<LoadedImage, ImageLoaderError>) -> [Action] {
        defer { waiting = [] }
        return waiting.map { .answer($0, result) }
    }
}
