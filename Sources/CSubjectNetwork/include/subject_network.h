#pragma once
#include <stddef.h>

/// The network that ships with Peel, as an ONNX file in memory: a part of the program, so that nothing has to be found
/// on disk. Read-only.
extern const unsigned char peel_subject_network[];
extern const size_t peel_subject_network_size;
