// Each function of FFmpeg is here a jump to the address that was found in its library. The names are the library's, so
// callers need only FFmpeg's headers.
#define _GNU_SOURCE
#include "ffmpeg_loader.h"

#include "../CFFmpeg/versions.h"

#include <dlfcn.h>
#include <libavcodec/version.h>
#include <libavdevice/version.h>
#include <libavfilter/version.h>
#include <libavformat/version.h>
#include <libavutil/macros.h>
#include <libavutil/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The version of the headers that this was built with. Other versions have other structures.
#define avutil_SONAME "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR)
#define swresample_SONAME "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR)
#define swscale_SONAME "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR)
#define avcodec_SONAME "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR)
#define avformat_SONAME "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR)
#define avfilter_SONAME "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)
#define avdevice_SONAME "libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR)

__attribute__((used, visibility("hidden"))) void peel_ffmpeg_is_not_open(void) {
    fputs("a function of FFmpeg was called before its libraries were opened\n", stderr);
    abort();
}

// The owner of a context or a frame releases it at its end, even if none was ever made.
__attribute__((used, visibility("hidden"))) int peel_ffmpeg_has_nothing_to_release(void) {
    return 0;
}

#if defined(__x86_64__)
#define JUMP(name) "endbr64\n jmp *peel_address_of_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(name)                                                                                                     \
    "hint #34\n adrp x16, peel_address_of_" #name "\n ldr x16, [x16, :lo12:peel_address_of_" #name "]\n br x16\n"
#else
#error "there is no jump for this processor"
#endif

#define LIBRARY(library)
#define END(library)
#define FUNCTION(library, name) ENTRY(name, peel_ffmpeg_is_not_open)
#define RELEASE(library, name) ENTRY(name, peel_ffmpeg_has_nothing_to_release)
#define ENTRY(name, before)                                                                                            \
    __attribute__((used, visibility("hidden"))) void *peel_address_of_##name = (void *) before;                        \
    __asm__(".text\n .p2align 4\n .globl " #name "\n .hidden " #name "\n .type " #name ", %function\n" #name ":\n"     \
            JUMP(name) " .size " #name ", . - " #name "\n");
#include "functions.h"
#undef LIBRARY
#undef FUNCTION
#undef RELEASE
#undef END

static bool find(void *library, const char *name, void **address, char *missing, size_t size) {
    void *found = dlsym(library, name);
    if (found == NULL) {
        snprintf(missing, size, "%s", name);
        return false;
    }
    *address = found;
    return true;
}

// One function for each library. Libraries stay open until the program ends.
#define LIBRARY(library)                                                                                               \
    static bool open_##library(char *missing, size_t size) {                                                           \
        void *handle = dlopen(library##_SONAME, RTLD_NOW | RTLD_LOCAL);                                                \
        if (handle == NULL) {                                                                                          \
            snprintf(missing, size, "%s", library##_SONAME);                                                           \
            return false;                                                                                              \
        }
#define FUNCTION(library, name)                                                                                        \
        if (!find(handle, #name, &peel_address_of_##name, missing, size)) return false;
#define RELEASE(library, name) FUNCTION(library, name)
#define END(library)                                                                                                   \
        return true;                                                                                                   \
    }
#include "functions.h"

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static bool is_open, is_open_with_filters, is_open_with_devices;

bool peel_ffmpeg_open(char *missing, size_t size) {
    pthread_mutex_lock(&opening);
    if (!is_open)
        is_open = open_avutil(missing, size) && open_swresample(missing, size) && open_swscale(missing, size) &&
                  open_avcodec(missing, size) && open_avformat(missing, size);
    bool opened = is_open;
    pthread_mutex_unlock(&opening);
    return opened;
}

bool peel_ffmpeg_open_filters(char *missing, size_t size) {
    if (!peel_ffmpeg_open(missing, size)) return false;
    pthread_mutex_lock(&opening);
    if (!is_open_with_filters) is_open_with_filters = open_avfilter(missing, size);
    bool opened = is_open_with_filters;
    pthread_mutex_unlock(&opening);
    return opened;
}

bool peel_ffmpeg_open_devices(char *missing, size_t size) {
    if (!peel_ffmpeg_open(missing, size)) return false;
    pthread_mutex_lock(&opening);
    if (!is_open_with_devices) is_open_with_devices = open_avdevice(missing, size);
    bool opened = is_open_with_devices;
    pthread_mutex_unlock(&opening);
    return opened;
}

// ALSA's own functions, as <alsa/pcm.h> declares them; nothing else needs its headers.
typedef int (*open_pcm)(void **pcm, const char *name, int stream, int mode);
typedef int (*close_pcm)(void *pcm);

int peel_alsa_refusal(const char *device) {
    const int capture = 1, nonblocking = 1;
    void *library = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (library == NULL) return 0;
    open_pcm open = (open_pcm) dlsym(library, "snd_pcm_open");
    close_pcm close = (close_pcm) dlsym(library, "snd_pcm_close");
    void *pcm = NULL;
    int status = open == NULL || close == NULL ? 0 : open(&pcm, device, capture, nonblocking);
    if (status >= 0 && pcm != NULL) close(pcm);
    dlclose(library);
    return status < 0 ? status : 0;
}
