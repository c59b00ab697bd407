import Imaging
import TestSupport
import Testing

@Suite struct BadInputTests {
    private func failure(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) -> ImagingError? {
        do throws(ImagingError) {
            _ = try ImageSource(bytes, limits: limits).decode()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "format/baseline.jpg", "format/progressive.jpg", "format/truecolor.png", "format/interlaced.png",
        "format/lossy.webp", "format/lossless.webp", "format/photo.heic", "format/photo.avif", "format/strips.tiff",
        "format/tiles.tiff", "format/still.gif", "samples/alpha-lossy.webp", "samples/alpha.heic",
    ])
    func aFileThatIsCutShortIsDamagedWhereverItIsCut(name: String) throws {
        let bytes = try Fixtures.bytes(name)
        let codes: Set<ImagingError.Code> = [.damaged, .unknownFormat, .pixelCount]
        for part in 0..<12 {
            let count = max(1, bytes.count * part / 12)
            let failure = try #require(self.failure(Array(bytes.prefix(count))), "\(count) of \(bytes.count) bytes")
            #expect(codes.contains(failure.code))
            #expect(count < 64 || failure.code == .damaged, "\(failure)")
        }
        // Short cuts: the header.
        for count in 1..<64 { #expect(self.failure(Array(bytes.prefix(count))) != nil, "\(count) bytes") }
    }

    @Test func noBytesAtAll() {
        #expect(failure([])?.code == .empty)
        #expect(failure([])?.description == "the file is empty (0 bytes)")
    }

    @Test(arguments: [
        "hello, this is a letter", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
        "<?xml version='1.0'?><svg/>", "%PDF-1.7\n1 0 obj", "P6 2 2 255 aaaaaaaaaaaa", "P3 1 1 255 1 2 3",
        "BM then a bitmap", "RIFF0000WAVEfmt ", "\0\0\0\u{18}ftypmp42mp42isom", "id=ImageMagick", "#?RADIANCE\n", "\0",
    ])
    func whatIsNoPictureThatIsReadHere(text: String) throws {
        let failure = try #require(self.failure(Array(text.utf8)))
        #expect(failure.code == .unknownFormat)
        #expect(failure.description.contains("JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF"))
    }

    @Test(arguments: ["png", "gif", "jpg", "tiff"])
    func aClaimBeyondTheLimitFailsByTheLimit(ending: String) throws {
        let bytes = try Fixtures.bytes("claims/huge.\(ending)")
        #expect(bytes.count < 1024)
        let limits = ImageLimits(pixels: (1 << 28) - 1)
        // The first use of the libraries is not measured.
        var failure = self.failure(bytes, limits: limits)
        let time = ContinuousClock().measure { failure = self.failure(bytes, limits: limits) }
        #expect(failure?.code == .pixelCount)
        #expect(failure?.description.contains("\(limits.pixels)") == true)
        // A hundred times what it takes, so that a busy machine passes and a decode of all those pixels does not.
        #expect(SystemAbilities.isSanitized || time < .seconds(1))
    }

    /// Their libraries would call it damage: 50,000 a side is more than they take.
    @Test(arguments: ["heic", "avif", "webp"])
    func aClaimBeyondWhatTheLibraryTakesIsTooLargeToo(ending: String) throws {
        var bytes = try Fixtures.bytes("claims/huge.\(ending)")
        if ending == "webp" { bytes.replaceSubrange(24..<30, with: [0x4F, 0xC3, 0, 0x4F, 0xC3, 0]) }
        let failure = try #require(self.failure(bytes))
        #expect(failure.code == .pixelCount)
        #expect(failure.description.contains("50000 × 50000 pixels are more than 268435456"))
    }

    @Test func aClaimThatThePixelsDoNotBackIsDamage() throws {
        let failure = try #require(self.failure(Fixtures.bytes("claims/huge.webp")))
        #expect(failure.code == .damaged)
    }

    @Test func aJPEGThatWasCutShortIsCalledThatWithAdvice() throws {
        let bytes = try Fixtures.bytes("format/baseline.jpg")
        let failure = try #require(self.failure(Array(bytes.prefix(bytes.count / 2))))
        #expect(failure.description == "the JPEG data is cut short; copy or download the file again")
        let other = try #require(self.failure(Array(try Fixtures.bytes("format/interlaced.png").prefix(150))))
        #expect(other.description == "the PNG data is damaged or cut short; copy or download the file again")
    }

    @Test(arguments: ["baseline.jpg", "progressive.jpg", "grey.jpg"])
    func aJPEGThatLacksOnlyItsEndIsWhole(name: String) throws {
        let bytes = try Fixtures.bytes("format/\(name)")
        try #require(bytes.suffix(2) == [0xFF, 0xD9])
        let whole = try ImageSource(bytes).decode()
        for missing in 1...2 { #expect(try ImageSource(bytes.dropLast(missing).array).decode() == whole) }
        // What ends within the pixels has them no more, whatever is put behind it. Of the last rows libvips does not
        // tell.
        for missing in [200, 400, bytes.count / 2] {
            let cut = bytes.dropLast(missing).array
            #expect(failure(cut)?.code == .damaged, "\(missing) bytes are missing")
        }
    }

    /// As of a thumbnail in a small file.
    @Test func theEndMarkerOfSomethingElseIsNotThatOfTheJPEG() throws {
        var bytes = try Fixtures.bytes("format/grey.jpg")
        let whole = try ImageSource(bytes).decode()
        bytes.insert(contentsOf: [0xFF, 0xFE, 0, 4, 0xFF, 0xD9], at: 2)
        try #require(bytes.count < 1 << 12)
        #expect(try ImageSource(bytes.dropLast(2).array).decode() == whole)
        #expect(failure(bytes.dropLast(200).array)?.code == .damaged)
    }

    @Test func aPNGThatOnlyAppsUnpackIsNamed() throws {
        var bytes = try Fixtures.bytes("format/truecolor.png")
        bytes.insert(
            contentsOf: [0, 0, 0, 4] + Array("CgBI".utf8) + [0x30, 0, 0x20, 2, 0x2B, 0xD5, 0xB3, 0x7F], at: 8)
        let failure = try #require(self.failure(bytes))
        #expect(failure.code == .unknownFormat && failure.description.contains("packed for an app (CgBI)"))
    }

    @Test func anAnimationWithoutAStillPictureIsNamed() throws {
        var bytes = try Fixtures.bytes("animation/three.avif")
        let meta = try #require(bytes.indices.first { bytes[$0...].starts(with: "meta".utf8) })
        bytes.replaceSubrange(meta..<meta + 4, with: "free".utf8)
        let failure = try #require(self.failure(bytes))
        #expect(failure.code == .unknownFormat)
        #expect(failure.description.hasPrefix("the AVIF is an animation without a still picture"))
    }

    /// A whole file of 2 × 2 pixels that have one colour between them (TIFF 6.0, section 21), which libvips does not
    /// read.
    @Test func aTIFFWithFewerColoursThanPixelsIsNotJustCalledDamaged() throws {
        var file = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 10, 0]
        func entry(_ tag: UInt16, type: UInt16, count: UInt32, value: UInt32) {
            for number in [tag, type] { file += withUnsafeBytes(of: number.littleEndian, Array.init) }
            for number in [count, value] { file += withUnsafeBytes(of: number.littleEndian, Array.init) }
        }
        let end = UInt32(10 + 10 * 12 + 4)
        entry(256, type: 3, count: 1, value: 2)  // width
        entry(257, type: 3, count: 1, value: 2)  // height
        entry(258, type: 3, count: 3, value: end)  // bits per sample
        entry(259, type: 3, count: 1, value: 1)  // not compressed
        entry(262, type: 3, count: 1, value: 6)  // YCbCr
        entry(273, type: 4, count: 1, value: end + 6)  // where the pixels are
        entry(277, type: 3, count: 1, value: 3)  // samples per pixel
        entry(278, type: 3, count: 1, value: 2)  // rows
        entry(279, type: 4, count: 1, value: 6)  // bytes
        entry(530, type: 3, count: 2, value: 2 | 2 << 16)  // one colour for 2 × 2 pixels
        file += [0, 0, 0, 0] + [8, 0, 8, 0, 8, 0] + [100, 110, 120, 130, 128, 128]
        let refused = #expect(throws: ImagingError.self) { try ImageSource(file) }
        #expect(refused?.code == .unknownFormat)
        #expect(
            refused?.description
                == "the TIFF has one colour for 2 × 2 pixels without being a JPEG, which is not supported; save the "
                + "picture as PNG or JPEG")
    }

