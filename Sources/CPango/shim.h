// Text as Pango lays it out and cairo draws it. What is handed out is plain memory and numbers: no object outlives a call.
#pragma once
#include <pango/pangocairo.h>

/// Letters are laid out at this height in pixels and scaled when they are drawn, so that a text breaks its lines alike at
/// every size.
#define PEEL_TEXT_EM 100.0

static inline void peel_text_ignore_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void) domain, (void) level, (void) message, (void) data;
}

/// Fonts that are missing or damaged are told by what is drawn, not on standard error.
static inline void peel_text_silence(void) {
    g_log_set_handler("Pango", G_LOG_LEVEL_MASK, peel_text_ignore_log, NULL);
}

/// Lines do not break within a part of the text, in bytes.
static inline void peel_text_keep(PangoAttrList *list, long start, long end) {
    PangoAttribute *whole = pango_attr_allow_breaks_new(FALSE);
    whole->start_index = (guint) start;
    whole->end_index = (guint) end;
    pango_attr_list_insert(list, whole);
}

/// Keeps each word that fits into a line in one piece, as between any two Chinese characters Pango may break a line.
///
/// The layout has its font, and no width yet: that of each word is measured with it.
static inline void peel_text_keep_words(PangoLayout *layout, PangoAttrList *list, const char *words, long length,
                                        double width) {
    const char *start = words;
    for (const char *at = words; at <= words + length; at = g_utf8_next_char(at)) {
        gboolean is_end = at == words + length;
        // Also after a space as wide as a Chinese character.
        if (!is_end && *at != ' ' && *at != '\n' && g_utf8_get_char(at) != 0x3000) continue;
        if (at > start) {
            PangoRectangle box;
            pango_layout_set_text(layout, start, (int) (at - start));
            pango_layout_get_extents(layout, NULL, &box);
            if (box.width <= width * PANGO_SCALE) peel_text_keep(list, start - words, at - words);
        }
        if (is_end) return;
        start = g_utf8_next_char(at);
    }
}

/// Keeps the last two characters of each paragraph together where lines may break between any two, so that none stands
/// alone. Punctuation and spaces do not count.
static inline void peel_text_keep_last(PangoLayout *layout, PangoAttrList *list, const char *words, long length) {
    int count;
    pango_layout_set_text(layout, words, (int) length);
    const PangoLogAttr *breaks = pango_layout_get_log_attrs_readonly(layout, &count);
    const char *before = NULL, *last = NULL, *at = words;
    gboolean may_break = FALSE;
    for (int index = 0; index < count; index++) {
        gboolean is_end = at == words + length;
        if (is_end || *at == '\n') {
            if (before && may_break) peel_text_keep(list, before - words, at - words);
            before = last = NULL;
            if (is_end) return;
        } else if (breaks[index].is_cursor_position) {
            gunichar character = g_utf8_get_char(at);
            if (!g_unichar_isspace(character) && !g_unichar_ispunct(character)) {
                before = last;
                last = at;
                may_break = breaks[index].is_line_break && index > 0 && !breaks[index - 1].is_white;
            }
        }
        at = g_utf8_next_char(at);
    }
}

/// The caller frees it with g_object_unref. `width` is where lines break, in pixels of a text of PEEL_TEXT_EM: where
/// Unicode's rules allow it (UAX 14), and with `cuts` between any two graphemes of a word that is wider.
///
/// Hints and rounded advances depend on a person's settings, and on the size: both are off.
static inline PangoLayout *peel_text_layout(const char *words, int length, const char *family, double width,
                                            gboolean cuts) {
    // Each thread has a font map of its own.
    PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_cairo_context_set_resolution(context, 72);
    pango_context_set_round_glyph_positions(context, FALSE);
    PangoLayout *layout = pango_layout_new(context);
    g_object_unref(context);
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, family);
    pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    pango_font_description_set_absolute_size(font, PEEL_TEXT_EM * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
    PangoAttrList *list = pango_attr_list_new();
    peel_text_keep_words(layout, list, words, length, width);
    peel_text_keep_last(layout, list, words, length);
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
    pango_layout_set_wrap(layout, cuts ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD);
    pango_layout_set_width(layout, (int) (width * PANGO_SCALE));
    return layout;
}

/// Draws the layout so that pixel 0, 0 of the layout's own comes to `x`, `y`, into `stride` bytes a row of premultiplied
/// ARGB in the machine's byte order. Gives cairo's status, 0 for success.
static inline int peel_text_draw(PangoLayout *layout, unsigned char *pixels, int width, int height, int stride,
                                 double scale, double x, double y, double red, double green, double blue) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
    cairo_t *pen = cairo_create(surface);
    cairo_translate(pen, x, y);
    cairo_scale(pen, scale, scale);
    cairo_set_source_rgb(pen, red, green, blue);
    pango_cairo_show_layout(pen, layout);
    int status = (int) cairo_status(pen);
    cairo_destroy(pen);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return status;
}
