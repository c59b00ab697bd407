// One call for what libwebp wants as a sequence of structs that point into each other.
#pragma once
#include <webp/encode.h>

/// Encodes 8-bit RGBA, straight alpha. Gives 0, or libwebp's error; the caller frees *bytes with WebPFree.
///
/// Alpha is kept exactly. It is not filtered before it is coded: on the mattes of stickers that takes twice the time and
/// saves nothing.
static inline int peel_webp_encode(const uint8_t *rgba, int width, int height, int lossless, float quality, int effort,
                                   uint8_t **bytes, size_t *size) {
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture))
        return VP8_ENC_ERROR_INVALID_CONFIGURATION;
    config.lossless = lossless;
    config.quality = quality;
    config.method = effort;
    config.alpha_filtering = 0;
    picture.use_argb = lossless;
    picture.width = width;
    picture.height = height;
    if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION)
        return VP8_ENC_ERROR_BAD_DIMENSION;
    if (!WebPPictureImportRGBA(&picture, rgba, 4 * width)) {
        WebPPictureFree(&picture);
        return VP8_ENC_ERROR_OUT_OF_MEMORY;
    }
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    int encoded = WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    if (!encoded) {
        WebPMemoryWriterClear(&writer);
        return picture.error_code == VP8_ENC_OK ? VP8_ENC_ERROR_INVALID_CONFIGURATION : picture.error_code;
    }
    *bytes = writer.mem;
    *size = writer.size;
    return 0;
}