    @Test func aClaimWithinTheLimitThatTheDataDoesNotBackFailsSoon() throws {
        let limits = ImageLimits(pixels: .max)
        for ending in ["png", "jpg", "tiff", "webp"] {
            var failure: ImagingError?
            let bytes = try Fixtures.bytes("claims/huge.\(ending)")
            let time = ContinuousClock().measure { failure = self.failure(bytes, limits: limits) }
            #expect(failure?.code == .damaged, "\(ending)")
            #expect(time < .seconds(60), "\(ending)")
        }
    }

    @Test(arguments: ["png", "jpg", "tiff", "heic", "avif", "gif"])
    func noPixelsAtAll(ending: String) throws {
        let failure = try #require(self.failure(Fixtures.bytes("claims/zero.\(ending)")))
        #expect(failure.code == .damaged || failure.code == .pixelCount)
        if ["gif", "heic", "avif"].contains(ending) { #expect(failure.description.contains("0 × 0 pixels")) }
    }

    @Test func theLimitsAreExact() throws {
        let bytes = try Fixtures.bytes("format/truecolor.png")
        #expect(failure(bytes, limits: ImageLimits(bytes: bytes.count, pixels: 168 * 120)) == nil)
        let tooMany = try #require(self.failure(bytes, limits: ImageLimits(bytes: bytes.count - 1)))
        #expect(tooMany.code == .tooManyBytes)
        #expect(tooMany.description.contains("\(bytes.count - 1)"))
        let tooLarge = try #require(self.failure(bytes, limits: ImageLimits(pixels: 168 * 120 - 1)))
        #expect(tooLarge.code == .pixelCount)
        #expect(tooLarge.description.contains("168 × 120"))
    }

    @Test(arguments: [
        "format/baseline.jpg", "format/truecolor.png", "format/lossy.webp", "format/lossless.webp", "format/photo.heic",
        "format/photo.avif", "format/strips.tiff", "format/still.gif", "profile/display-p3.jpg", "profile/cmyk.jpg",
    ])
    func bytesThatWereFlippedGiveAPictureOrAnError(name: String) throws {
        let bytes = try Fixtures.bytes(name)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<40 {
            var damaged = bytes
            for _ in 0..<8 {
                damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let source = try? ImageSource(damaged, limits: ImageLimits(pixels: 1 << 22)) else { continue }
            let bitmap = try? source.decode(atLeast: 50)
            #expect(bitmap == nil || (bitmap?.size.area ?? 0) > 0)
        }
    }
}

extension ArraySlice {
    fileprivate var array: [Element] { Array(self) }
}
