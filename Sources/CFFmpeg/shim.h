// What Swift cannot import of FFmpeg: macros, unions and function-like constants. CFFmpegLoader opens the libraries.
#pragma once
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/buffer.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include "versions.h"

static const int peel_av_again = AVERROR(EAGAIN);
static const int peel_av_end_of_file = AVERROR_EOF;
static const int peel_av_exit = AVERROR_EXIT;
static const int peel_av_invalid_data = AVERROR_INVALIDDATA;
static const int peel_av_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int peel_av_no_demuxer = AVERROR_DEMUXER_NOT_FOUND;
static const int peel_av_not_implemented = AVERROR_PATCHWELCOME;
static const int64_t peel_av_no_time = AV_NOPTS_VALUE;

static const int peel_sws_bilinear = SWS_BILINEAR;
static const int peel_sws_area = SWS_AREA;
static const int peel_sws_accurate = SWS_ACCURATE_RND;
static const int peel_sws_full_chroma = SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;

/// FFmpeg 8 declares a scaler's members and older versions do not, so Swift's types for the two differ.
typedef struct SwsContext *peel_sws_scaler;

/// A file in memory alone, or -1. glibc declares memfd_create only with _GNU_SOURCE.
static inline int peel_memory_file(void) {
    return (int) syscall(SYS_memfd_create, "peel-movie", 1u /* MFD_CLOEXEC */);
}

static inline int peel_av_error(int error_number) {
    return AVERROR(error_number);
}

static inline void peel_av_ignore_log(void *source, int level, const char *format, va_list arguments) {
    (void) source, (void) level, (void) format, (void) arguments;
}

/// FFmpeg prints a line for each fault of a damaged file. A MovieError reports the cause instead.
static inline void peel_av_silence(void) {
    av_log_set_callback(peel_av_ignore_log);
}

static inline int peel_av_refuse_open(AVFormatContext *context, AVIOContext **io, const char *address, int flags,
                                      AVDictionary **options) {
    (void) context, (void) address, (void) flags, (void) options;
    *io = NULL;
    return AVERROR(EACCES);
}

/// Prevents a demuxer from opening what the file names: it gets "permission denied".
static inline void peel_av_refuse_other_files(AVFormatContext *context) {
    context->io_open = peel_av_refuse_open;
}

// What FFmpeg 6.1 does otherwise than 5.1. The old ways are deprecated there and removed in 8.

static inline bool peel_av_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame != 0;
#endif
}

static inline void peel_av_set_progressive(AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    frame->flags &= ~AV_FRAME_FLAG_INTERLACED;
#else
    frame->interlaced_frame = 0;
#endif
}

/// How long a frame is shown, in the unit of its time; 0 if it does not say. FFmpeg 6.0 has another name for it.
static inline int64_t peel_av_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

/// A track's metadata of the whole track; NULL if there is none.
static inline const uint8_t *peel_av_side_data(const AVStream *track, enum AVPacketSideDataType type, size_t *size) {
#if PEEL_AV_HAS_CODED_SIDE_DATA
    const AVCodecParameters *parameters = track->codecpar;
    const AVPacketSideData *found =
        av_packet_side_data_get(parameters->coded_side_data, parameters->nb_coded_side_data, type);
    *size = found == NULL ? 0 : found->size;
    return found == NULL ? NULL : found->data;
#else
    return av_stream_get_side_data(track, type, size);
#endif
}

/// Adds room for metadata of the whole track, which owns it; NULL if there is no memory.
static inline uint8_t *peel_av_add_side_data(AVStream *track, enum AVPacketSideDataType type, size_t size) {
#if PEEL_AV_HAS_CODED_SIDE_DATA
    AVCodecParameters *parameters = track->codecpar;
    AVPacketSideData *added = av_packet_side_data_new(&parameters->coded_side_data, &parameters->nb_coded_side_data,
                                                      type, size, 0);
    return added == NULL ? NULL : added->data;
#else
    return av_stream_new_side_data(track, type, size);
#endif
}

/// Fetches the cache line at an address, without waiting for it.
static inline void peel_fetch_ahead(const void *address) {
    __builtin_prefetch(address);
}
