import CLibFuzzer
import Glibc

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
// libFuzzer links a main of its own, which SwiftPM's takes the place of.
exit(LLVMFuzzerRunDriver(&count, &arguments) { fuzzGraphs($0, $1) })
