// One call for what libwebp expects as a sequence of structs that point into each other.
#pragma once
#include <string.h>
#include <webp/encode.h>

/// Sets blocks of a plane of a YUVA 4:2:0 picture to `value` where neither they nor the `margin` pixels around them are
/// visible. A sample of the plane covers `step` × `step` pixels.
///
/// VP8 transforms blocks of 4 × 4 samples (RFC 6386 14), so a block does not affect the next. The decoder's loop filter
/// and its interpolation of colours do, a little: hence the margin.
static inline void peel_webp_blacken(const WebPPicture *picture, uint8_t *plane, int stride, int step, int margin,
                                     uint8_t value) {
    int pixels = 4 * step;
    for (int top = 0; top < picture->height; top += pixels)
        for (int left = 0; left < picture->width; left += pixels) {
            int bottom = top + pixels < picture->height ? top + pixels : picture->height;
            int right = left + pixels < picture->width ? left + pixels : picture->width;
            int seen = 0;
            int last_row = bottom + margin < picture->height ? bottom + margin : picture->height;
            int last_column = right + margin < picture->width ? right + margin : picture->width;
            for (int y = top > margin ? top - margin : 0; y < last_row && !seen; ++y)
                for (int x = left > margin ? left - margin : 0; x < last_column; ++x)
                    seen |= picture->a[y * picture->a_stride + x];
            if (seen)
                continue;
            for (int y = top / step; y < (bottom + step - 1) / step; ++y)
                memset(plane + y * stride + left / step, value, (size_t) ((right + step - 1) / step - left / step));
        }
}

/// Encodes 8-bit RGBA with straight alpha. Returns 0, or libwebp's error. The caller frees *bytes with WebPFree.
///
/// Alpha is kept exactly. It is not filtered before it is coded: for stickers, that takes twice the time and saves
/// nothing.
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
    // Otherwise libwebp fills invisible pixels with what compresses best: zeros if lossless, else neighbouring colours
    // over whole rows.
    config.exact = !lossless;
    picture.use_argb = lossless;
    picture.width = width;
    picture.height = height;
    if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION)
        return VP8_ENC_ERROR_BAD_DIMENSION;
    if (!WebPPictureImportRGBA(&picture, rgba, 4 * width)) {
        WebPPictureFree(&picture);
        return VP8_ENC_ERROR_OUT_OF_MEMORY;
    }
    // Below video's black (16), so that the decoded colour is rounded to 0, 0, 0.
    if (!lossless && picture.a) {
        peel_webp_blacken(&picture, picture.y, picture.y_stride, 1, 1, 0);
        peel_webp_blacken(&picture, picture.u, picture.uv_stride, 2, 2, 128);
        peel_webp_blacken(&picture, picture.v, picture.uv_stride, 2, 2, 128);
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
