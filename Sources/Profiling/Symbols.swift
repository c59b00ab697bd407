import CThreadStacks
import Glibc

/// Names of functions by their addresses: of the program from its own table of symbols (ELF-64, "System V ABI", chapter
/// 4), of libraries from what they export.
enum Symbols {
    private struct Function {
        let begin: UInt
        let end: UInt
        /// Where its name begins in ``Table/names``.
        let name: Int
    }

    private struct Table {
        /// Functions, sorted by their first addresses.
        var functions: [Function] = []
        var names: [UInt8] = []

        func mangledName(at address: UInt) -> String? {
            var low = 0
            var high = functions.count
            while low < high {
                let middle = (low + high) / 2
                if functions[middle].begin <= address { low = middle + 1 } else { high = middle }
            }
            guard low > 0, case let function = functions[low - 1], address < function.end else { return nil }
            return String(decoding: names[function.name...].prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The symbols of the program; empty if it was stripped.
    private static let program = table(ofProgram: "/proc/self/exe")

    private struct Place {
        /// The file of the program or library.
        let file: String
        /// The address at which it was loaded.
        let base: UInt
        /// The name of an exported function.
        let name: String?

        init?(_ address: UInt) {
            var file: UnsafePointer<CChar>?
            var name: UnsafePointer<CChar>?
            var base: UInt = 0
            guard peel_stacks_look_up(address, &file, &base, &name) != 0 else { return nil }
            self.file = file.map { String(cString: $0) } ?? "?"
            self.base = base
            self.name = name.map { String(cString: $0) }
        }
    }

    /// The address at which the program was loaded.
    private static let programBase = Place(peel_stacks_program_entry())?.base

    /// Returns a function's name for a person, or the library and the offset in it if it has no name; `nil` for an
    /// address outside of both.
    static func name(at address: UInt) -> String? {
        guard let place = Place(address) else { return nil }
        if let name = place.name { return demangled(name) }
        if place.base == programBase, let name = program.mangledName(at: address - place.base) {
            return demangled(name)
        }
        return "\(place.file.split(separator: "/").last ?? "?")+\(hexadecimal(address - place.base))"
    }

    private static func hexadecimal(_ number: UInt) -> String { "0x" + String(number, radix: 16) }

    // MARK: Reading

    private static func table(ofProgram path: String) -> Table {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return Table() }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        // The system reads only the pages that are used.
        guard size > 64, let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            return Table()
        }
        defer { munmap(start, size) }
        return table(in: UnsafeRawBufferPointer(start: start, count: size))
    }

    /// Reads the functions' names and addresses of an ELF file.
    ///
    /// - Returns: an empty one when the file is none of ELF-64 or has no symbols.
    private static func table(in file: UnsafeRawBufferPointer) -> Table {
        guard file.prefix(5).elementsEqual([0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2]) else {
            return Table()
        }
        func number<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Int {
            guard offset >= 0, offset <= file.count - MemoryLayout<Value>.size else { return 0 }
            return Int(truncatingIfNeeded: file.loadUnaligned(fromByteOffset: offset, as: type))
        }
        // e_shoff, e_shentsize, e_shnum
        let (sections, step, count) = (
            number(UInt64.self, at: 0x28), number(UInt16.self, at: 0x3A), number(UInt16.self, at: 0x3C)
        )
        let symtab: UInt32 = 2
        for section in stride(from: sections, to: sections + step * count, by: max(1, step))
        where number(UInt32.self, at: section + 4) == symtab {
            // sh_offset, sh_size, sh_link: the section of the names
            let (begin, size) = (number(UInt64.self, at: section + 0x18), number(UInt64.self, at: section + 0x20))
            let link = sections + step * number(UInt32.self, at: section + 0x28)
            let (names, nameBytes) = (number(UInt64.self, at: link + 0x18), number(UInt64.self, at: link + 0x20))
            guard begin >= 0, size >= 0, begin + size <= file.count, names >= 0, nameBytes >= 0,
                names + nameBytes <= file.count
            else { return Table() }
            var table = Table(names: Array(file[names..<names + nameBytes]))
            for symbol in stride(from: begin, to: begin + size - 23, by: 24) {
                let isFunction = file[symbol + 4] & 0xF == 2
                let (value, length) = (number(UInt64.self, at: symbol + 8), number(UInt64.self, at: symbol + 16))
                let name = number(UInt32.self, at: symbol)
                guard isFunction, value > 0, length > 0, name < nameBytes else { continue }
                table.functions.append(Function(begin: UInt(value), end: UInt(value) + UInt(length), name: name))
            }
            table.functions.sort { $0.begin < $1.begin }
            return table
        }
        return Table()
    }

    // MARK: Names for people

    /// Returns a Swift name as its runtime demangles it, without parameter and result types.
    private static func demangled(_ name: String) -> String {
        guard name.hasPrefix("$s"), let text = swiftName(name) else { return name }
        // A private name is "(name in _0123456789ABCDEF)".
        let plain = text.replacing(/\(([^() ]+) in _[0-9A-F]+\)/) { $0.output.1 }
        // "(2) suspend resume partial function for …", "closure #1 @Sendable () async -> () in …"
        var rest = plain[...]
        while let end = rest.firstRange(of: " for ") ?? rest.firstRange(of: " in ") { rest = rest[end.upperBound...] }
        let function = rest.prefix { $0 != "(" && $0 != "<" }
        return function.isEmpty ? text : String(function)
    }

    private static func swiftName(_ mangled: String) -> String? {
        typealias Demangle =
            @convention(c) (
                UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
            ) -> UnsafeMutablePointer<CChar>?
        guard let symbol = dlsym(nil, "swift_demangle") else { return nil }
        let demangle = unsafeBitCast(symbol, to: Demangle.self)
        guard let text = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
