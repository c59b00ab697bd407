#pragma once
#include <stddef.h>

/// One file of the folder `Web`, as a part of the program: nothing has to be found on disk. It lives as long as the
/// program does. Scripts/embed-web lists them.
struct studio_page {
    /// Its path under the server's root, with the slash: `/index.html`, which is also what `/` answers.
    const char *path;
    const char *content_type;
    const unsigned char *bytes;
    size_t count;
};

/// How many files there are.
size_t studio_page_count(void);
/// The files in the order of their paths; `NULL` from `studio_page_count()` on.
const struct studio_page *studio_page_at(size_t index);

/// The description of the studio's API: `openapi.json`, which lives as long as the program does.
const unsigned char *studio_openapi(size_t *count);
