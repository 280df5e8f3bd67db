#pragma once
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/ssl.h>

// Function-like macros of TLS are not importable into Swift: each gets a one-line function here.

static inline long postern_tls_set_minimum_1_2(SSL_CTX *context) { return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION); }
static inline long postern_tls_set_mode(SSL_CTX *context) { return SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS); }
static inline uint64_t postern_tls_set_options(SSL_CTX *context) { return SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE); }
static inline long postern_tls_disable_session_cache(SSL_CTX *context) { return SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); }
typedef int (*postern_ticket_callback)(SSL *, unsigned char *, unsigned char *, EVP_CIPHER_CTX *, EVP_MAC_CTX *, int);
static inline long postern_tls_set_ticket_callback(SSL_CTX *context, postern_ticket_callback callback) { return SSL_CTX_set_tlsext_ticket_key_evp_cb(context, callback); }
static inline unsigned long postern_error_reason_code(unsigned long error) { return ERR_GET_REASON(error); }

// A parameter list keeps pointers to its names, which must outlive the call that makes each entry.
static inline int postern_tls_set_ticket_authentication(EVP_MAC_CTX *authenticator, void *key, size_t length) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key, length),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(authenticator, parameters);
}
