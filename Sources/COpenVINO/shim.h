#pragma once
#include <openvino/c/openvino.h>
