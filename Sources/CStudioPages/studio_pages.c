#include "studio_pages.h"

static const unsigned char icons_catalog_svg[] = {
#embed "pages/icons/catalog.svg"
};
static const unsigned char icons_icon_192_png[] = {
#embed "pages/icons/icon-192.png"
};
static const unsigned char icons_icon_512_png[] = {
#embed "pages/icons/icon-512.png"
};
static const unsigned char icons_icon_maskable_512_png[] = {
#embed "pages/icons/icon-maskable-512.png"
};
static const unsigned char icons_icon_svg[] = {
#embed "pages/icons/icon.svg"
};
static const unsigned char icons_symbols_svg[] = {
#embed "pages/icons/symbols.svg"
};
static const unsigned char icons_welcome_svg[] = {
#embed "pages/icons/welcome.svg"
};
static const unsigned char index_html[] = {
#embed "pages/index.html"
};
static const unsigned char languages_en_json[] = {
#embed "pages/languages/en.json"
};
static const unsigned char languages_ko_json[] = {
#embed "pages/languages/ko.json"
};
static const unsigned char languages_pt_json[] = {
#embed "pages/languages/pt.json"
};
static const unsigned char languages_ru_json[] = {
#embed "pages/languages/ru.json"
};
static const unsigned char languages_zh_Hans_json[] = {
#embed "pages/languages/zh-Hans.json"
};
static const unsigned char manifest_webmanifest[] = {
#embed "pages/manifest.webmanifest"
};
static const unsigned char scripts_ambience_js[] = {
#embed "pages/scripts/ambience.js"
};
static const unsigned char scripts_api_js[] = {
#embed "pages/scripts/api.js"
};
static const unsigned char scripts_app_js[] = {
#embed "pages/scripts/app.js"
};
static const unsigned char scripts_browser_camera_js[] = {
#embed "pages/scripts/browser-camera.js"
};
static const unsigned char scripts_brush_js[] = {
#embed "pages/scripts/brush.js"
};
static const unsigned char scripts_camera_api_js[] = {
#embed "pages/scripts/camera-api.js"
};
static const unsigned char scripts_camera_session_js[] = {
#embed "pages/scripts/camera-session.js"
};
static const unsigned char scripts_camera_source_js[] = {
#embed "pages/scripts/camera-source.js"
};
static const unsigned char scripts_camera_state_js[] = {
#embed "pages/scripts/camera-state.js"
};
static const unsigned char scripts_camera_view_js[] = {
#embed "pages/scripts/camera-view.js"
};
static const unsigned char scripts_camera_js[] = {
#embed "pages/scripts/camera.js"
};
static const unsigned char scripts_card_looks_js[] = {
#embed "pages/scripts/card-looks.js"
};
static const unsigned char scripts_card_js[] = {
#embed "pages/scripts/card.js"
};
static const unsigned char scripts_carousel_js[] = {
#embed "pages/scripts/carousel.js"
};
static const unsigned char scripts_catalog_card_js[] = {
#embed "pages/scripts/catalog-card.js"
};
static const unsigned char scripts_catalog_js[] = {
#embed "pages/scripts/catalog.js"
};
static const unsigned char scripts_clipboard_js[] = {
#embed "pages/scripts/clipboard.js"
};
static const unsigned char scripts_colors_js[] = {
#embed "pages/scripts/colors.js"
};
static const unsigned char scripts_connection_js[] = {
#embed "pages/scripts/connection.js"
};
static const unsigned char scripts_credit_js[] = {
#embed "pages/scripts/credit.js"
};
static const unsigned char scripts_dialogs_js[] = {
#embed "pages/scripts/dialogs.js"
};
static const unsigned char scripts_editor_js[] = {
#embed "pages/scripts/editor.js"
};
static const unsigned char scripts_elements_js[] = {
#embed "pages/scripts/elements.js"
};
static const unsigned char scripts_events_js[] = {
#embed "pages/scripts/events.js"
};
static const unsigned char scripts_frame_encoder_js[] = {
#embed "pages/scripts/frame-encoder.js"
};
static const unsigned char scripts_frame_sender_js[] = {
#embed "pages/scripts/frame-sender.js"
};
static const unsigned char scripts_grid_js[] = {
#embed "pages/scripts/grid.js"
};
static const unsigned char scripts_intake_js[] = {
#embed "pages/scripts/intake.js"
};
static const unsigned char scripts_languages_js[] = {
#embed "pages/scripts/languages.js"
};
static const unsigned char scripts_lazy_loading_js[] = {
#embed "pages/scripts/lazy-loading.js"
};
static const unsigned char scripts_lazy_picture_js[] = {
#embed "pages/scripts/lazy-picture.js"
};
static const unsigned char scripts_look_worker_js[] = {
#embed "pages/scripts/look-worker.js"
};
static const unsigned char scripts_notices_js[] = {
#embed "pages/scripts/notices.js"
};
static const unsigned char scripts_original_button_js[] = {
#embed "pages/scripts/original-button.js"
};
static const unsigned char scripts_photo_state_js[] = {
#embed "pages/scripts/photo-state.js"
};
static const unsigned char scripts_picture_queue_js[] = {
#embed "pages/scripts/picture-queue.js"
};
static const unsigned char scripts_pull_to_refresh_js[] = {
#embed "pages/scripts/pull-to-refresh.js"
};
static const unsigned char scripts_removal_js[] = {
#embed "pages/scripts/removal.js"
};
static const unsigned char scripts_reorder_js[] = {
#embed "pages/scripts/reorder.js"
};
static const unsigned char scripts_save_buttons_js[] = {
#embed "pages/scripts/save-buttons.js"
};
static const unsigned char scripts_saving_js[] = {
#embed "pages/scripts/saving.js"
};
static const unsigned char scripts_scan_preview_js[] = {
#embed "pages/scripts/scan-preview.js"
};
static const unsigned char scripts_scan_results_js[] = {
#embed "pages/scripts/scan-results.js"
};
static const unsigned char scripts_scan_settings_js[] = {
#embed "pages/scripts/scan-settings.js"
};
static const unsigned char scripts_scroll_effects_js[] = {
#embed "pages/scripts/scroll-effects.js"
};
static const unsigned char scripts_scroll_rest_js[] = {
#embed "pages/scripts/scroll-rest.js"
};
static const unsigned char scripts_selection_js[] = {
#embed "pages/scripts/selection.js"
};
static const unsigned char scripts_settings_js[] = {
#embed "pages/scripts/settings.js"
};
static const unsigned char scripts_share_js[] = {
#embed "pages/scripts/share.js"
};
static const unsigned char scripts_slit_slider_js[] = {
#embed "pages/scripts/slit-slider.js"
};
static const unsigned char scripts_sound_capture_js[] = {
#embed "pages/scripts/sound-capture.js"
};
static const unsigned char scripts_sound_worklet_js[] = {
#embed "pages/scripts/sound-worklet.js"
};
static const unsigned char scripts_still_picture_js[] = {
#embed "pages/scripts/still-picture.js"
};
static const unsigned char scripts_store_js[] = {
#embed "pages/scripts/store.js"
};
static const unsigned char scripts_style_panel_js[] = {
#embed "pages/scripts/style-panel.js"
};
static const unsigned char scripts_style_queue_js[] = {
#embed "pages/scripts/style-queue.js"
};
static const unsigned char scripts_tabs_js[] = {
#embed "pages/scripts/tabs.js"
};
static const unsigned char scripts_tile_js[] = {
#embed "pages/scripts/tile.js"
};
static const unsigned char scripts_trash_js[] = {
#embed "pages/scripts/trash.js"
};
static const unsigned char scripts_upload_tray_js[] = {
#embed "pages/scripts/upload-tray.js"
};
static const unsigned char scripts_upload_js[] = {
#embed "pages/scripts/upload.js"
};
static const unsigned char scripts_video_upload_js[] = {
#embed "pages/scripts/video-upload.js"
};
static const unsigned char scripts_viewer_js[] = {
#embed "pages/scripts/viewer.js"
};
static const unsigned char scripts_zoom_js[] = {
#embed "pages/scripts/zoom.js"
};
static const unsigned char service_worker_js[] = {
#embed "pages/service-worker.js"
};
static const unsigned char styles_base_css[] = {
#embed "pages/styles/base.css"
};
static const unsigned char styles_camera_views_css[] = {
#embed "pages/styles/camera-views.css"
};
static const unsigned char styles_camera_css[] = {
#embed "pages/styles/camera.css"
};
static const unsigned char styles_carousel_css[] = {
#embed "pages/styles/carousel.css"
};
static const unsigned char styles_catalog_card_css[] = {
#embed "pages/styles/catalog-card.css"
};
static const unsigned char styles_catalog_css[] = {
#embed "pages/styles/catalog.css"
};
static const unsigned char styles_controls_css[] = {
#embed "pages/styles/controls.css"
};
static const unsigned char styles_dialogs_css[] = {
#embed "pages/styles/dialogs.css"
};
static const unsigned char styles_editor_css[] = {
#embed "pages/styles/editor.css"
};
static const unsigned char styles_empty_css[] = {
#embed "pages/styles/empty.css"
};
static const unsigned char styles_grid_css[] = {
#embed "pages/styles/grid.css"
};
static const unsigned char styles_tabs_css[] = {
#embed "pages/styles/tabs.css"
};
static const unsigned char styles_tokens_css[] = {
#embed "pages/styles/tokens.css"
};
static const unsigned char styles_trash_css[] = {
#embed "pages/styles/trash.css"
};
static const unsigned char styles_uploads_css[] = {
#embed "pages/styles/uploads.css"
};
static const unsigned char styles_viewer_css[] = {
#embed "pages/styles/viewer.css"
};

