#include "studio_pages.h"
static const unsigned char index_html[] = "<!doctype html><title>Peel</title>";
static const struct studio_page pages[] = {{"/index.html", "text/html; charset=utf-8", index_html, sizeof index_html - 1}};
size_t studio_page_count(void) { return 1; }
const struct studio_page *studio_page_at(size_t i) { return i < 1 ? &pages[i] : NULL; }
