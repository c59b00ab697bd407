// What Swift cannot import of libcurl: functions with a variable number of arguments, macros and unions.
#pragma once
// The type checks are macros over these functions. They need options that are constants.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

typedef size_t (*peel_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*peel_curl_socket)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode peel_curl_start(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode peel_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode peel_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode peel_curl_set_fields(CURL *handle, struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

static inline CURLcode peel_curl_set_form(CURL *handle, curl_mime *form) {
    return curl_easy_setopt(handle, CURLOPT_MIMEPOST, form);
}

/// `context` is passed to the callbacks, and returned by peel_curl_context.
static inline CURLcode peel_curl_set_callbacks(CURL *handle, peel_curl_bytes header, peel_curl_bytes body,
                                               peel_curl_socket socket, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, socket);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_PRIVATE, context);
    return code;
}

/// `bytes` are copied.
static inline CURLcode peel_curl_copy_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) count);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count > 0 ? bytes : "");
    return code;
}

static inline void *peel_curl_context(CURL *handle) {
    char *context = NULL;
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &context);
    return context;
}

static inline CURLMcode peel_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// The next finished transfer, with its result; NULL if there is none.
static inline CURL *peel_curl_next_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL)
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return NULL;
}

/// The 4 or 16 bytes of an Internet address, in network order; NULL for any other address.
static inline const unsigned char *peel_curl_address_bytes(const struct curl_sockaddr *address, size_t *count) {
    const void *bytes = &address->addr;
    if (address->family == AF_INET) {
        *count = 4;
        return (const unsigned char *) &((const struct sockaddr_in *) bytes)->sin_addr;
    }
    if (address->family == AF_INET6) {
        *count = 16;
        return (const unsigned char *) &((const struct sockaddr_in6 *) bytes)->sin6_addr;
    }
    *count = 0;
    return NULL;
}

static inline curl_socket_t peel_curl_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
