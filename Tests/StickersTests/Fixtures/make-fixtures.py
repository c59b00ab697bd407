#!/usr/bin/env python3
"""Makes the reference mattes and the small networks of this folder. See README.md.

    make-fixtures.py FOLDER   the folder with astronaut.png, chelsea.png, coffee.png and rocket.jpg
"""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

HERE = pathlib.Path(__file__).parent
NETWORK = HERE / "../../../Sources/CSubjectNetwork/subject.onnx"


def references(photos):
    session = onnxruntime.InferenceSession(NETWORK.resolve(), providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    for photo in ["astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg"]:
        picture = Image.open(photos / photo).convert("RGB").resize((320, 320), Image.Resampling.BILINEAR)
        # A profile would be applied when the picture is read: the network's input are the numbers.
        picture.info.clear()
        stem = HERE / "reference" / photo.split(".")[0]
        picture.save(f"{stem}.input.png", optimize=True)
        samples = np.asarray(picture, np.float32).transpose(2, 0, 1)[np.newaxis] / 255
        matte = session.run(None, {name: samples})[0][0, 0]
        Image.fromarray((matte * 255).round().clip(0, 255).astype(np.uint8)).save(f"{stem}.matte.png", optimize=True)


def network(name, inputs, outputs, nodes, constants=()):
    graph = helper.make_graph(
        nodes, name, [helper.make_tensor_value_info(n, t, s) for n, t, s in inputs],
        [helper.make_tensor_value_info(n, t, s) for n, t, s in outputs],
        [numpy_helper.from_array(np.array(value), key) for key, value in constants])
    domains = [helper.make_opsetid("", 17)] + [helper.make_opsetid(n.domain, 1) for n in nodes if n.domain]
    model = helper.make_model(graph, opset_imports=domains, ir_version=8, producer_name="")
    onnx.checker.check_model(model)
    (HERE / "networks" / f"{name}.onnx").write_bytes(model.SerializeToString())


def weighted(name, weights, bias, side=32, input_name="input", kind=np.float32, height=None, width=None):
    """weights · (red, green, blue) + bias, one output for each row of the weights."""
    tensor = TensorProto.FLOAT16 if kind == np.float16 else TensorProto.FLOAT
    rows = np.array(weights, kind).reshape(-1, 3)
    height, width = height or side, width or side
    nodes, outputs, constants = [], [], []
    for index, row in enumerate(rows):
        nodes.append(helper.make_node("Conv", [input_name, f"w{index}", f"b{index}"], [f"d{index}"]))
        outputs.append((f"d{index}", tensor, [1, 1, height, width]))
        constants += [(f"w{index}", row.reshape(1, 3, 1, 1)), (f"b{index}", np.array([bias], kind))]
    network(name, [(input_name, tensor, [1, 3, height, width])], outputs, nodes, constants)


def networks():
    weighted("unit", [1, 0, 0], 0)
    weighted("logits", [20, 0, 0], -10)
    # What is redder than green: the painted ball, for tests of packs, which need a subject and not the network's work.
    weighted("red", [120, -120, 0], -18, side=64)
    weighted("u2net-form", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 0)
    weighted("open-size", [1, 0, 0], 0, input_name="photo", height="h", width="w")
    weighted("large", [0, 1, 0], 0, side=1024)
    weighted("oblong", [0, 0, 1], 0, height=24, width=48)
    weighted("half", [1, 0, 0], 0, kind=np.float16)
    conv = [helper.make_node("Conv", ["input", "w"], ["matte"])]
    network("three-channels", [("input", TensorProto.FLOAT, [1, 3, 32, 32])],
            [("matte", TensorProto.FLOAT, [1, 3, 32, 32])], conv,
            [("w", np.eye(3, dtype=np.float32).reshape(3, 3, 1, 1))])
    network("four-channels-in", [("input", TensorProto.FLOAT, [1, 4, 32, 32])],
            [("matte", TensorProto.FLOAT, [1, 1, 32, 32])], conv, [("w", np.ones((1, 4, 1, 1), np.float32))])
    network("three-dimensions", [("input", TensorProto.FLOAT, [3, 32, 32])],
            [("matte", TensorProto.FLOAT, [3, 32, 32])], [helper.make_node("Relu", ["input"], ["matte"])])
    network("two-inputs", [(n, TensorProto.FLOAT, [1, 3, 32, 32]) for n in ("a", "b")],
            [("matte", TensorProto.FLOAT, [1, 3, 32, 32])], [helper.make_node("Add", ["a", "b"], ["matte"])])
    # Weights in 8 bits with a scale, in the two ways that are usual, and inside a node.
    photo, matte = [("photo", TensorProto.FLOAT, [1, 3, 32, 32])], [("matte", TensorProto.FLOAT, [1, 1, 32, 32])]
    steps, scale = np.array([127, 0, 0], np.int8).reshape(1, 3, 1, 1), np.full((1, 1, 1, 1), 1 / 127, np.float32)
    weigh = helper.make_node("Conv", ["photo", "w"], ["matte"])
    network("8-bit-cast", photo, matte, [helper.make_node("Cast", ["steps"], ["whole"], to=TensorProto.FLOAT),
                                         helper.make_node("Mul", ["whole", "scale"], ["w"]), weigh],
            [("steps", steps), ("scale", scale)])
    network("8-bit-dequantized", photo, matte,
            [helper.make_node("DequantizeLinear", ["steps", "scale", "zero"], ["w"], axis=0), weigh],
            [("steps", (steps.astype(np.int16) + 1).astype(np.uint8)), ("scale", scale.reshape(1)),
             ("zero", np.array([1], np.uint8))])
    network("8-bit-constant", photo, matte,
            [helper.make_node("Constant", [], ["steps"], value=numpy_helper.from_array(steps)),
             helper.make_node("Cast", ["steps"], ["whole"], to=TensorProto.FLOAT),
             helper.make_node("Mul", ["whole", "scale"], ["w"]), weigh], [("scale", scale)])
    # Stored in 32 bits, and rounded to 8 by the network itself.
    network("8-bit-rounded", photo, matte,
            [helper.make_node("QuantizeLinear", ["kernel", "scale", "zero"], ["steps"], axis=0),
             helper.make_node("DequantizeLinear", ["steps", "scale", "zero"], ["w"], axis=0), weigh],
            [("kernel", np.array([1, 0, 0], np.float32).reshape(1, 3, 1, 1)), ("scale", scale.reshape(1)),
             ("zero", np.array([1], np.uint8))])
    network("unknown-operation", [("input", TensorProto.FLOAT, [1, 3, 32, 32])],
            [("matte", TensorProto.FLOAT, [1, 1, 32, 32])],
            [helper.make_node("NotThere", ["input"], ["matte"], domain="com.example")])
    network("not-a-number", [("input", TensorProto.FLOAT, [1, 3, 32, 32])],
            [("matte", TensorProto.FLOAT, [1, 1, 32, 32])],
            [helper.make_node("Conv", ["input", "w", "b"], ["low"]), helper.make_node("Sqrt", ["low"], ["matte"])],
            [("w", np.zeros((1, 3, 1, 1), np.float32)), ("b", np.array([-1], np.float32))])


if __name__ == "__main__":
    references(pathlib.Path(sys.argv[1]))
    networks()
