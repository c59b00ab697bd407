/// Keys as WebDriver names them.
enum Key: String {
    case enter = "\u{E007}"
    case tab = "\u{E004}"
    case escape = "\u{E00C}"
    case space = " "
    case delete = "\u{E017}"
    case pageUp = "\u{E00E}"
    case pageDown = "\u{E00F}"
    case left = "\u{E012}"
    case up = "\u{E013}"
    case right = "\u{E014}"
    case down = "\u{E015}"
    case home = "\u{E011}"
    case end = "\u{E010}"
    case shift = "\u{E008}"
    case control = "\u{E009}"
    case alt = "\u{E00A}"
}

/// A place in the view, in CSS pixels.
struct Place: Sendable {
    var x: Double
    var y: Double

    func moved(_ dx: Double, _ dy: Double) -> Place { Place(x: x + dx, y: y + dy) }
}

extension Browser {
    /// Presses and lets go, with the modifiers held.
    func press(_ key: Key, with modifiers: Key...) async throws {
        try await press(key.rawValue, with: modifiers)
    }

    func press(_ character: Character, with modifiers: Key...) async throws {
        try await press(String(character), with: modifiers)
    }

    private func press(_ key: String, with modifiers: [Key]) async throws {
        let down = modifiers.map { keyAction("keyDown", $0.rawValue) } + [keyAction("keyDown", key)]
        let up = [keyAction("keyUp", key)] + modifiers.reversed().map { keyAction("keyUp", $0.rawValue) }
        try await perform([["type": "key", "id": "keyboard", "actions": .array(down + up)]])
    }

    private func keyAction(_ type: String, _ value: String) -> JSON {
        ["type": .string(type), "value": .string(value)]
    }

    /// Moves the mouse there, and presses nothing.
    func hover(_ place: Place) async throws {
        try await perform([Self.pointer("mouse", [move(to: place)])])
    }

    /// Drags a pointer along places; `hold` is how long it rests on the first before it moves.
    func drag(along places: [Place], pointer: String = "mouse", hold: Int = 0) async throws {
        guard let first = places.first else { return }
        var actions = [move(to: first), ["type": "pointerDown", "button": 0]]
        if hold > 0 { actions.append(["type": "pause", "duration": .number(Double(hold))]) }
        actions += places.dropFirst().map { move(to: $0, in: 30) }
        actions.append(["type": "pointerUp", "button": 0])
        try await perform([Self.pointer(pointer, actions)])
    }

    /// Puts down two fingers, moves both at once along their places, of which there are as many, and lifts them.
    func pinch(_ first: [Place], _ second: [Place]) async throws {
        // Both would be one pointer.
        try BrowserEngine.webkit.cannot("use two fingers")
        try await perform(
            zip(["finger-1", "finger-2"], [first, second]).map { name, places in
                let way = places.dropFirst().map { move(to: $0, in: 30) }
                let actions = [move(to: places[0]), ["type": "pointerDown", "button": 0]] + way
                return Self.pointer("touch", named: name, actions + [["type": "pointerUp", "button": 0]])
            })
    }

    private static func pointer(_ type: String, named name: String? = nil, _ actions: [JSON]) -> JSON {
        [
            "type": "pointer", "id": .string(name ?? type), "parameters": ["pointerType": .string(type)],
            "actions": .array(actions),
        ]
    }

    private func move(to place: Place, in milliseconds: Int = 0) -> JSON {
        [
            "type": "pointerMove", "duration": .number(Double(milliseconds)), "origin": "viewport",
            "x": .number(place.x.rounded()), "y": .number(place.y.rounded()),
        ]
    }

    private func perform(_ sources: [JSON]) async throws {
        try await request("POST", "/actions", ["actions": .array(sources)])
    }

    /// The middle of an element, or another part of it.
    func place(of selector: String, x: Double = 0.5, y: Double = 0.5) async throws -> Place {
        let box = try await run(
            "const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();"
                + "return [left, top, width, height]", .string(selector)
        ).list.map { $0.double ?? 0 }
        guard box.count == 4 else { throw WebDriverError("no such element", selector) }
        return Place(x: box[0] + x * box[2], y: box[1] + y * box[3])
    }
}
