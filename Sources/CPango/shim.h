// Text, laid out by Pango and drawn by cairo. Results are plain memory and numbers: no object outlives a call.
#pragma once
#include <cairo-ft.h>
#include <math.h>
#include <pango/pangocairo.h>

/// Letters are laid out at this height in pixels and scaled when they are drawn, so lines break alike at every size.
#define PEEL_TEXT_EM 100.0

static inline void peel_text_ignore_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void) domain, (void) level, (void) message, (void) data;
}

/// Missing or damaged fonts show in what is drawn, not on standard error.
static inline void peel_text_silence(void) {
    g_log_set_handler("Pango", G_LOG_LEVEL_MASK, peel_text_ignore_log, NULL);
}

/// Prevents line breaks within a part of the text, in bytes.
static inline void peel_text_keep(PangoAttrList *list, long start, long end) {
    PangoAttribute *whole = pango_attr_allow_breaks_new(FALSE);
    whole->start_index = (guint) start;
    whole->end_index = (guint) end;
    pango_attr_list_insert(list, whole);
}

/// Whether a character is of a script that is written without spaces between words.
static inline gboolean peel_text_is_spaceless(gunichar character) {
    // The sign of a long vowel is of no script of its own.
    if (character == 0x30FC || character == 0xFF70) return TRUE;
    GUnicodeScript script = g_unichar_get_script(character);
    return script == G_UNICODE_SCRIPT_HAN || script == G_UNICODE_SCRIPT_HIRAGANA || script == G_UNICODE_SCRIPT_KATAKANA;
}

/// Whether only one character comes after a space in its paragraph, and it and the one before the space are of such
/// scripts. Then the space is no place at which the line ends. Punctuation and spaces do not count.
static inline gboolean peel_text_leaves_one(const char *words, long length, const char *space) {
    int count = 0;
    for (const char *at = space; at < words + length && *at != '\n'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        if (g_unichar_isspace(character) || g_unichar_ispunct(character) || g_unichar_ismark(character)) continue;
        count += 1;
        if (count > 1 || !peel_text_is_spaceless(character)) return FALSE;
    }
    const char *before = space;
    while (count == 1 && before > words) {
        before = g_utf8_prev_char(before);
        gunichar character = g_utf8_get_char(before);
        if (character == '\n') return FALSE;
        if (!g_unichar_isspace(character) && !g_unichar_ispunct(character)) return peel_text_is_spaceless(character);
    }
    return FALSE;
}

/// Keeps each word that fits into a line in one piece. Pango would break it as it breaks between any two Chinese
/// characters.
///
/// The layout has its font, but no width yet: each word's width is measured with it.
static inline void peel_text_keep_words(PangoLayout *layout, PangoAttrList *list, const char *words, long length,
                                        double width) {
    const char *start = words;
    for (const char *at = words; at <= words + length; at = g_utf8_next_char(at)) {
        gboolean is_end = at == words + length;
        // Also after a space as wide as a Chinese character.
        if (!is_end && *at != ' ' && *at != '\n' && g_utf8_get_char(at) != 0x3000) continue;
        if (!is_end && *at != '\n' && peel_text_leaves_one(words, length, at)) continue;
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
                gboolean is_after_white = index > 0 && breaks[index - 1].is_white;
                gboolean are_spaceless =
                    before && peel_text_is_spaceless(g_utf8_get_char(before)) && peel_text_is_spaceless(character);
                may_break = breaks[index].is_line_break && index > 0 && (!is_after_white || are_spaceless);
            }
        }
        at = g_utf8_next_char(at);
    }
}

/// The caller frees it with g_object_unref. `width` is the width of lines, in pixels of a text of PEEL_TEXT_EM. Lines
/// break where Unicode's rules allow it (UAX 14), and with `cuts` also between any two graphemes of a word that is
/// wider.
///
/// Hints and rounded advances depend on a person's settings and on the size, so both are off.
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

