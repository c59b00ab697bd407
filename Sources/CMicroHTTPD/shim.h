// What Swift cannot import of libmicrohttpd: functions with a variable number of arguments. Also what it cannot import
// of Linux, for the waits of a connection's thread.
#pragma once
#include <microhttpd.h>
#include <sys/eventfd.h>

/// POLLRDHUP, which poll.h defines only for GNU programs: the peer has closed, or sends no more.
static const short peel_hangup = 0x2000;

typedef struct {
    /// A bound, listening socket. libmicrohttpd does not close it after it was told to stop listening.
    MHD_socket listener;
    unsigned connections, connections_per_client, idle_seconds;
    size_t connection_bytes, stack_bytes;
    /// PEM texts; NULL for plain HTTP.
    const char *key, *certificate;
    /// Called on the daemon's thread when a connection begins and when it has ended.
    MHD_NotifyConnectionCallback connection_changed;
    /// Called on the connection's thread with a request's target as it was sent. Returns what identifies the request.
    void *(*request_begins)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request_continues;
    MHD_RequestCompletedCallback request_ends;
    /// The first argument of the four callbacks.
    void *context;
} peel_http_settings;

/// Starts a daemon with a thread per connection. Returns NULL, and sets errno, on failure.
static inline struct MHD_Daemon *peel_http_start(const peel_http_settings *settings) {
    unsigned flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *) settings->key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *) settings->certificate},
        // GnuTLS' defaults without the versions that browsers no longer accept.
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *) "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    if (settings->key == NULL)
        tls[0].option = MHD_OPTION_END;
    else
        flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, settings->request_continues, settings->context,
        MHD_OPTION_LISTEN_SOCKET, settings->listener,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings->connections_per_client,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_bytes,
        MHD_OPTION_THREAD_STACK_SIZE, settings->stack_bytes,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection_changed, settings->context,
        MHD_OPTION_URI_LOG_CALLBACK, settings->request_begins, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->request_ends, settings->context,
        MHD_OPTION_ARRAY, tls,
        MHD_OPTION_END);
}

/// The connection's socket, or -1.
static inline int peel_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// The client's address, or NULL.
static inline const struct sockaddr *peel_http_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

/// The size of the request's line and header fields in bytes.
static inline size_t peel_http_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// Restarts the idle time. libmicrohttpd restarts its clock only on a change from none.
static inline void peel_http_restart_idle_time(struct MHD_Connection *connection, unsigned seconds) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

static inline ssize_t peel_http_nothing(void *context, uint64_t position, char *buffer, size_t count) {
    (void) context, (void) position, (void) buffer, (void) count;
    return MHD_CONTENT_READER_END_OF_STREAM;
}

/// A response to HEAD for a body of unknown length, or NULL. In HTTP/1.1, libmicrohttpd 0.9.75 would send the last
/// chunk of a body that must not be there.
static inline struct MHD_Response *peel_http_headers_alone(void) {
    struct MHD_Response *response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1, peel_http_nothing, NULL, NULL);
    if (response != NULL) MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
    return response;
}

static inline unsigned peel_http_connection_count(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info == NULL ? 0 : info->num_connections;
}

/// Gives the daemon a connection that it did not accept itself. The daemon owns the socket, also if it refuses it.
static inline enum MHD_Result peel_http_add(struct MHD_Daemon *daemon, MHD_socket socket) {
    const struct sockaddr address = {.sa_family = AF_UNIX};
    return MHD_add_connection(daemon, socket, &address, sizeof address);
}
