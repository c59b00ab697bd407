# shellcheck shell=sh
# The sanitizers' settings. A script sources it with the checkout's root as the working folder, after common.sh.

# OpenVINO opens its plugins with RTLD_DEEPBIND, which sanitizers refuse, unless TBB is told that they are there.
export TBB_ENABLE_SANITIZERS=1
export TSAN_OPTIONS="halt_on_error=1:suppressions=$PWD/Scripts/thread-sanitizer.supp:${TSAN_OPTIONS-}"
# Swift keeps an enum's case in the spare bits of the pointers that the case holds. The search for leaks does not
# recognise such pointers, and reports what they point to as lost, constants of the program among it.
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS-}"

# The toolchain's own clang, which knows Swift's calling convention.
toolchain_bin=$(dirname "$(readlink -f "$(command -v swift)")")

# compile_thread_shim FILE
compile_thread_shim() {
    mkdir -p "$(dirname "$1")"
    "$toolchain_bin"/clang -O1 -fPIC -Wall -Wextra -Werror -c Scripts/thread-sanitizer-swift.c -o "$1"
}
