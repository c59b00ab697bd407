import Imaging
import Testing

@Suite("Colors as CSS writes them")
struct SRGBColorTests {
    @Test(arguments: [
        ("red", "#ff0000"), ("RebeccaPurple", "#663399"), ("lightgoldenrodyellow", "#fafad2"), ("grey", "#808080"),
        ("white", "#ffffff"), ("transparent", "#00000000"), ("none", "#00000000"),
        ("#f80", "#ff8800"), ("f80", "#ff8800"), ("#F80C", "#ff8800cc"), ("#102030", "#102030"),
        ("10203040", "#10203040"), ("#ff8800ff", "#ff8800"),
        ("rgb(255 136 0)", "#ff8800"), ("rgb(255, 136, 0)", "#ff8800"), ("RGBA(255,136,0,0.5)", "#ff880080"),
        ("rgb( 255 136 0 / 50% )", "#ff880080"), ("rgb(100% 0% 0%/25%)", "#ff000040"), ("rgb(300 -5 0)", "#ff0000"),
        ("rgb(127.5 none 0)", "#800000"), ("rgba(1 2 3)", "#010203"), ("rgb(1 2 3 / 7)", "#010203"),
        ("hsl(120 100% 50%)", "#00ff00"), ("hsl(120deg, 100%, 25%)", "#008000"),
        ("hsl(0.5turn 100% 50%)", "#00ffff"),
        ("hsl(-120 100% 50%)", "#0000ff"), ("hsla(33, 100%, 50%, .5)", "#ff8c0080"), ("hsl(480 100 50)", "#00ff00"),
        ("hsl(200grad 100% 50%)", "#00ffff"), ("hsl(3.14159265rad 100% 50%)", "#00ffff"),
        ("hsl(0 0% 50%)", "#808080"),
    ])
    func areReadInEveryForm(text: String, hex: String) throws {
        #expect(try #require(SRGBColor(text), "\(text)").hex == hex)
    }

    @Test(arguments: [
        "", "#", "redd", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#+12", "# f80", "rgb()", "rgb(1 2)",
        "rgb(1 2 3 4)", "rgb(1, 2, 3 / 4)", "rgb(1 2 3 / 4 / 5)", "rgb(1,2,)", "rgb(1,,2,3)", "rgb(1 2 3",
        "rgb 1 2 3)",
        "rgb(0x10 2 3)", "rgb(inf 2 3)", "rgb(nan 2 3)", "rgb(1deg 2 3)", "rgb(1 2 3 / 4deg)", "rgb(1 2 3px)",
        "hsl(50% 50% 50%)", "hsl(1 2deg 3)", "lab(50 20 20)", "rgb(1 2 3))", "rgb((1 2 3)", "(1 2 3)", "ｒｅｄ",
        "#٣٣٣",
    ])
    func areRefusedWhereCSSRefusesThem(text: String) {
        #expect(SRGBColor(text) == nil)
    }

    @Test
    func haveThe148NamesOfCSSNoneTwice() {
        #expect(SRGBColor.names.count == 148)
        #expect(SRGBColor.names.allSatisfy { SRGBColor($0)?.alpha == 255 })
    }

    @Test
    func comeBackFromTheTextThatTheyAreWrittenAs() {
        for number in stride(from: 0, through: UInt32.max - 999_983, by: 999_983) {
            let color = SRGBColor(
                red: UInt8(number >> 24), green: UInt8(number >> 16 & 255), blue: UInt8(number >> 8 & 255),
                alpha: UInt8(number & 255))
            #expect(SRGBColor(color.hex) == color)
        }
    }
}
