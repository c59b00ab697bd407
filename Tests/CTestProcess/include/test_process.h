#pragma once
// What Swift does not import of Linux: a descriptor by which a program's end can be waited for. And see test_process.c.
#include <sys/pidfd.h>
