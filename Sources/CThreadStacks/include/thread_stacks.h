#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Gets ready for samples. May be called several times.
///
/// Returns whether samples can be taken on this machine.
int peel_stacks_prepare(void);

/// Where the main actor's job is at this moment: its instruction and the return addresses around it, the innermost first, as
/// far as frames are linked by frame pointers, which Swift's are. On Linux any of Dispatch's threads may serve the main actor:
/// interrupts `threads`, one after the other, and takes the first that does. Waits at most 50 ms for each. To be called from
/// one thread at a time, and not from one of `threads`.
///
/// Returns how many were written to `addresses`; 0 when none of the threads serves the main actor.
size_t peel_stacks_sample_main_actor(const pid_t *threads, size_t thread_count, uintptr_t *addresses, size_t capacity);

/// What the dynamic linker knows of an address: the file that is mapped there and where it begins; its exported function there
/// and `*name` NULL when there is none.
///
/// Returns 0 when nothing is mapped there.
int peel_stacks_look_up(uintptr_t address, const char **file, uintptr_t *base, const char **name);

/// An address in the program itself, in none of its libraries.
uintptr_t peel_stacks_program_entry(void);
