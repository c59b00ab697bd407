// Written by Scripts/embed-web.
#include "studio_pages.h"

static const unsigned char app_css[] = {
#embed "../../Web/app.css"
};
static const unsigned char app_js[] = {
#embed "../../Web/app.js"
};
static const unsigned char camera_browser_camera_js[] = {
#embed "../../Web/camera/browser-camera.js"
};
static const unsigned char camera_camera_api_js[] = {
#embed "../../Web/camera/camera-api.js"
};
static const unsigned char camera_camera_session_js[] = {
#embed "../../Web/camera/camera-session.js"
};
static const unsigned char camera_camera_source_js[] = {
#embed "../../Web/camera/camera-source.js"
};
static const unsigned char camera_camera_state_js[] = {
#embed "../../Web/camera/camera-state.js"
};
static const unsigned char camera_camera_view_js[] = {
#embed "../../Web/camera/camera-view.js"
};
static const unsigned char camera_camera_views_css[] = {
#embed "../../Web/camera/camera-views.css"
};
static const unsigned char camera_camera_css[] = {
#embed "../../Web/camera/camera.css"
};
static const unsigned char camera_camera_js[] = {
#embed "../../Web/camera/camera.js"
};
static const unsigned char camera_clip_recorder_js[] = {
#embed "../../Web/camera/clip-recorder.js"
};
static const unsigned char camera_frame_encoder_js[] = {
#embed "../../Web/camera/frame-encoder.js"
};
static const unsigned char camera_frame_sender_js[] = {
#embed "../../Web/camera/frame-sender.js"
};
static const unsigned char camera_living_shutter_js[] = {
#embed "../../Web/camera/living-shutter.js"
};
static const unsigned char camera_markup_js[] = {
#embed "../../Web/camera/markup.js"
};
static const unsigned char camera_mode_demo_js[] = {
#embed "../../Web/camera/mode-demo.js"
};
static const unsigned char camera_scan_preview_js[] = {
#embed "../../Web/camera/scan-preview.js"
};
static const unsigned char camera_scan_results_js[] = {
#embed "../../Web/camera/scan-results.js"
};
static const unsigned char camera_scan_settings_js[] = {
#embed "../../Web/camera/scan-settings.js"
};
static const unsigned char camera_screen_js[] = {
#embed "../../Web/camera/screen.js"
};
static const unsigned char camera_slit_slider_js[] = {
#embed "../../Web/camera/slit-slider.js"
};
static const unsigned char camera_sound_capture_js[] = {
#embed "../../Web/camera/sound-capture.js"
};
static const unsigned char camera_sound_worklet_js[] = {
#embed "../../Web/camera/sound-worklet.js"
};
static const unsigned char camera_still_picture_js[] = {
#embed "../../Web/camera/still-picture.js"
};
static const unsigned char camera_video_upload_js[] = {
#embed "../../Web/camera/video-upload.js"
};
static const unsigned char catalog_catalog_card_css[] = {
#embed "../../Web/catalog/catalog-card.css"
};
static const unsigned char catalog_catalog_card_js[] = {
#embed "../../Web/catalog/catalog-card.js"
};
static const unsigned char catalog_catalog_css[] = {
#embed "../../Web/catalog/catalog.css"
};
static const unsigned char catalog_catalog_js[] = {
#embed "../../Web/catalog/catalog.js"
};
static const unsigned char catalog_lazy_picture_js[] = {
#embed "../../Web/catalog/lazy-picture.js"
};
static const unsigned char catalog_markup_js[] = {
#embed "../../Web/catalog/markup.js"
};
static const unsigned char catalog_original_button_js[] = {
#embed "../../Web/catalog/original-button.js"
};
static const unsigned char catalog_picture_queue_js[] = {
#embed "../../Web/catalog/picture-queue.js"
};
static const unsigned char catalog_pull_to_refresh_js[] = {
#embed "../../Web/catalog/pull-to-refresh.js"
};
static const unsigned char catalog_save_buttons_js[] = {
#embed "../../Web/catalog/save-buttons.js"
};
static const unsigned char catalog_saving_js[] = {
#embed "../../Web/catalog/saving.js"
};
static const unsigned char catalog_screen_js[] = {
#embed "../../Web/catalog/screen.js"
};
static const unsigned char catalog_viewer_css[] = {
#embed "../../Web/catalog/viewer.css"
};
static const unsigned char catalog_viewer_js[] = {
#embed "../../Web/catalog/viewer.js"
};
static const unsigned char core_api_js[] = {
#embed "../../Web/core/api.js"
};
static const unsigned char core_base_css[] = {
#embed "../../Web/core/base.css"
};
static const unsigned char core_clipboard_js[] = {
#embed "../../Web/core/clipboard.js"
};
static const unsigned char core_color_names_js[] = {
#embed "../../Web/core/color-names.js"
};
static const unsigned char core_colors_js[] = {
#embed "../../Web/core/colors.js"
};
static const unsigned char core_connection_js[] = {
#embed "../../Web/core/connection.js"
};
static const unsigned char core_controls_css[] = {
#embed "../../Web/core/controls.css"
};
static const unsigned char core_credit_js[] = {
#embed "../../Web/core/credit.js"
};
static const unsigned char core_dialogs_css[] = {
#embed "../../Web/core/dialogs.css"
};
static const unsigned char core_dialogs_js[] = {
#embed "../../Web/core/dialogs.js"
};
static const unsigned char core_duplicates_js[] = {
#embed "../../Web/core/duplicates.js"
};
static const unsigned char core_elements_js[] = {
#embed "../../Web/core/elements.js"
};
static const unsigned char core_empty_css[] = {
#embed "../../Web/core/empty.css"
};
static const unsigned char core_events_js[] = {
#embed "../../Web/core/events.js"
};
static const unsigned char core_history_js[] = {
#embed "../../Web/core/history.js"
};
static const unsigned char core_kept_js[] = {
#embed "../../Web/core/kept.js"
};
static const unsigned char core_markup_js[] = {
#embed "../../Web/core/markup.js"
};
static const unsigned char core_notices_js[] = {
#embed "../../Web/core/notices.js"
};
static const unsigned char core_parts_js[] = {
#embed "../../Web/core/parts.js"
};
static const unsigned char core_photo_state_js[] = {
#embed "../../Web/core/photo-state.js"
};
static const unsigned char core_settings_js[] = {
#embed "../../Web/core/settings.js"
};
static const unsigned char core_steps_js[] = {
#embed "../../Web/core/steps.js"
};
static const unsigned char core_store_js[] = {
#embed "../../Web/core/store.js"
};
static const unsigned char core_style_changes_js[] = {
#embed "../../Web/core/style-changes.js"
};
static const unsigned char core_tabs_css[] = {
#embed "../../Web/core/tabs.css"
};
static const unsigned char core_tabs_js[] = {
#embed "../../Web/core/tabs.js"
};
static const unsigned char core_tokens_css[] = {
#embed "../../Web/core/tokens.css"
};
static const unsigned char core_vivid_js[] = {
#embed "../../Web/core/vivid.js"
};
static const unsigned char editor_arrange_css[] = {
#embed "../../Web/editor/arrange.css"
};
static const unsigned char editor_arrange_js[] = {
#embed "../../Web/editor/arrange.js"
};
static const unsigned char editor_arrangement_js[] = {
#embed "../../Web/editor/arrangement.js"
};
static const unsigned char editor_brush_cursor_js[] = {
#embed "../../Web/editor/brush-cursor.js"
};
static const unsigned char editor_brush_js[] = {
#embed "../../Web/editor/brush.js"
};
static const unsigned char editor_clip_panel_js[] = {
#embed "../../Web/editor/clip-panel.js"
};
static const unsigned char editor_clip_css[] = {
#embed "../../Web/editor/clip.css"
};
static const unsigned char editor_crop_js[] = {
#embed "../../Web/editor/crop.js"
};
static const unsigned char editor_duplicating_js[] = {
#embed "../../Web/editor/duplicating.js"
};
static const unsigned char editor_editor_css[] = {
#embed "../../Web/editor/editor.css"
};
static const unsigned char editor_editor_js[] = {
#embed "../../Web/editor/editor.js"
};
static const unsigned char editor_font_list_js[] = {
#embed "../../Web/editor/font-list.js"
};
static const unsigned char editor_gesture_js[] = {
#embed "../../Web/editor/gesture.js"
};
static const unsigned char editor_look_strip_js[] = {
#embed "../../Web/editor/look-strip.js"
};
static const unsigned char editor_loupe_js[] = {
#embed "../../Web/editor/loupe.js"
};
static const unsigned char editor_markup_js[] = {
#embed "../../Web/editor/markup.js"
};
static const unsigned char editor_neighbours_js[] = {
#embed "../../Web/editor/neighbours.js"
};
static const unsigned char editor_painted_strokes_js[] = {
#embed "../../Web/editor/painted-strokes.js"
};
static const unsigned char editor_stroke_preview_js[] = {
#embed "../../Web/editor/stroke-preview.js"
};
static const unsigned char editor_style_panel_js[] = {
#embed "../../Web/editor/style-panel.js"
};
static const unsigned char editor_style_queue_js[] = {
#embed "../../Web/editor/style-queue.js"
};
static const unsigned char editor_subject_outline_js[] = {
#embed "../../Web/editor/subject-outline.js"
};
static const unsigned char editor_subject_point_js[] = {
#embed "../../Web/editor/subject-point.js"
};
static const unsigned char editor_subjects_css[] = {
#embed "../../Web/editor/subjects.css"
};
static const unsigned char editor_subjects_js[] = {
#embed "../../Web/editor/subjects.js"
};
static const unsigned char editor_text_panel_js[] = {
#embed "../../Web/editor/text-panel.js"
};
static const unsigned char editor_words_css[] = {
#embed "../../Web/editor/words.css"
};
static const unsigned char editor_words_js[] = {
#embed "../../Web/editor/words.js"
};
static const unsigned char editor_zoom_js[] = {
#embed "../../Web/editor/zoom.js"
};
static const unsigned char emoji_emoji_dialog_js[] = {
#embed "../../Web/emoji/emoji-dialog.js"
};
static const unsigned char emoji_emoji_list_js[] = {
#embed "../../Web/emoji/emoji-list.js"
};
static const unsigned char emoji_emoji_table_js[] = {
#embed "../../Web/emoji/emoji-table.js"
};
static const unsigned char emoji_emoji_css[] = {
#embed "../../Web/emoji/emoji.css"
};
static const unsigned char emoji_folding_js[] = {
#embed "../../Web/emoji/folding.js"
};
static const unsigned char emoji_markup_js[] = {
#embed "../../Web/emoji/markup.js"
};
static const unsigned char emoji_names_de_json[] = {
#embed "../../Web/emoji/names/de.json"
};
static const unsigned char emoji_names_en_json[] = {
#embed "../../Web/emoji/names/en.json"
};
static const unsigned char emoji_names_es_json[] = {
#embed "../../Web/emoji/names/es.json"
};
static const unsigned char emoji_names_fr_json[] = {
#embed "../../Web/emoji/names/fr.json"
};
static const unsigned char emoji_names_ja_json[] = {
#embed "../../Web/emoji/names/ja.json"
};
static const unsigned char emoji_names_ko_json[] = {
#embed "../../Web/emoji/names/ko.json"
};
static const unsigned char emoji_names_origin_txt[] = {
#embed "../../Web/emoji/names/origin.txt"
};
static const unsigned char emoji_names_pt_json[] = {
#embed "../../Web/emoji/names/pt.json"
};
static const unsigned char emoji_names_ru_json[] = {
#embed "../../Web/emoji/names/ru.json"
};
static const unsigned char emoji_names_zh_Hans_json[] = {
#embed "../../Web/emoji/names/zh-Hans.json"
};
static const unsigned char emoji_phrases_js[] = {
#embed "../../Web/emoji/phrases.js"
};
static const unsigned char emoji_recent_js[] = {
#embed "../../Web/emoji/recent.js"
};
static const unsigned char emoji_skin_tone_js[] = {
#embed "../../Web/emoji/skin-tone.js"
};
static const unsigned char emoji_suggestions_js[] = {
#embed "../../Web/emoji/suggestions.js"
};
static const unsigned char icons_catalog_svg[] = {
#embed "../../Web/icons/catalog.svg"
};
static const unsigned char icons_icon_192_png[] = {
#embed "../../Web/icons/icon-192.png"
};
static const unsigned char icons_icon_512_png[] = {
#embed "../../Web/icons/icon-512.png"
};
static const unsigned char icons_icon_maskable_512_png[] = {
#embed "../../Web/icons/icon-maskable-512.png"
};
static const unsigned char icons_icon_svg[] = {
#embed "../../Web/icons/icon.svg"
};
static const unsigned char icons_symbols_svg[] = {
#embed "../../Web/icons/symbols.svg"
};
static const unsigned char icons_welcome_svg[] = {
#embed "../../Web/icons/welcome.svg"
};
static const unsigned char index_html[] = {
#embed "../../Web/index.html"
};
static const unsigned char languages_de_json[] = {
#embed "../../Web/languages/de.json"
};
static const unsigned char languages_en_json[] = {
#embed "../../Web/languages/en.json"
};
static const unsigned char languages_es_json[] = {
#embed "../../Web/languages/es.json"
};
static const unsigned char languages_fr_json[] = {
#embed "../../Web/languages/fr.json"
};
static const unsigned char languages_ja_json[] = {
#embed "../../Web/languages/ja.json"
};
static const unsigned char languages_ko_json[] = {
#embed "../../Web/languages/ko.json"
};
static const unsigned char languages_languages_js[] = {
#embed "../../Web/languages/languages.js"
};
static const unsigned char languages_pt_json[] = {
#embed "../../Web/languages/pt.json"
};
static const unsigned char languages_ru_json[] = {
#embed "../../Web/languages/ru.json"
};
static const unsigned char languages_zh_Hans_json[] = {
#embed "../../Web/languages/zh-Hans.json"
};
static const unsigned char library_api_js[] = {
#embed "../../Web/library/api.js"
};
static const unsigned char library_choice_js[] = {
#embed "../../Web/library/choice.js"
};
static const unsigned char library_markup_js[] = {
#embed "../../Web/library/markup.js"
};
static const unsigned char library_naming_js[] = {
#embed "../../Web/library/naming.js"
};
static const unsigned char library_packs_css[] = {
#embed "../../Web/library/packs.css"
};
static const unsigned char library_packs_js[] = {
#embed "../../Web/library/packs.js"
};
static const unsigned char library_preview_js[] = {
#embed "../../Web/library/preview.js"
};
static const unsigned char library_steps_js[] = {
#embed "../../Web/library/steps.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../../Web/manifest.webmanifest"
};
static const unsigned char packs_emoji_js[] = {
#embed "../../Web/packs/emoji.js"
};
static const unsigned char packs_markup_js[] = {
#embed "../../Web/packs/markup.js"
};
static const unsigned char packs_pack_dialog_js[] = {
#embed "../../Web/packs/pack-dialog.js"
};
static const unsigned char packs_pack_emoji_js[] = {
#embed "../../Web/packs/pack-emoji.js"
};
static const unsigned char packs_pack_files_js[] = {
#embed "../../Web/packs/pack-files.js"
};
static const unsigned char packs_pack_kinds_js[] = {
#embed "../../Web/packs/pack-kinds.js"
};
static const unsigned char packs_pack_metadata_js[] = {
#embed "../../Web/packs/pack-metadata.js"
};
static const unsigned char packs_pack_report_js[] = {
#embed "../../Web/packs/pack-report.js"
};
static const unsigned char packs_pack_stickers_js[] = {
#embed "../../Web/packs/pack-stickers.js"
};
static const unsigned char packs_packs_css[] = {
#embed "../../Web/packs/packs.css"
};
static const unsigned char samples_astronaut_jpg[] = {
#embed "../../Web/samples/astronaut.jpg"
};
static const unsigned char samples_cat_jpg[] = {
#embed "../../Web/samples/cat.jpg"
};
static const unsigned char samples_coffee_jpg[] = {
#embed "../../Web/samples/coffee.jpg"
};
static const unsigned char samples_origin_txt[] = {
#embed "../../Web/samples/origin.txt"
};
static const unsigned char samples_rocket_jpg[] = {
#embed "../../Web/samples/rocket.jpg"
};
static const unsigned char service_worker_js[] = {
#embed "../../Web/service-worker.js"
};
static const unsigned char sheets_markup_js[] = {
#embed "../../Web/sheets/markup.js"
};
static const unsigned char sheets_sheet_dialog_js[] = {
#embed "../../Web/sheets/sheet-dialog.js"
};
static const unsigned char sheets_sheet_page_js[] = {
#embed "../../Web/sheets/sheet-page.js"
};
static const unsigned char sheets_sheet_settings_js[] = {
#embed "../../Web/sheets/sheet-settings.js"
};
static const unsigned char sheets_sheets_css[] = {
#embed "../../Web/sheets/sheets.css"
};
static const unsigned char stickers_ambience_js[] = {
#embed "../../Web/stickers/ambience.js"
};
static const unsigned char stickers_arrivals_js[] = {
#embed "../../Web/stickers/arrivals.js"
};
static const unsigned char stickers_card_looks_js[] = {
#embed "../../Web/stickers/card-looks.js"
};
static const unsigned char stickers_card_js[] = {
#embed "../../Web/stickers/card.js"
};
static const unsigned char stickers_carousel_css[] = {
#embed "../../Web/stickers/carousel.css"
};
static const unsigned char stickers_carousel_js[] = {
#embed "../../Web/stickers/carousel.js"
};
static const unsigned char stickers_clip_work_js[] = {
#embed "../../Web/stickers/clip-work.js"
};
static const unsigned char stickers_export_size_js[] = {
#embed "../../Web/stickers/export-size.js"
};
static const unsigned char stickers_grid_menu_js[] = {
#embed "../../Web/stickers/grid-menu.js"
};
static const unsigned char stickers_grid_search_js[] = {
#embed "../../Web/stickers/grid-search.js"
};
static const unsigned char stickers_grid_summary_js[] = {
#embed "../../Web/stickers/grid-summary.js"
};
static const unsigned char stickers_grid_css[] = {
#embed "../../Web/stickers/grid.css"
};
static const unsigned char stickers_grid_js[] = {
#embed "../../Web/stickers/grid.js"
};
static const unsigned char stickers_intake_js[] = {
#embed "../../Web/stickers/intake.js"
};
static const unsigned char stickers_kept_card_js[] = {
#embed "../../Web/stickers/kept-card.js"
};
static const unsigned char stickers_kept_uploads_js[] = {
#embed "../../Web/stickers/kept-uploads.js"
};
static const unsigned char stickers_lazy_loading_js[] = {
#embed "../../Web/stickers/lazy-loading.js"
};
static const unsigned char stickers_look_worker_js[] = {
#embed "../../Web/stickers/look-worker.js"
};
static const unsigned char stickers_making_js[] = {
#embed "../../Web/stickers/making.js"
};
static const unsigned char stickers_markup_js[] = {
#embed "../../Web/stickers/markup.js"
};
static const unsigned char stickers_order_js[] = {
#embed "../../Web/stickers/order.js"
};
static const unsigned char stickers_playing_js[] = {
#embed "../../Web/stickers/playing.js"
};
static const unsigned char stickers_removal_js[] = {
#embed "../../Web/stickers/removal.js"
};
static const unsigned char stickers_reorder_js[] = {
#embed "../../Web/stickers/reorder.js"
};
static const unsigned char stickers_screen_js[] = {
#embed "../../Web/stickers/screen.js"
};
static const unsigned char stickers_scroll_effects_js[] = {
#embed "../../Web/stickers/scroll-effects.js"
};
static const unsigned char stickers_scroll_rest_js[] = {
#embed "../../Web/stickers/scroll-rest.js"
};
static const unsigned char stickers_selection_js[] = {
#embed "../../Web/stickers/selection.js"
};
static const unsigned char stickers_share_action_js[] = {
#embed "../../Web/stickers/share-action.js"
};
static const unsigned char stickers_share_singles_js[] = {
#embed "../../Web/stickers/share-singles.js"
};
static const unsigned char stickers_share_js[] = {
#embed "../../Web/stickers/share.js"
};
static const unsigned char stickers_shared_js[] = {
#embed "../../Web/stickers/shared.js"
};
static const unsigned char stickers_system_share_js[] = {
#embed "../../Web/stickers/system-share.js"
};
static const unsigned char stickers_tile_window_js[] = {
#embed "../../Web/stickers/tile-window.js"
};
static const unsigned char stickers_tile_js[] = {
#embed "../../Web/stickers/tile.js"
};
static const unsigned char stickers_trash_css[] = {
#embed "../../Web/stickers/trash.css"
};
static const unsigned char stickers_trash_js[] = {
#embed "../../Web/stickers/trash.js"
};
static const unsigned char stickers_undoing_js[] = {
#embed "../../Web/stickers/undoing.js"
};
static const unsigned char stickers_upload_tray_js[] = {
#embed "../../Web/stickers/upload-tray.js"
};
static const unsigned char stickers_upload_js[] = {
#embed "../../Web/stickers/upload.js"
};
static const unsigned char stickers_uploads_css[] = {
#embed "../../Web/stickers/uploads.css"
};
static const unsigned char stickers_welcome_js[] = {
#embed "../../Web/stickers/welcome.js"
};
static const unsigned char styles_kept_styles_js[] = {
#embed "../../Web/styles/kept-styles.js"
};
static const unsigned char styles_looks_js[] = {
#embed "../../Web/styles/looks.js"
};
static const unsigned char styles_markup_js[] = {
#embed "../../Web/styles/markup.js"
};
static const unsigned char styles_restyle_js[] = {
#embed "../../Web/styles/restyle.js"
};
static const unsigned char styles_style_dialog_js[] = {
#embed "../../Web/styles/style-dialog.js"
};
static const unsigned char styles_styles_css[] = {
#embed "../../Web/styles/styles.css"
};

