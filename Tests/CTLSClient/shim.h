// The client's side of TLS, for tests of a server's.
#pragma once
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
