#include "subject_network.h"

const unsigned char peel_subject_network[] = {
#embed "subject.onnx"
};
const size_t peel_subject_network_size = sizeof peel_subject_network;
