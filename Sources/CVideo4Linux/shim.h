// What Swift cannot import of Linux's cameras: macros with arguments, and functions with a variable number of them.
#pragma once
#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

static const unsigned long peel_v4l2_query_capabilities = VIDIOC_QUERYCAP;
static const unsigned long peel_v4l2_enumerate_formats = VIDIOC_ENUM_FMT;
static const unsigned long peel_v4l2_enumerate_sizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long peel_v4l2_enumerate_intervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long peel_v4l2_set_format = VIDIOC_S_FMT;
static const unsigned long peel_v4l2_set_parameters = VIDIOC_S_PARM;
static const unsigned long peel_v4l2_request_buffers = VIDIOC_REQBUFS;
static const unsigned long peel_v4l2_query_buffer = VIDIOC_QUERYBUF;
static const unsigned long peel_v4l2_queue_buffer = VIDIOC_QBUF;
static const unsigned long peel_v4l2_dequeue_buffer = VIDIOC_DQBUF;
static const unsigned long peel_v4l2_stream_on = VIDIOC_STREAMON;
static const unsigned long peel_v4l2_stream_off = VIDIOC_STREAMOFF;
static const unsigned long peel_v4l2_query_control = VIDIOC_QUERYCTRL;
static const unsigned long peel_v4l2_set_control = VIDIOC_S_CTRL;

static const unsigned peel_v4l2_exposure = V4L2_CID_EXPOSURE_AUTO;
static const unsigned peel_v4l2_focus = V4L2_CID_FOCUS_AUTO;
static const unsigned peel_v4l2_white_balance = V4L2_CID_AUTO_WHITE_BALANCE;
static const unsigned peel_v4l2_control_is_disabled = V4L2_CTRL_FLAG_DISABLED;
static const unsigned peel_v4l2_timestamps = V4L2_BUF_FLAG_TIMESTAMP_MASK;
static const unsigned peel_v4l2_monotonic = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
static const unsigned peel_v4l2_damaged = V4L2_BUF_FLAG_ERROR;

/// Returns 0 or more, or the negative error number.
static inline int peel_v4l2_call(int descriptor, unsigned long request, void *argument) {
    int result;
    do {
        result = ioctl(descriptor, request, argument);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : result;
}
