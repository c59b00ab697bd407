// What Swift cannot import of libvips: functions with a variable number of arguments, and macros. Each returns what the
// function that it wraps returns: 0 or a pointer for success, and a new reference in *out.
#pragma once
#include <dlfcn.h>
#include <stdbool.h>
#include <vips/vips.h>

/// `options` are the loader's own, such as "[page=1]", or "". `shrink_name` is one more option ("shrink", "scale") with
/// the value `shrink`; NULL for none.
static inline VipsImage *peel_vips_load(const void *bytes, size_t size, const char *options, VipsFailOn fail_on,
                                        const char *shrink_name, double shrink) {
    if (shrink_name == NULL)
        return vips_image_new_from_buffer(bytes, size, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
                                          NULL);
    if (shrink_name[1] == 'h')
        return vips_image_new_from_buffer(bytes, size, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
                                          shrink_name, (int) shrink, NULL);
    return vips_image_new_from_buffer(bytes, size, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
                                      shrink_name, shrink, NULL);
}

/// `numbers` has the offsets of brightness and differences, then three rows of a matrix. Samples have 8 bits.
static inline int peel_vips_luma_to_rgb(VipsImage *in, VipsImage **out, const double *numbers) {
    const double ones[3] = {1, 1, 1};
    VipsImage *samples = NULL, *centred = NULL, *matrix = NULL, *colors = NULL, *rounded = NULL, *bytes = NULL;
    matrix = vips_image_new_matrix_from_array(3, 3, numbers + 3, 9);
    int failed = matrix == NULL || vips_extract_band(in, &samples, 0, "n", 3, NULL) ||
                 vips_linear(samples, &centred, ones, numbers, 3, NULL) ||
                 vips_recomb(centred, &colors, matrix, NULL) || vips_rint(colors, &rounded, NULL) ||
                 vips_cast_uchar(rounded, &bytes, NULL) ||
                 vips_copy(bytes, out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    VIPS_UNREF(samples);
    VIPS_UNREF(centred);
    VIPS_UNREF(matrix);
    VIPS_UNREF(colors);
    VIPS_UNREF(rounded);
    VIPS_UNREF(bytes);
    return failed ? -1 : 0;
}

/// Keeps the upper 16 of 32 bits.
static inline int peel_vips_upper_bits(VipsImage *in, VipsImage **out) {
    VipsImage *wide = NULL;
    VipsInterpretation kind = in->Bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
    int failed = vips_cast(in, &wide, VIPS_FORMAT_USHORT, "shift", TRUE, NULL) ||
                 vips_copy(wide, out, "interpretation", kind, NULL);
    VIPS_UNREF(wide);
    return failed ? -1 : 0;
}

/// Repeats grey light of 0 to 1 three times, as scRGB.
static inline int peel_vips_grey_light(VipsImage *in, VipsImage **out) {
    VipsImage *grey = NULL, *colors = NULL;
    int failed = vips_extract_band(in, &grey, 0, NULL);
    if (!failed) {
        VipsImage *three[3] = {grey, grey, grey};
        failed = vips_bandjoin(three, &colors, 3, NULL) ||
                 vips_copy(colors, out, "interpretation", VIPS_INTERPRETATION_scRGB, NULL);
    }
    VIPS_UNREF(grey);
    VIPS_UNREF(colors);
    return failed ? -1 : 0;
}

/// Computes all pixels, a few rows at a time.
static inline int peel_vips_mean(VipsImage *in, double *mean) { return vips_avg(in, mean, NULL); }

static inline int peel_vips_extract(VipsImage *in, VipsImage **out, int x, int y, int width, int height) {
    return vips_extract_area(in, out, x, y, width, height, NULL);
}

static inline int peel_vips_icc_colors_to_srgb(VipsImage *in, VipsImage **out, const char *profile, VipsIntent intent) {
    // If libvips rejects an embedded profile, it uses the profile that it is given.
    if (profile == NULL)
        return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "depth", 8, "intent", intent,
                                  "black_point_compensation", TRUE, NULL);
    return vips_icc_transform(in, out, "srgb", "input_profile", profile, "depth", 8, "intent", intent,
                              "black_point_compensation", TRUE, NULL);
}

/// `profile` is the name of one of libvips' profiles; NULL for the embedded one. Alpha keeps its share of the full
/// range; libvips 8.14 would cut 16 bits off at 255.
static inline int peel_vips_icc_to_srgb(VipsImage *in, VipsImage **out, const char *profile, VipsIntent intent) {
    if (!vips_image_hasalpha(in))
        return peel_vips_icc_colors_to_srgb(in, out, profile, intent);
    VipsImage *colors = NULL, *converted = NULL, *alpha = NULL, *bytes = NULL;
    gboolean is_wide = in->BandFmt == VIPS_FORMAT_USHORT;
    int failed = vips_extract_band(in, &colors, 0, "n", in->Bands - 1, NULL) ||
                 peel_vips_icc_colors_to_srgb(colors, &converted, profile, intent) ||
                 vips_extract_band(in, &alpha, in->Bands - 1, NULL) ||
                 vips_cast(alpha, &bytes, VIPS_FORMAT_UCHAR, "shift", is_wide, NULL) ||
                 vips_bandjoin2(converted, bytes, out, NULL);
    VIPS_UNREF(colors);
    VIPS_UNREF(converted);
    VIPS_UNREF(alpha);
    VIPS_UNREF(bytes);
    return failed ? -1 : 0;
}

static inline int peel_vips_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

