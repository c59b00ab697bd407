// What Swift cannot import of OpenVINO: functions with a variable number of arguments.
#pragma once
#include <openvino/c/openvino.h>

static inline ov_status_e peel_ov_core_set_property(const ov_core_t *core, const char *device, const char *key,
                                                    const char *value) {
    return ov_core_set_property(core, device, key, value);
}