/// A rectangle in the layout's own pixels.
typedef struct {
    double x, y, width, height;
} PeelTextBox;

/// How a text is turned around its middle and bent along a circle; all 0 for a straight one.
typedef struct {
    /// Clockwise, in radians.
    double turn;
    /// The reciprocal of the radius of the circle on which the middle of the text's height lies, in the layout's
    /// pixels. Above 0, the circle is below the text.
    double curvature;
    /// The place around which the text is turned and bent.
    double x, y;
} PeelTextForm;

/// The visible part of a straight text.
static inline PeelTextBox peel_text_straight_ink(PangoLayout *layout) {
    PangoRectangle ink;
    pango_layout_get_extents(layout, &ink, NULL);
    return (PeelTextBox){(double) ink.x / PANGO_SCALE, (double) ink.y / PANGO_SCALE, (double) ink.width / PANGO_SCALE,
                         (double) ink.height / PANGO_SCALE};
}

/// Returns whether a font has pictures instead of outlines, as emoji have.
static inline gboolean peel_text_has_colors(PangoFont *font) {
    cairo_scaled_font_t *scaled = PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font)) : NULL;
    if (!scaled || cairo_scaled_font_get_type(scaled) != CAIRO_FONT_TYPE_FT) return FALSE;
    FT_Face face = cairo_ft_scaled_font_lock_face(scaled);
    gboolean has_colors = face && FT_HAS_COLOR(face);
    cairo_ft_scaled_font_unlock_face(scaled);
    return has_colors;
}

/// Returns where a point of the straight text comes to lie.
static inline void peel_text_bend_point(PeelTextForm form, double *x, double *y) {
    if (form.curvature == 0) return;
    double angle = (*x - form.x) * form.curvature, radius = 1 / form.curvature + form.y - *y;
    *x = form.x + radius * sin(angle);
    *y = form.y + 1 / form.curvature - radius * cos(angle);
}

/// Draws a line from the pen to a point of the straight text, in short pieces, so that it bends.
static inline void peel_text_bend_line(cairo_t *pen, PeelTextForm form, const double from[2], const double to[2]) {
    int pieces = 1 + (int) (hypot(to[0] - from[0], to[1] - from[1]) / 2);
    for (int piece = 1; piece <= pieces; piece++) {
        double part = (double) piece / pieces;
        double x = from[0] + part * (to[0] - from[0]), y = from[1] + part * (to[1] - from[1]);
        peel_text_bend_point(form, &x, &y);
        cairo_line_to(pen, x, y);
    }
}

/// Bends the pen's path, which is that of a straight text, as Pango's own example does (cairotwisted).
static inline void peel_text_bend_path(cairo_t *pen, PeelTextForm form) {
    cairo_path_t *path = cairo_copy_path_flat(pen);
    double start[2] = {0, 0}, last[2] = {0, 0};
    cairo_new_path(pen);
    for (int index = 0; index < path->num_data; index += path->data[index].header.length) {
        const cairo_path_data_t *data = &path->data[index];
        if (data->header.type == CAIRO_PATH_CLOSE_PATH) {
            peel_text_bend_line(pen, form, last, start);
            cairo_close_path(pen);
            continue;
        }
        double next[2] = {data[1].point.x, data[1].point.y};
        if (data->header.type == CAIRO_PATH_MOVE_TO) {
            double x = start[0] = next[0], y = start[1] = next[1];
            peel_text_bend_point(form, &x, &y);
            cairo_move_to(pen, x, y);
        } else {
            peel_text_bend_line(pen, form, last, next);
        }
        last[0] = next[0], last[1] = next[1];
    }
    cairo_path_destroy(path);
}

