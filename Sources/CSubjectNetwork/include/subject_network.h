#pragma once
#include <stddef.h>

/// The network that ships with Peel: an ONNX file as a part of the program, so that nothing has to be found on disk.
const void *subject_network_start(void);
/// Its size in bytes.
size_t subject_network_size(void);
