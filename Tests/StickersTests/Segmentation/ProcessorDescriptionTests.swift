import Testing

@testable import Stickers

struct ProcessorDescriptionTests {
    private func processor(_ number: Int, _ name: String, _ flags: String) -> String {
        "processor\t: \(number)\nmodel name\t: \(name)\nbogomips\t: 4500\nflags\t\t: \(flags)\nvmx flags\t: amx_bf16\n\n"
    }

    @Test func theFeaturesAreThoseOfTheFirstProcessor() {
        let text = processor(0, "Some CPU", "fpu avx2") + processor(1, "Another CPU", "fpu avx512_bf16")
        let description = ProcessorDescription(Array(text.utf8))
        #expect(String(decoding: description.features, as: UTF8.self) == "model name\t: Some CPUflags\t\t: fpu avx2")
        #expect(!description.hasBfloat16)
    }

    @Test(arguments: [
        ("fpu avx512f avx512_bf16", true), ("avx512_bf16 fpu", true), ("amx_bf16 amx_tile", true),
        ("fpu avx512f avx512_vnni", false), ("avx512_bf16_like", false), ("", false),
    ])
    func bfloat16IsAmongTheFlags(flags: String, has: Bool) {
        let description = ProcessorDescription(Array(processor(0, "CPU", flags).utf8))
        #expect(description.hasBfloat16 == has)
    }
}
