// Tells the thread sanitizer what Swift's Mutex does when threads contend for it. On Linux, contended locks are
// handled in libswiftSynchronization, which is not built with the sanitizer: it sees the critical sections but not
// what separates them, and reports a race between any two of them (swiftlang/swift, LinuxImpl.swift: the kernel hands
// the lock over). These three functions stand before the library's own in the tests' program, call them, and report the
// hand-over.
//
// One hand-over stays unknown to it: a continuation that is resumed before its task has gone to sleep (Swift's runtime
// reports the others to the sanitizer). So what comes from a thread of our own goes through a FirstValue, which takes
// its lock again. What an AsyncStream hands over at that moment is reported once in some minutes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT_FUNCTION __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT_FUNCTION void peel_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT_FUNCTION bool peel_try_lock(SELF) __asm__(TRY_LOCK);
SWIFT_FUNCTION void peel_unlock(SELF) __asm__(UNLOCK);

SWIFT_FUNCTION void peel_lock(uint32_t thread, SELF) {
    SWIFT_FUNCTION void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT_FUNCTION bool peel_try_lock(SELF) {
    SWIFT_FUNCTION bool (*try_lock)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool locked = try_lock(mutex);
    if (locked) __tsan_acquire(mutex);
    return locked;
}

SWIFT_FUNCTION void peel_unlock(SELF) {
    SWIFT_FUNCTION void (*unlock)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    unlock(mutex);
}
