#pragma once
// Nothing to call: see test_process.c.
