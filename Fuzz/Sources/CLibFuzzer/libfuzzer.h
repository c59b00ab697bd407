// libFuzzer's entry point for programs with their own main (LLVM's documentation, "Using libFuzzer as a library").
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