#define PAGE(path, content_type, bytes) {path, content_type, bytes, sizeof bytes}

static const struct studio_page pages[] = {
    PAGE("/app.css", "text/css; charset=utf-8", app_css),
    PAGE("/app.js", "text/javascript; charset=utf-8", app_js),
    PAGE("/camera/browser-camera.js", "text/javascript; charset=utf-8", camera_browser_camera_js),
    PAGE("/camera/camera-api.js", "text/javascript; charset=utf-8", camera_camera_api_js),
    PAGE("/camera/camera-session.js", "text/javascript; charset=utf-8", camera_camera_session_js),
    PAGE("/camera/camera-source.js", "text/javascript; charset=utf-8", camera_camera_source_js),
    PAGE("/camera/camera-state.js", "text/javascript; charset=utf-8", camera_camera_state_js),
    PAGE("/camera/camera-view.js", "text/javascript; charset=utf-8", camera_camera_view_js),
    PAGE("/camera/camera-views.css", "text/css; charset=utf-8", camera_camera_views_css),
    PAGE("/camera/camera.css", "text/css; charset=utf-8", camera_camera_css),
    PAGE("/camera/camera.js", "text/javascript; charset=utf-8", camera_camera_js),
    PAGE("/camera/clip-recorder.js", "text/javascript; charset=utf-8", camera_clip_recorder_js),
    PAGE("/camera/frame-encoder.js", "text/javascript; charset=utf-8", camera_frame_encoder_js),
    PAGE("/camera/frame-sender.js", "text/javascript; charset=utf-8", camera_frame_sender_js),
    PAGE("/camera/living-shutter.js", "text/javascript; charset=utf-8", camera_living_shutter_js),
    PAGE("/camera/markup.js", "text/javascript; charset=utf-8", camera_markup_js),
    PAGE("/camera/mode-demo.js", "text/javascript; charset=utf-8", camera_mode_demo_js),
    PAGE("/camera/scan-preview.js", "text/javascript; charset=utf-8", camera_scan_preview_js),
    PAGE("/camera/scan-results.js", "text/javascript; charset=utf-8", camera_scan_results_js),
    PAGE("/camera/scan-settings.js", "text/javascript; charset=utf-8", camera_scan_settings_js),
    PAGE("/camera/screen.js", "text/javascript; charset=utf-8", camera_screen_js),
    PAGE("/camera/slit-slider.js", "text/javascript; charset=utf-8", camera_slit_slider_js),
    PAGE("/camera/sound-capture.js", "text/javascript; charset=utf-8", camera_sound_capture_js),
    PAGE("/camera/sound-worklet.js", "text/javascript; charset=utf-8", camera_sound_worklet_js),
    PAGE("/camera/still-picture.js", "text/javascript; charset=utf-8", camera_still_picture_js),
    PAGE("/camera/video-upload.js", "text/javascript; charset=utf-8", camera_video_upload_js),
    PAGE("/catalog/catalog-card.css", "text/css; charset=utf-8", catalog_catalog_card_css),
    PAGE("/catalog/catalog-card.js", "text/javascript; charset=utf-8", catalog_catalog_card_js),
    PAGE("/catalog/catalog.css", "text/css; charset=utf-8", catalog_catalog_css),
    PAGE("/catalog/catalog.js", "text/javascript; charset=utf-8", catalog_catalog_js),
    PAGE("/catalog/lazy-picture.js", "text/javascript; charset=utf-8", catalog_lazy_picture_js),
    PAGE("/catalog/markup.js", "text/javascript; charset=utf-8", catalog_markup_js),
    PAGE("/catalog/original-button.js", "text/javascript; charset=utf-8", catalog_original_button_js),
    PAGE("/catalog/picture-queue.js", "text/javascript; charset=utf-8", catalog_picture_queue_js),
    PAGE("/catalog/pull-to-refresh.js", "text/javascript; charset=utf-8", catalog_pull_to_refresh_js),
    PAGE("/catalog/save-buttons.js", "text/javascript; charset=utf-8", catalog_save_buttons_js),
    PAGE("/catalog/saving.js", "text/javascript; charset=utf-8", catalog_saving_js),
    PAGE("/catalog/screen.js", "text/javascript; charset=utf-8", catalog_screen_js),
    PAGE("/catalog/viewer.css", "text/css; charset=utf-8", catalog_viewer_css),
    PAGE("/catalog/viewer.js", "text/javascript; charset=utf-8", catalog_viewer_js),
    PAGE("/core/api.js", "text/javascript; charset=utf-8", core_api_js),
    PAGE("/core/base.css", "text/css; charset=utf-8", core_base_css),
    PAGE("/core/clipboard.js", "text/javascript; charset=utf-8", core_clipboard_js),
    PAGE("/core/color-names.js", "text/javascript; charset=utf-8", core_color_names_js),
    PAGE("/core/colors.js", "text/javascript; charset=utf-8", core_colors_js),
    PAGE("/core/connection.js", "text/javascript; charset=utf-8", core_connection_js),
    PAGE("/core/controls.css", "text/css; charset=utf-8", core_controls_css),
    PAGE("/core/credit.js", "text/javascript; charset=utf-8", core_credit_js),
    PAGE("/core/dialogs.css", "text/css; charset=utf-8", core_dialogs_css),
    PAGE("/core/dialogs.js", "text/javascript; charset=utf-8", core_dialogs_js),
    PAGE("/core/duplicates.js", "text/javascript; charset=utf-8", core_duplicates_js),
    PAGE("/core/elements.js", "text/javascript; charset=utf-8", core_elements_js),
    PAGE("/core/empty.css", "text/css; charset=utf-8", core_empty_css),
    PAGE("/core/events.js", "text/javascript; charset=utf-8", core_events_js),
    PAGE("/core/history.js", "text/javascript; charset=utf-8", core_history_js),
    PAGE("/core/kept.js", "text/javascript; charset=utf-8", core_kept_js),
    PAGE("/core/markup.js", "text/javascript; charset=utf-8", core_markup_js),
    PAGE("/core/notices.js", "text/javascript; charset=utf-8", core_notices_js),
    PAGE("/core/parts.js", "text/javascript; charset=utf-8", core_parts_js),
    PAGE("/core/photo-state.js", "text/javascript; charset=utf-8", core_photo_state_js),
    PAGE("/core/settings.js", "text/javascript; charset=utf-8", core_settings_js),
    PAGE("/core/steps.js", "text/javascript; charset=utf-8", core_steps_js),
    PAGE("/core/store.js", "text/javascript; charset=utf-8", core_store_js),
    PAGE("/core/style-changes.js", "text/javascript; charset=utf-8", core_style_changes_js),
    PAGE("/core/tabs.css", "text/css; charset=utf-8", core_tabs_css),
    PAGE("/core/tabs.js", "text/javascript; charset=utf-8", core_tabs_js),
    PAGE("/core/tokens.css", "text/css; charset=utf-8", core_tokens_css),
    PAGE("/core/vivid.js", "text/javascript; charset=utf-8", core_vivid_js),
    PAGE("/editor/arrange.css", "text/css; charset=utf-8", editor_arrange_css),
    PAGE("/editor/arrange.js", "text/javascript; charset=utf-8", editor_arrange_js),
    PAGE("/editor/arrangement.js", "text/javascript; charset=utf-8", editor_arrangement_js),
    PAGE("/editor/brush-cursor.js", "text/javascript; charset=utf-8", editor_brush_cursor_js),
    PAGE("/editor/brush.js", "text/javascript; charset=utf-8", editor_brush_js),
    PAGE("/editor/clip-panel.js", "text/javascript; charset=utf-8", editor_clip_panel_js),
    PAGE("/editor/clip.css", "text/css; charset=utf-8", editor_clip_css),
    PAGE("/editor/crop.js", "text/javascript; charset=utf-8", editor_crop_js),
    PAGE("/editor/duplicating.js", "text/javascript; charset=utf-8", editor_duplicating_js),
    PAGE("/editor/editor.css", "text/css; charset=utf-8", editor_editor_css),
    PAGE("/editor/editor.js", "text/javascript; charset=utf-8", editor_editor_js),
    PAGE("/editor/font-list.js", "text/javascript; charset=utf-8", editor_font_list_js),
    PAGE("/editor/gesture.js", "text/javascript; charset=utf-8", editor_gesture_js),
    PAGE("/editor/look-strip.js", "text/javascript; charset=utf-8", editor_look_strip_js),
    PAGE("/editor/loupe.js", "text/javascript; charset=utf-8", editor_loupe_js),
    PAGE("/editor/markup.js", "text/javascript; charset=utf-8", editor_markup_js),
    PAGE("/editor/neighbours.js", "text/javascript; charset=utf-8", editor_neighbours_js),
    PAGE("/editor/painted-strokes.js", "text/javascript; charset=utf-8", editor_painted_strokes_js),
    PAGE("/editor/stroke-preview.js", "text/javascript; charset=utf-8", editor_stroke_preview_js),
    PAGE("/editor/style-panel.js", "text/javascript; charset=utf-8", editor_style_panel_js),
    PAGE("/editor/style-queue.js", "text/javascript; charset=utf-8", editor_style_queue_js),
    PAGE("/editor/subject-outline.js", "text/javascript; charset=utf-8", editor_subject_outline_js),
    PAGE("/editor/subject-point.js", "text/javascript; charset=utf-8", editor_subject_point_js),
    PAGE("/editor/subjects.css", "text/css; charset=utf-8", editor_subjects_css),
    PAGE("/editor/subjects.js", "text/javascript; charset=utf-8", editor_subjects_js),
    PAGE("/editor/text-panel.js", "text/javascript; charset=utf-8", editor_text_panel_js),
    PAGE("/editor/words.css", "text/css; charset=utf-8", editor_words_css),
    PAGE("/editor/words.js", "text/javascript; charset=utf-8", editor_words_js),
    PAGE("/editor/zoom.js", "text/javascript; charset=utf-8", editor_zoom_js),
    PAGE("/emoji/emoji-dialog.js", "text/javascript; charset=utf-8", emoji_emoji_dialog_js),
    PAGE("/emoji/emoji-list.js", "text/javascript; charset=utf-8", emoji_emoji_list_js),
    PAGE("/emoji/emoji-table.js", "text/javascript; charset=utf-8", emoji_emoji_table_js),
    PAGE("/emoji/emoji.css", "text/css; charset=utf-8", emoji_emoji_css),
    PAGE("/emoji/folding.js", "text/javascript; charset=utf-8", emoji_folding_js),
    PAGE("/emoji/markup.js", "text/javascript; charset=utf-8", emoji_markup_js),
    PAGE("/emoji/names/de.json", "application/json", emoji_names_de_json),
    PAGE("/emoji/names/en.json", "application/json", emoji_names_en_json),
    PAGE("/emoji/names/es.json", "application/json", emoji_names_es_json),
    PAGE("/emoji/names/fr.json", "application/json", emoji_names_fr_json),
    PAGE("/emoji/names/ja.json", "application/json", emoji_names_ja_json),
    PAGE("/emoji/names/ko.json", "application/json", emoji_names_ko_json),
    PAGE("/emoji/names/origin.txt", "text/plain; charset=utf-8", emoji_names_origin_txt),
    PAGE("/emoji/names/pt.json", "application/json", emoji_names_pt_json),
    PAGE("/emoji/names/ru.json", "application/json", emoji_names_ru_json),
    PAGE("/emoji/names/zh-Hans.json", "application/json", emoji_names_zh_Hans_json),
    PAGE("/emoji/phrases.js", "text/javascript; charset=utf-8", emoji_phrases_js),
    PAGE("/emoji/recent.js", "text/javascript; charset=utf-8", emoji_recent_js),
    PAGE("/emoji/skin-tone.js", "text/javascript; charset=utf-8", emoji_skin_tone_js),
    PAGE("/emoji/suggestions.js", "text/javascript; charset=utf-8", emoji_suggestions_js),
    PAGE("/icons/catalog.svg", "image/svg+xml", icons_catalog_svg),
    PAGE("/icons/icon-192.png", "image/png", icons_icon_192_png),
    PAGE("/icons/icon-512.png", "image/png", icons_icon_512_png),
    PAGE("/icons/icon-maskable-512.png", "image/png", icons_icon_maskable_512_png),
    PAGE("/icons/icon.svg", "image/svg+xml", icons_icon_svg),
    PAGE("/icons/symbols.svg", "image/svg+xml", icons_symbols_svg),
    PAGE("/icons/welcome.svg", "image/svg+xml", icons_welcome_svg),
    PAGE("/index.html", "text/html; charset=utf-8", index_html),
    PAGE("/languages/de.json", "application/json", languages_de_json),
    PAGE("/languages/en.json", "application/json", languages_en_json),
    PAGE("/languages/es.json", "application/json", languages_es_json),
    PAGE("/languages/fr.json", "application/json", languages_fr_json),
    PAGE("/languages/ja.json", "application/json", languages_ja_json),
    PAGE("/languages/ko.json", "application/json", languages_ko_json),
    PAGE("/languages/languages.js", "text/javascript; charset=utf-8", languages_languages_js),
    PAGE("/languages/pt.json", "application/json", languages_pt_json),
    PAGE("/languages/ru.json", "application/json", languages_ru_json),
    PAGE("/languages/zh-Hans.json", "application/json", languages_zh_Hans_json),
    PAGE("/library/api.js", "text/javascript; charset=utf-8", library_api_js),
    PAGE("/library/choice.js", "text/javascript; charset=utf-8", library_choice_js),
    PAGE("/library/markup.js", "text/javascript; charset=utf-8", library_markup_js),
    PAGE("/library/naming.js", "text/javascript; charset=utf-8", library_naming_js),
    PAGE("/library/packs.css", "text/css; charset=utf-8", library_packs_css),
    PAGE("/library/packs.js", "text/javascript; charset=utf-8", library_packs_js),
    PAGE("/library/preview.js", "text/javascript; charset=utf-8", library_preview_js),
    PAGE("/library/steps.js", "text/javascript; charset=utf-8", library_steps_js),
    PAGE("/manifest.webmanifest", "application/manifest+json", manifest_webmanifest),
    PAGE("/packs/emoji.js", "text/javascript; charset=utf-8", packs_emoji_js),
    PAGE("/packs/markup.js", "text/javascript; charset=utf-8", packs_markup_js),
    PAGE("/packs/pack-dialog.js", "text/javascript; charset=utf-8", packs_pack_dialog_js),
    PAGE("/packs/pack-emoji.js", "text/javascript; charset=utf-8", packs_pack_emoji_js),
    PAGE("/packs/pack-files.js", "text/javascript; charset=utf-8", packs_pack_files_js),
    PAGE("/packs/pack-kinds.js", "text/javascript; charset=utf-8", packs_pack_kinds_js),
    PAGE("/packs/pack-metadata.js", "text/javascript; charset=utf-8", packs_pack_metadata_js),
    PAGE("/packs/pack-report.js", "text/javascript; charset=utf-8", packs_pack_report_js),
    PAGE("/packs/pack-stickers.js", "text/javascript; charset=utf-8", packs_pack_stickers_js),
    PAGE("/packs/packs.css", "text/css; charset=utf-8", packs_packs_css),
    PAGE("/samples/astronaut.jpg", "image/jpeg", samples_astronaut_jpg),
    PAGE("/samples/cat.jpg", "image/jpeg", samples_cat_jpg),
    PAGE("/samples/coffee.jpg", "image/jpeg", samples_coffee_jpg),
    PAGE("/samples/origin.txt", "text/plain; charset=utf-8", samples_origin_txt),
    PAGE("/samples/rocket.jpg", "image/jpeg", samples_rocket_jpg),
    PAGE("/service-worker.js", "text/javascript; charset=utf-8", service_worker_js),
    PAGE("/sheets/markup.js", "text/javascript; charset=utf-8", sheets_markup_js),
    PAGE("/sheets/sheet-dialog.js", "text/javascript; charset=utf-8", sheets_sheet_dialog_js),
    PAGE("/sheets/sheet-page.js", "text/javascript; charset=utf-8", sheets_sheet_page_js),
    PAGE("/sheets/sheet-settings.js", "text/javascript; charset=utf-8", sheets_sheet_settings_js),
    PAGE("/sheets/sheets.css", "text/css; charset=utf-8", sheets_sheets_css),
    PAGE("/stickers/ambience.js", "text/javascript; charset=utf-8", stickers_ambience_js),
    PAGE("/stickers/arrivals.js", "text/javascript; charset=utf-8", stickers_arrivals_js),
    PAGE("/stickers/card-looks.js", "text/javascript; charset=utf-8", stickers_card_looks_js),
    PAGE("/stickers/card.js", "text/javascript; charset=utf-8", stickers_card_js),
    PAGE("/stickers/carousel.css", "text/css; charset=utf-8", stickers_carousel_css),
    PAGE("/stickers/carousel.js", "text/javascript; charset=utf-8", stickers_carousel_js),
    PAGE("/stickers/clip-work.js", "text/javascript; charset=utf-8", stickers_clip_work_js),
    PAGE("/stickers/export-size.js", "text/javascript; charset=utf-8", stickers_export_size_js),
    PAGE("/stickers/grid-menu.js", "text/javascript; charset=utf-8", stickers_grid_menu_js),
    PAGE("/stickers/grid-search.js", "text/javascript; charset=utf-8", stickers_grid_search_js),
    PAGE("/stickers/grid-summary.js", "text/javascript; charset=utf-8", stickers_grid_summary_js),
    PAGE("/stickers/grid.css", "text/css; charset=utf-8", stickers_grid_css),
    PAGE("/stickers/grid.js", "text/javascript; charset=utf-8", stickers_grid_js),
    PAGE("/stickers/intake.js", "text/javascript; charset=utf-8", stickers_intake_js),
    PAGE("/stickers/kept-card.js", "text/javascript; charset=utf-8", stickers_kept_card_js),
    PAGE("/stickers/kept-uploads.js", "text/javascript; charset=utf-8", stickers_kept_uploads_js),
    PAGE("/stickers/lazy-loading.js", "text/javascript; charset=utf-8", stickers_lazy_loading_js),
    PAGE("/stickers/look-worker.js", "text/javascript; charset=utf-8", stickers_look_worker_js),
    PAGE("/stickers/making.js", "text/javascript; charset=utf-8", stickers_making_js),
    PAGE("/stickers/markup.js", "text/javascript; charset=utf-8", stickers_markup_js),
    PAGE("/stickers/order.js", "text/javascript; charset=utf-8", stickers_order_js),
    PAGE("/stickers/playing.js", "text/javascript; charset=utf-8", stickers_playing_js),
    PAGE("/stickers/removal.js", "text/javascript; charset=utf-8", stickers_removal_js),
    PAGE("/stickers/reorder.js", "text/javascript; charset=utf-8", stickers_reorder_js),
    PAGE("/stickers/screen.js", "text/javascript; charset=utf-8", stickers_screen_js),
    PAGE("/stickers/scroll-effects.js", "text/javascript; charset=utf-8", stickers_scroll_effects_js),
    PAGE("/stickers/scroll-rest.js", "text/javascript; charset=utf-8", stickers_scroll_rest_js),
    PAGE("/stickers/selection.js", "text/javascript; charset=utf-8", stickers_selection_js),
    PAGE("/stickers/share-action.js", "text/javascript; charset=utf-8", stickers_share_action_js),
    PAGE("/stickers/share-singles.js", "text/javascript; charset=utf-8", stickers_share_singles_js),
    PAGE("/stickers/share.js", "text/javascript; charset=utf-8", stickers_share_js),
    PAGE("/stickers/shared.js", "text/javascript; charset=utf-8", stickers_shared_js),
    PAGE("/stickers/system-share.js", "text/javascript; charset=utf-8", stickers_system_share_js),
    PAGE("/stickers/tile-window.js", "text/javascript; charset=utf-8", stickers_tile_window_js),
    PAGE("/stickers/tile.js", "text/javascript; charset=utf-8", stickers_tile_js),
    PAGE("/stickers/trash.css", "text/css; charset=utf-8", stickers_trash_css),
    PAGE("/stickers/trash.js", "text/javascript; charset=utf-8", stickers_trash_js),
    PAGE("/stickers/undoing.js", "text/javascript; charset=utf-8", stickers_undoing_js),
    PAGE("/stickers/upload-tray.js", "text/javascript; charset=utf-8", stickers_upload_tray_js),
    PAGE("/stickers/upload.js", "text/javascript; charset=utf-8", stickers_upload_js),
    PAGE("/stickers/uploads.css", "text/css; charset=utf-8", stickers_uploads_css),
    PAGE("/stickers/welcome.js", "text/javascript; charset=utf-8", stickers_welcome_js),
    PAGE("/styles/kept-styles.js", "text/javascript; charset=utf-8", styles_kept_styles_js),
    PAGE("/styles/looks.js", "text/javascript; charset=utf-8", styles_looks_js),
    PAGE("/styles/markup.js", "text/javascript; charset=utf-8", styles_markup_js),
    PAGE("/styles/restyle.js", "text/javascript; charset=utf-8", styles_restyle_js),
    PAGE("/styles/style-dialog.js", "text/javascript; charset=utf-8", styles_style_dialog_js),
    PAGE("/styles/styles.css", "text/css; charset=utf-8", styles_styles_css),
};

size_t studio_page_count(void) {
    return sizeof pages / sizeof pages[0];
}

const struct studio_page *studio_page_at(size_t index) {
    return index < studio_page_count() ? &pages[index] : NULL;
}
