// libcrypto, and what Swift cannot import of it: macros and functions with a variable number of arguments.
#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// A new key on the curve P-256, or NULL.
static inline EVP_PKEY *peel_new_p256_key(void) {
    return EVP_EC_gen("P-256");
}

/// The bytes written to a memory BIO. They are valid as long as it exists.
static inline long peel_memory_bytes(BIO *memory, const unsigned char **bytes) {
    return BIO_get_mem_data(memory, (char **) bytes);
}

/// Adds an extension whose value is written in OpenSSL's configuration language. Returns 1 for success.
static inline int peel_add_extension(X509 *certificate, int identifier, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, identifier, value);
    if (extension == NULL) return 0;
    int added = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added;
}