#define PAGE(path, content_type, bytes) {path, content_type, bytes, sizeof bytes}

static const struct studio_page pages[] = {
    PAGE("/icons/catalog.svg", "image/svg+xml", icons_catalog_svg),
    PAGE("/icons/icon-192.png", "image/png", icons_icon_192_png),
    PAGE("/icons/icon-512.png", "image/png", icons_icon_512_png),
    PAGE("/icons/icon-maskable-512.png", "image/png", icons_icon_maskable_512_png),
    PAGE("/icons/icon.svg", "image/svg+xml", icons_icon_svg),
    PAGE("/icons/symbols.svg", "image/svg+xml", icons_symbols_svg),
    PAGE("/icons/welcome.svg", "image/svg+xml", icons_welcome_svg),
    PAGE("/index.html", "text/html; charset=utf-8", index_html),
    PAGE("/languages/en.json", "application/json", languages_en_json),
    PAGE("/languages/ko.json", "application/json", languages_ko_json),
    PAGE("/languages/pt.json", "application/json", languages_pt_json),
    PAGE("/languages/ru.json", "application/json", languages_ru_json),
    PAGE("/languages/zh-Hans.json", "application/json", languages_zh_Hans_json),
    PAGE("/manifest.webmanifest", "application/manifest+json", manifest_webmanifest),
    PAGE("/scripts/ambience.js", "text/javascript; charset=utf-8", scripts_ambience_js),
    PAGE("/scripts/api.js", "text/javascript; charset=utf-8", scripts_api_js),
    PAGE("/scripts/app.js", "text/javascript; charset=utf-8", scripts_app_js),
    PAGE("/scripts/browser-camera.js", "text/javascript; charset=utf-8", scripts_browser_camera_js),
    PAGE("/scripts/brush.js", "text/javascript; charset=utf-8", scripts_brush_js),
    PAGE("/scripts/camera-api.js", "text/javascript; charset=utf-8", scripts_camera_api_js),
    PAGE("/scripts/camera-session.js", "text/javascript; charset=utf-8", scripts_camera_session_js),
    PAGE("/scripts/camera-source.js", "text/javascript; charset=utf-8", scripts_camera_source_js),
    PAGE("/scripts/camera-state.js", "text/javascript; charset=utf-8", scripts_camera_state_js),
    PAGE("/scripts/camera-view.js", "text/javascript; charset=utf-8", scripts_camera_view_js),
    PAGE("/scripts/camera.js", "text/javascript; charset=utf-8", scripts_camera_js),
    PAGE("/scripts/card-looks.js", "text/javascript; charset=utf-8", scripts_card_looks_js),
    PAGE("/scripts/card.js", "text/javascript; charset=utf-8", scripts_card_js),
    PAGE("/scripts/carousel.js", "text/javascript; charset=utf-8", scripts_carousel_js),
    PAGE("/scripts/catalog-card.js", "text/javascript; charset=utf-8", scripts_catalog_card_js),
    PAGE("/scripts/catalog.js", "text/javascript; charset=utf-8", scripts_catalog_js),
    PAGE("/scripts/clipboard.js", "text/javascript; charset=utf-8", scripts_clipboard_js),
    PAGE("/scripts/colors.js", "text/javascript; charset=utf-8", scripts_colors_js),
    PAGE("/scripts/connection.js", "text/javascript; charset=utf-8", scripts_connection_js),
    PAGE("/scripts/credit.js", "text/javascript; charset=utf-8", scripts_credit_js),
    PAGE("/scripts/dialogs.js", "text/javascript; charset=utf-8", scripts_dialogs_js),
    PAGE("/scripts/editor.js", "text/javascript; charset=utf-8", scripts_editor_js),
    PAGE("/scripts/elements.js", "text/javascript; charset=utf-8", scripts_elements_js),
    PAGE("/scripts/events.js", "text/javascript; charset=utf-8", scripts_events_js),
    PAGE("/scripts/frame-encoder.js", "text/javascript; charset=utf-8", scripts_frame_encoder_js),
    PAGE("/scripts/frame-sender.js", "text/javascript; charset=utf-8", scripts_frame_sender_js),
    PAGE("/scripts/grid.js", "text/javascript; charset=utf-8", scripts_grid_js),
    PAGE("/scripts/intake.js", "text/javascript; charset=utf-8", scripts_intake_js),
    PAGE("/scripts/languages.js", "text/javascript; charset=utf-8", scripts_languages_js),
    PAGE("/scripts/lazy-loading.js", "text/javascript; charset=utf-8", scripts_lazy_loading_js),
    PAGE("/scripts/lazy-picture.js", "text/javascript; charset=utf-8", scripts_lazy_picture_js),
    PAGE("/scripts/look-worker.js", "text/javascript; charset=utf-8", scripts_look_worker_js),
    PAGE("/scripts/notices.js", "text/javascript; charset=utf-8", scripts_notices_js),
    PAGE("/scripts/original-button.js", "text/javascript; charset=utf-8", scripts_original_button_js),
    PAGE("/scripts/photo-state.js", "text/javascript; charset=utf-8", scripts_photo_state_js),
    PAGE("/scripts/picture-queue.js", "text/javascript; charset=utf-8", scripts_picture_queue_js),
    PAGE("/scripts/pull-to-refresh.js", "text/javascript; charset=utf-8", scripts_pull_to_refresh_js),
    PAGE("/scripts/removal.js", "text/javascript; charset=utf-8", scripts_removal_js),
    PAGE("/scripts/reorder.js", "text/javascript; charset=utf-8", scripts_reorder_js),
    PAGE("/scripts/save-buttons.js", "text/javascript; charset=utf-8", scripts_save_buttons_js),
    PAGE("/scripts/saving.js", "text/javascript; charset=utf-8", scripts_saving_js),
    PAGE("/scripts/scan-preview.js", "text/javascript; charset=utf-8", scripts_scan_preview_js),
    PAGE("/scripts/scan-results.js", "text/javascript; charset=utf-8", scripts_scan_results_js),
    PAGE("/scripts/scan-settings.js", "text/javascript; charset=utf-8", scripts_scan_settings_js),
    PAGE("/scripts/scroll-effects.js", "text/javascript; charset=utf-8", scripts_scroll_effects_js),
    PAGE("/scripts/scroll-rest.js", "text/javascript; charset=utf-8", scripts_scroll_rest_js),
    PAGE("/scripts/selection.js", "text/javascript; charset=utf-8", scripts_selection_js),
    PAGE("/scripts/settings.js", "text/javascript; charset=utf-8", scripts_settings_js),
    PAGE("/scripts/share.js", "text/javascript; charset=utf-8", scripts_share_js),
    PAGE("/scripts/slit-slider.js", "text/javascript; charset=utf-8", scripts_slit_slider_js),
    PAGE("/scripts/sound-capture.js", "text/javascript; charset=utf-8", scripts_sound_capture_js),
    PAGE("/scripts/sound-worklet.js", "text/javascript; charset=utf-8", scripts_sound_worklet_js),
    PAGE("/scripts/still-picture.js", "text/javascript; charset=utf-8", scripts_still_picture_js),
    PAGE("/scripts/store.js", "text/javascript; charset=utf-8", scripts_store_js),
    PAGE("/scripts/style-panel.js", "text/javascript; charset=utf-8", scripts_style_panel_js),
    PAGE("/scripts/style-queue.js", "text/javascript; charset=utf-8", scripts_style_queue_js),
    PAGE("/scripts/tabs.js", "text/javascript; charset=utf-8", scripts_tabs_js),
    PAGE("/scripts/tile.js", "text/javascript; charset=utf-8", scripts_tile_js),
    PAGE("/scripts/trash.js", "text/javascript; charset=utf-8", scripts_trash_js),
    PAGE("/scripts/upload-tray.js", "text/javascript; charset=utf-8", scripts_upload_tray_js),
    PAGE("/scripts/upload.js", "text/javascript; charset=utf-8", scripts_upload_js),
    PAGE("/scripts/video-upload.js", "text/javascript; charset=utf-8", scripts_video_upload_js),
    PAGE("/scripts/viewer.js", "text/javascript; charset=utf-8", scripts_viewer_js),
    PAGE("/scripts/zoom.js", "text/javascript; charset=utf-8", scripts_zoom_js),
    PAGE("/service-worker.js", "text/javascript; charset=utf-8", service_worker_js),
    PAGE("/styles/base.css", "text/css; charset=utf-8", styles_base_css),
    PAGE("/styles/camera-views.css", "text/css; charset=utf-8", styles_camera_views_css),
    PAGE("/styles/camera.css", "text/css; charset=utf-8", styles_camera_css),
    PAGE("/styles/carousel.css", "text/css; charset=utf-8", styles_carousel_css),
    PAGE("/styles/catalog-card.css", "text/css; charset=utf-8", styles_catalog_card_css),
    PAGE("/styles/catalog.css", "text/css; charset=utf-8", styles_catalog_css),
    PAGE("/styles/controls.css", "text/css; charset=utf-8", styles_controls_css),
    PAGE("/styles/dialogs.css", "text/css; charset=utf-8", styles_dialogs_css),
    PAGE("/styles/editor.css", "text/css; charset=utf-8", styles_editor_css),
    PAGE("/styles/empty.css", "text/css; charset=utf-8", styles_empty_css),
    PAGE("/styles/grid.css", "text/css; charset=utf-8", styles_grid_css),
    PAGE("/styles/tabs.css", "text/css; charset=utf-8", styles_tabs_css),
    PAGE("/styles/tokens.css", "text/css; charset=utf-8", styles_tokens_css),
    PAGE("/styles/trash.css", "text/css; charset=utf-8", styles_trash_css),
    PAGE("/styles/uploads.css", "text/css; charset=utf-8", styles_uploads_css),
    PAGE("/styles/viewer.css", "text/css; charset=utf-8", styles_viewer_css),
};

size_t studio_page_count(void) {
    return sizeof pages / sizeof pages[0];
}

const struct studio_page *studio_page_at(size_t index) {
    return index < studio_page_count() ? &pages[index] : NULL;
}