/// Converts light of 0 to 1, grey or not, with alpha of 0 to 1 to 8-bit sRGB. Versions of libvips differ in what they
/// take scRGB's alpha for.
static inline int peel_vips_clear_light_to_srgb(VipsImage *in, VipsImage **out) {
    VipsImage *light = NULL, *opaque = NULL, *alpha = NULL, *scaled = NULL, *rounded = NULL, *bytes = NULL;
    int channels = in->Bands < 3 ? 1 : 3;
    int failed = channels == 1 ? peel_vips_grey_light(in, &light) : vips_extract_band(in, &light, 0, "n", 3, NULL);
    failed = failed || peel_vips_to_srgb(light, &opaque) || vips_extract_band(in, &alpha, channels, NULL) ||
             vips_linear1(alpha, &scaled, 255, 0, NULL) || vips_rint(scaled, &rounded, NULL) ||
             vips_cast_uchar(rounded, &bytes, NULL) || vips_bandjoin2(opaque, bytes, out, NULL);
    VIPS_UNREF(light);
    VIPS_UNREF(opaque);
    VIPS_UNREF(alpha);
    VIPS_UNREF(scaled);
    VIPS_UNREF(rounded);
    VIPS_UNREF(bytes);
    return failed ? -1 : 0;
}

/// Turns samples of 0 to 1 into 16 bits: for a profile libvips would cut floating point down to 0 and 1.
static inline int peel_vips_light_in_16_bits(VipsImage *in, VipsImage **out) {
    VipsImage *scaled = NULL, *rounded = NULL, *wide = NULL;
    VipsInterpretation kind = in->Bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
    int failed = vips_linear1(in, &scaled, 65535, 0, NULL) || vips_rint(scaled, &rounded, NULL) ||
                 vips_cast_ushort(rounded, &wide, NULL) || vips_copy(wide, out, "interpretation", kind, NULL);
    VIPS_UNREF(scaled);
    VIPS_UNREF(rounded);
    VIPS_UNREF(wide);
    return failed ? -1 : 0;
}

/// Repeats grey three times, and keeps alpha and the number of bits.
static inline int peel_vips_grey_to_channels(VipsImage *in, VipsImage **out, int is_wide) {
    return vips_colourspace(in, out, is_wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int peel_vips_cast_to_8_bits(VipsImage *in, VipsImage **out) {
    return vips_cast_uchar(in, out, NULL);
}

static inline int peel_vips_extract_bands(VipsImage *in, VipsImage **out, int first, int count) {
    return vips_extract_band(in, out, first, "n", count, NULL);
}

/// Resamples to exactly width × height. A fourth band weights the colours as alpha.
static inline int peel_vips_resize(VipsImage *in, VipsImage **out, int width, int height, int kernel) {
    double across = (double) width / in->Xsize, down = (double) height / in->Ysize;
    if (in->Bands != 4)
        return vips_resize(in, out, across, "vscale", down, "kernel", kernel, NULL);
    VipsImage *premultiplied = NULL, *resized = NULL, *straight = NULL, *rounded = NULL;
    double max_alpha = in->BandFmt == VIPS_FORMAT_USHORT ? 65535 : 255;
    int failed = vips_premultiply(in, &premultiplied, "max_alpha", max_alpha, NULL) ||
                 vips_resize(premultiplied, &resized, across, "vscale", down, "kernel", kernel, NULL) ||
                 vips_unpremultiply(resized, &straight, "max_alpha", max_alpha, NULL) ||
                 vips_rint(straight, &rounded, NULL) || vips_cast(rounded, out, in->BandFmt, NULL);
    VIPS_UNREF(premultiplied);
    VIPS_UNREF(resized);
    VIPS_UNREF(straight);
    VIPS_UNREF(rounded);
    return failed ? -1 : 0;
}

/// Writes packed RGBA as a baseline JPEG without its alpha. `*bytes` is freed with g_free.
static inline int peel_vips_jpeg(const void *pixels, int width, int height, int quality, void **bytes, size_t *count) {
    VipsImage *image = vips_image_new_from_memory(pixels, (size_t) width * (size_t) height * 4, width, height, 4,
                                                  VIPS_FORMAT_UCHAR);
    VipsImage *colors = NULL, *rgb = NULL;
    int failed = image == NULL || vips_extract_band(image, &colors, 0, "n", 3, NULL) ||
                 vips_copy(colors, &rgb, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) ||
                 vips_jpegsave_buffer(rgb, bytes, count, "Q", quality, "strip", TRUE, NULL);
    VIPS_UNREF(image);
    VIPS_UNREF(colors);
    VIPS_UNREF(rgb);
    return failed ? -1 : 0;
}

static inline int peel_vips_init(void) {
    if (VIPS_INIT("peel") != 0)
        return -1;
    // liborc 0.4.33, which makes machine code for libvips, hands out its memory without a lock, so two threads that
    // resample at once can crash the program.
    vips_vector_set_enabled(FALSE);
    vips_block_untrusted_set(TRUE);
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    return 0;
}

/// Whether libheif, which libvips has loaded by now, has no decoder for a `heif_compression_format`. libvips then fails
/// as it does for damaged data.
static inline bool peel_heif_lacks_decoder(int compression) {
    void *library = dlopen("libheif.so.1", RTLD_LAZY | RTLD_NOLOAD);
    int (*has_decoder)(int) = library ? (int (*)(int)) dlsym(library, "heif_have_decoder_for_format") : NULL;
    return has_decoder != NULL && !has_decoder(compression);
}

static inline void peel_ignore_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void) domain, (void) level, (void) message, (void) data;
}

/// libvips prints thousands of lines about a damaged file. An ImagingError reports the cause instead.
static inline void peel_vips_silence(void) {
    g_log_set_handler("VIPS", G_LOG_LEVEL_MASK | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, peel_ignore_log, NULL);
}
