#pragma once
#include <stddef.h>
#include <stdint.h>

/// Gets ready for samples. May be called several times.
///
/// Returns whether samples can be taken on this machine.
int peel_stacks_prepare(void);

/// Where the main thread is at this moment: its instruction and the return addresses around it, the innermost first, as far
/// as frames are linked by frame pointers, which Swift's are. Waits at most 50 ms for the main thread to be interrupted.
/// To be called from one thread at a time, and not from the main thread.
///
/// Returns how many were written to `addresses`; 0 when the main thread could not be interrupted in time.
size_t peel_stacks_sample_main(uintptr_t *addresses, size_t capacity);

/// What the dynamic linker knows of an address: the file that is mapped there and where it begins; its exported function there
/// and `*name` NULL when there is none.
///
/// Returns 0 when nothing is mapped there.
int peel_stacks_look_up(uintptr_t address, const char **file, uintptr_t *base, const char **name);

/// An address in the program itself, in none of its libraries.
uintptr_t peel_stacks_program_entry(void);
