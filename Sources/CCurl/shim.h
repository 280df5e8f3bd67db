#pragma once
#include <curl/curl.h>
#include <locale.h>
#include <netinet/in.h>
#include <string.h>

// Variadic functions are not importable into Swift: each gets one function a type of argument here.

static inline CURLcode postern_curl_set_long(CURL *handle, CURLoption option, long value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode postern_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode postern_curl_set_string(CURL *handle, CURLoption option, const char *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode postern_curl_set_pointer(CURL *handle, CURLoption option, void *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode postern_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode postern_curl_set_transfer(CURL *handle, CURLoption option, curl_write_callback value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode postern_curl_set_read(CURL *handle, curl_read_callback value) { return curl_easy_setopt(handle, CURLOPT_READFUNCTION, value); }
static inline CURLcode postern_curl_set_open_socket(CURL *handle, curl_opensocket_callback value) { return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value); }
static inline CURLcode postern_curl_set_close_socket(CURL *handle, curl_closesocket_callback value) { return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, value); }
static inline CURLcode postern_curl_set_progress(CURL *handle, curl_xferinfo_callback value) { return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value); }
static inline CURLcode postern_curl_set_debug(CURL *handle, curl_debug_callback value) { return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, value); }
static inline CURLMcode postern_curl_set_multi(CURLM *multi, CURLMoption option, long value) { return curl_multi_setopt(multi, option, value); }

// A union: the result of a finished transfer.
static inline CURLcode postern_curl_result(const CURLMsg *message) { return message->data.result; }

static const size_t postern_curl_pause = CURL_WRITEFUNC_PAUSE;
static const size_t postern_curl_abort = CURL_READFUNC_ABORT;

// The address that a connection would go to: its length (4 or 16), or 0 for a family that is neither.
static inline int postern_curl_peer(const struct curl_sockaddr *peer, unsigned char address[16], unsigned short *port) {
    if (peer->family == AF_INET && peer->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in four;
        memcpy(&four, &peer->addr, sizeof four);
        memcpy(address, &four.sin_addr, 4);
        *port = ntohs(four.sin_port);
        return 4;
    }
    if (peer->family == AF_INET6 && peer->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 six;
        memcpy(&six, &peer->addr, sizeof six);
        memcpy(address, &six.sin6_addr, 16);
        *port = ntohs(six.sin6_port);
        return 16;
    }
    return 0;
}

// The ASCII form (RFC 5891) of the host of a URL in UTF-8: whether there is one that fits.
// The library takes the text as the locale has it; the locale of this thread alone is changed for the moment.
static inline int postern_curl_ascii_host(const char *url, char *host, size_t size) {
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8) return 0;
    locale_t before = uselocale(utf8);
    CURLU *parts = curl_url();
    char *made = NULL;
    int fits = parts && curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK
        && curl_url_get(parts, CURLUPART_HOST, &made, CURLU_PUNYCODE) == CURLUE_OK && strlen(made) < size;
    if (fits) memcpy(host, made, strlen(made) + 1);
    curl_free(made);
    curl_url_cleanup(parts);
    uselocale(before);
    freelocale(utf8);
    return fits;
}
