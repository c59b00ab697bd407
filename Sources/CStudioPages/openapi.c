#include "studio_pages.h"

static const unsigned char openapi_json[] = {
#embed "openapi.json"
};

const unsigned char *studio_openapi(size_t *count) {
    *count = sizeof openapi_json;
    return openapi_json;
}
