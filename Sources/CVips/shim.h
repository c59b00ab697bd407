// What Swift cannot import of libvips: functions with a variable number of arguments, and macros.
#pragma once
#include <vips/vips.h>

static inline VipsImage *peel_vips_load(const void *bytes, size_t size, const char *options) {
    return vips_image_new_from_buffer(bytes, size, options, NULL);
}

/// Width, height and pages of a picture without decoding it.
static inline VipsImage *peel_vips_load_sequential(const void *bytes, size_t size, const char *options, int shrink,
                                                   const char *shrink_name) {
    if (shrink_name == NULL)
        return vips_image_new_from_buffer(bytes, size, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                          VIPS_FAIL_ON_TRUNCATED, NULL);
    return vips_image_new_from_buffer(bytes, size, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                      VIPS_FAIL_ON_TRUNCATED, shrink_name, shrink, NULL);
}
