#include "subject_network.h"

static const unsigned char network[] = {
#embed "subject.onnx"
};

const void *subject_network_start(void) {
    return network;
}

size_t subject_network_size(void) {
    return sizeof network;
}
