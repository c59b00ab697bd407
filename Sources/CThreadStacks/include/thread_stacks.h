#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Prepares for samples. It may be called several times.
///
/// Returns whether this machine allows samples.
int peel_stacks_prepare(void);

/// Writes where the main actor's job is: its instruction and the return addresses around it, the innermost first, as
/// far as frame pointers link the frames, which Swift's do. On Linux, any of Dispatch's threads may serve the main
/// actor, so this interrupts `threads` one after the other, and takes the first that does. It waits at most 50 ms for
/// each. Call it from one thread at a time, which is none of `threads`.
///
/// Returns the number of addresses written; 0 if none of the threads serves the main actor.
size_t peel_stacks_sample_main_actor(const pid_t *threads, size_t thread_count, uintptr_t *addresses, size_t capacity);

/// What the dynamic linker knows of an address: the file that is mapped there and where it begins, and the exported
/// function there. `*name` is NULL if there is none.
///
/// Returns 0 if nothing is mapped there.
int peel_stacks_look_up(uintptr_t address, const char **file, uintptr_t *base, const char **name);

/// An address in the program itself, and in none of its libraries.
uintptr_t peel_stacks_program_entry(void);

/// The system's number of the calling thread. Unlike `pthread_self()` it is not given to the next thread once this one
/// has ended.
pid_t peel_thread_number(void);
