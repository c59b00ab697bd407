// openvino_start NETWORK.onnx CACHE: what the first sticker cannot do without, and nothing else: a process starts, OpenVINO
// compiles a network, or finds it compiled in the folder CACHE, and infers once. As Peel sets it: one stream, exact numbers.
#include <openvino/c/openvino.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check(ov_status_e status, const char *step) {
    if (status == OK) return;
    fprintf(stderr, "openvino_start: %s fails with %d\n", step, status);
    exit(1);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: openvino_start NETWORK.onnx CACHE\n");
        return 2;
    }
    ov_core_t *core = NULL;
    ov_compiled_model_t *compiled = NULL;
    ov_infer_request_t *request = NULL;
    check(ov_core_create(&core), "ov_core_create");
    check(ov_core_compile_model_from_file(core, arguments[1], "CPU", 6, &compiled, ov_property_key_cache_dir, arguments[2],
                                          ov_property_key_num_streams, "1", ov_property_key_hint_inference_precision, "f32"),
          "ov_core_compile_model_from_file");
    check(ov_compiled_model_create_infer_request(compiled, &request), "ov_compiled_model_create_infer_request");
    check(ov_infer_request_infer(request), "ov_infer_request_infer");
    // Unloading OpenVINO is not part of it.
    _exit(0);
}