/// Pictures keep their shape and turn with the line, each of them alone.
static inline void peel_text_bend_pictures(cairo_t *pen, PangoGlyphItem *run, PeelTextForm form, double left,
                                           double baseline) {
    for (int index = 0; index < run->glyphs->num_glyphs; index++) {
        PangoGlyphInfo *glyph = &run->glyphs->glyphs[index];
        double width = (double) glyph->geometry.width / PANGO_SCALE, x = left + width / 2, y = baseline;
        PangoGlyphString alone = {1, glyph, run->glyphs->log_clusters + index, 1};
        peel_text_bend_point(form, &x, &y);
        cairo_save(pen);
        cairo_translate(pen, x, y);
        cairo_rotate(pen, (left + width / 2 - form.x) * form.curvature);
        cairo_move_to(pen, -width / 2, 0);
        pango_cairo_show_glyph_string(pen, run->item->analysis.font, &alone);
        cairo_restore(pen);
        left += width;
    }
}

/// Draws outlines as such, so that their visible part is known exactly.
static inline void peel_text_show_bent(cairo_t *pen, PangoLayout *layout, PeelTextForm form) {
    PangoLayoutIter *at = pango_layout_get_iter(layout);
    // In pixels of the layout: curves are approximated by lines this near.
    cairo_set_tolerance(pen, 0.05);
    do {
        PangoLayoutRun *run = pango_layout_iter_get_run_readonly(at);
        if (!run) continue;
        PangoRectangle box;
        pango_layout_iter_get_run_extents(at, NULL, &box);
        double left = (double) box.x / PANGO_SCALE, baseline = (double) pango_layout_iter_get_baseline(at) / PANGO_SCALE;
        if (peel_text_has_colors(run->item->analysis.font)) {
            peel_text_bend_pictures(pen, run, form, left, baseline);
            continue;
        }
        cairo_new_path(pen);
        cairo_move_to(pen, left, baseline);
        pango_cairo_glyph_string_path(pen, run->item->analysis.font, run->glyphs);
        peel_text_bend_path(pen, form);
        cairo_fill(pen);
    } while (pango_layout_iter_next_run(at));
    pango_layout_iter_free(at);
}

static inline void peel_text_show(cairo_t *pen, PangoLayout *layout, PeelTextForm form) {
    if (form.turn == 0 && form.curvature == 0) {
        pango_cairo_show_layout(pen, layout);
        return;
    }
    cairo_translate(pen, form.x, form.y);
    cairo_rotate(pen, form.turn);
    cairo_translate(pen, -form.x, -form.y);
    peel_text_show_bent(pen, layout, form);
}

/// The visible part of a turned or bent text, or a little more.
static inline PeelTextBox peel_text_ink(PangoLayout *layout, PeelTextForm form) {
    PeelTextBox box;
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    cairo_t *pen = cairo_create(surface);
    peel_text_show(pen, layout, form);
    cairo_destroy(pen);
    cairo_recording_surface_ink_extents(surface, &box.x, &box.y, &box.width, &box.height);
    cairo_surface_destroy(surface);
    return box;
}

/// Draws the layout so that its pixel 0, 0 comes to `x`, `y`, into rows of `stride` bytes of premultiplied ARGB in the
/// machine's byte order. Returns cairo's status, 0 for success.
static inline int peel_text_draw(PangoLayout *layout, PeelTextForm form, unsigned char *pixels, int width, int height,
                                 int stride, double scale, double x, double y, double red, double green, double blue) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
    cairo_t *pen = cairo_create(surface);
    cairo_translate(pen, x, y);
    cairo_scale(pen, scale, scale);
    cairo_set_source_rgb(pen, red, green, blue);
    peel_text_show(pen, layout, form);
    int status = (int) cairo_status(pen);
    cairo_destroy(pen);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return status;
}

/// The names of the installed font families, one on a line. The caller frees them with g_free.
static inline char *peel_text_families(void) {
    PangoFontFamily **families = NULL;
    int count = 0;
    pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count);
    GString *names = g_string_new(NULL);
    for (int index = 0; index < count; index++) {
        g_string_append_printf(names, "%s\n", pango_font_family_get_name(families[index]));
    }
    g_free(families);
    return g_string_free(names, FALSE);
}
