#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Function-like macros and typed stacks are not importable into Swift: each gets a one-line function here.

static inline EVP_PKEY *postern_rsa_generate(size_t bits) { return EVP_RSA_gen(bits); }
static inline EVP_PKEY *postern_ec_generate(const char *curve) { return EVP_EC_gen(curve); }
static inline EVP_PKEY *postern_ed25519_generate(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"); }

static const int postern_public_key_selection = EVP_PKEY_PUBLIC_KEY;

// The builder keeps the name by its address, which a name passed from Swift does not outlive.
static inline int postern_push_rsa_modulus(OSSL_PARAM_BLD *builder, const BIGNUM *n) { return OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n); }
static inline int postern_push_rsa_exponent(OSSL_PARAM_BLD *builder, const BIGNUM *e) { return OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e); }

static inline long postern_bio_memory(BIO *bio, char **contents) { return BIO_get_mem_data(bio, contents); }

static inline STACK_OF(X509) *postern_certificates_new(void) { return sk_X509_new_null(); }
static inline int postern_certificates_push(STACK_OF(X509) *stack, X509 *certificate) { return sk_X509_push(stack, certificate); }
static inline void postern_certificates_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }

// RFC 2253 order and escapes, but text beyond ASCII as it is.
static const unsigned long postern_name_flags = (XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);

static inline GENERAL_NAMES *postern_names_new(void) { return sk_GENERAL_NAME_new_null(); }
static inline int postern_names_push(GENERAL_NAMES *names, GENERAL_NAME *name) { return sk_GENERAL_NAME_push(names, name); }
static inline int postern_names_count(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }
static inline GENERAL_NAME *postern_names_at(const GENERAL_NAMES *names, int index) { return sk_GENERAL_NAME_value(names, index); }
static inline void postern_names_free(GENERAL_NAMES *names) { GENERAL_NAMES_free(names); }
