#pragma once
#include <curl/curl.h>
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
static inline CURLMcode postern_curl_set_multi(CURLM *multi, CURLMoption option, long value) { return curl_multi_setopt(multi, option, value); }
static inline CURLcode postern_curl_response_code(CURL *handle, long *code) { return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, code); }

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
