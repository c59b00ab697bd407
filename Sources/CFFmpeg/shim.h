// What Swift cannot import of FFmpeg: macros, unions and function-like constants.
#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/buffer.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int peel_av_again = AVERROR(EAGAIN);
static const int peel_av_end_of_file = AVERROR_EOF;
static const int peel_av_exit = AVERROR_EXIT;
static const int peel_av_invalid_data = AVERROR_INVALIDDATA;
static const int peel_av_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int peel_av_no_demuxer = AVERROR_DEMUXER_NOT_FOUND;
static const int peel_av_not_implemented = AVERROR_PATCHWELCOME;
static const int64_t peel_av_no_time = AV_NOPTS_VALUE;

static inline int peel_av_error(int error_number) {
    return AVERROR(error_number);
}
