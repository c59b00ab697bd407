"""Scores of networks, and of the whole cut, on folders of photos and masks.

    python evaluate.py --data ../../shared/data/val --model run/subject.pt subject.onnx
    python evaluate.py --data ../../shared/data/val --program ../.build/release/peel [--model subject.onnx]

The folder holds `im` and `gt` (same stems), or sets that do. A model is SubjectNet's state (.pt) or an ONNX file of a family
that Peel knows. Photos are resized to the network's input (bilinear, aspect not kept), mattes back to the mask.

With `--program`, what is scored is what the program makes of each photo: both looks, cleaning, refinement; at the mask's size
and as a sticker of `--sizes` pixels, against the mask at that size. A photo in which it finds nothing counts as an empty matte.

Behind each mean: its 95 % interval from 1,000 bootstrap resamples of the pictures. With `--soft` also SAD, MSE, gradient and
connectivity errors; `--worst` writes a sheet.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import subprocess

import cv2
import numpy as np

import metrics

SIDE = 320
IMAGENET = np.array([.485, .456, .406], "f"), np.array([.229, .224, .225], "f")


def load(path, threads=1):
    """A function from a photo (uint8, RGB) to its matte at the network's size."""
    if path.endswith(".onnx"):
        return load_onnx(path, threads)
    import torch
    import subject_net
    net = subject_net.read(path).eval()

    def run(photo):
        torch.set_num_threads(threads)  # counts for the thread that calls it alone
        with torch.no_grad():
            return net(torch.from_numpy(tensor(resize(photo, (SIDE, SIDE)))))[0, 0].numpy()
    return run


def load_onnx(path, threads, bfloat16=False):
    """Families as the program tells them apart: Peel's own, U2-Net, IS-Net, BiRefNet. With `bfloat16`, by OpenVINO."""
    name, shape, outputs, infer = (openvino_network if bfloat16 else onnx_network)(path, threads)
    h, w = (n if isinstance(n, int) else SIDE if name == "photo" else 1024 for n in shape[2:])
    own, u2net = name == "photo", h < 512
    mean, deviation = IMAGENET if u2net or outputs == 1 else (np.float32(.5), np.float32(1))

    def run(photo):
        photo = resize(photo, (w, h))
        x = tensor(photo) if own else tensor((photo / max(1, photo.max()) - mean) / deviation, 1)
        matte = infer(x).reshape(h, w)
        if matte.min() < -.01 or matte.max() > 1.01:
            return 1 / (1 + np.exp(-matte))
        stretched = not own and (u2net or outputs > 1) and matte.max() > .5
        return (matte - matte.min()) / (matte.max() - matte.min()) if stretched else matte
    return run


def onnx_network(path, threads):
    """Name and shape of the input, number of outputs, and a function from the input to the first output."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    entry, outputs = session.get_inputs()[0], session.get_outputs()
    return entry.name, entry.shape, len(outputs), lambda x: session.run([outputs[0].name], {entry.name: x})[0]


def openvino_network(path, threads):
    """The same in bfloat16, where the processor computes in it: half the time, and good enough for a teacher."""
    import openvino
    core = openvino.Core()
    network = core.read_model(path)
    first = openvino.Model([network.output(0)], network.get_parameters(), "first output")
    how = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "bf16", "PERFORMANCE_HINT": "LATENCY",
           "ENABLE_CPU_PINNING": False}  # two processes would be pinned to the same core
    request = core.compile_model(first, "CPU", how).create_infer_request()
    shape = [n.get_length() if n.is_static else "any" for n in network.input(0).partial_shape]

    def infer(x):
        request.infer([x])
        return request.get_output_tensor(0).data.astype(np.float32)
    return network.input(0).any_name, shape, len(network.outputs), infer


def resize(image, size):
    return cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)


def tensor(photo, white=255):
    return np.ascontiguousarray(photo.transpose(2, 0, 1)[None].astype(np.float32) / white)


def first_look(run, photo):
    """The matte of a whole photo."""
    return np.clip(resize(run(photo), photo.shape[1::-1]), 0, 1)


def second_look(run, photo, first):
    """The matte of a closer look at an enlarged box around what the first look found; the first where the box is nearly all."""
    h, w = photo.shape[:2]
    if not (first > .5).any():
        return first
    x, y, a, b = cv2.boundingRect((first > .5).astype("u1"))
    x0, y0, x1, y1 = max(0, int(x - .15 * a)), max(0, int(y - .15 * b)), min(w, int(x + 1.15 * a)), min(h, int(y + 1.15 * b))
    if (x1 - x0) * (y1 - y0) >= .8 * w * h:
        return first
    matte = np.zeros_like(first)
    matte[y0:y1, x0:x1] = np.clip(resize(run(photo[y0:y1, x0:x1]), (x1 - x0, y1 - y0)), 0, 1)
    return matte


def cut_out(run, photo, second_pass=False):
    first = first_look(run, photo)
    return second_look(run, photo, first) if second_pass else first


NO_SUBJECT = "no subject"


def program_matte(program, model, path, size):
    """The alpha of what the program cuts out of a photo, its canvas kept; `None` where it finds nothing."""
    command = [program, "cut", "--mask", "--full-frame", "--format", "png", "--size", size, "-o", "-"]
    command += ["--model", model] if model else []
    run = subprocess.run(command + ["--", path], capture_output=True)
    if run.returncode == 0:
        return cv2.imdecode(np.frombuffer(run.stdout, np.uint8), cv2.IMREAD_GRAYSCALE).astype("f") / 255
    reason = run.stderr.decode(errors="replace").strip()
    if NO_SUBJECT not in reason:
        raise SystemExit(f"{program} failed on {path}: {reason}")
    return None


def find(data):
    """Yields set, photo's path and mask's path."""
    folders = [data] if os.path.isdir(os.path.join(data, "im")) else sorted(glob.glob(os.path.join(glob.escape(data), "*")))
    for folder in folders:
        for photo in sorted(glob.glob(os.path.join(glob.escape(folder), "im", "*"))):
            mask = os.path.join(folder, "gt", os.path.splitext(os.path.basename(photo))[0] + ".png")
            if os.path.exists(mask):
                yield os.path.basename(os.path.normpath(folder)), photo, mask


def measure(matte, mask, soft):
    y = mask > 127
    out = dict(iou=metrics.iou(matte, y), mae=metrics.mae(matte, mask / 255.), s=metrics.s_measure(matte.astype(np.float64), y),
               boundary=metrics.boundary_f(matte, y), f=metrics.f_curve(matte, y), found=float((matte > .5).mean()))
    if soft:
        a = mask / 255.
        out.update(sad=metrics.sad(matte, a), mse=metrics.mse(matte, a), gradient=metrics.gradient_error(matte, a),
                   connectivity=metrics.connectivity_error(matte, a))
    return out


def summary(rows, resamples=1000, seed=0):
    """Means over pictures with their 95 % bootstrap intervals: name -> (mean, low, high)."""
    pick = np.random.default_rng(seed).integers(0, len(rows), (resamples, len(rows)))
    out = {}
    for key in rows[0]:
        values = np.array([r[key] for r in rows])
        if key == "f":  # the largest value of the mean curve
            whole, drawn = values.mean(0).max(), np.array([values[p].mean(0).max() for p in pick])
            key = "maxF"
        else:
            whole, drawn = values.mean(), values[pick].mean(1)
        out[key] = (round(float(whole), 4), *(round(float(v), 4) for v in np.percentile(drawn, (2.5, 97.5))))
    return out


def write_worst(path, shown, count=36):
    """Photo, mask and matte of those with the lowest IoU."""
    small = lambda v: cv2.resize(v, (160, 160), interpolation=cv2.INTER_AREA)
    grey = lambda v: np.repeat(small(v)[..., None], 3, 2)
    lowest = sorted(shown, key=lambda item: item[0])[:count]
    tiles = [t for _, photo, mask, matte in lowest for t in (small(photo), grey(mask), grey((matte * 255).astype("u1")))]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 12)
    sheet = np.concatenate([np.concatenate(tiles[k:k + 12], 1) for k in range(0, len(tiles), 12)])
    if not cv2.imwrite(path, cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR)):
        raise SystemExit(f"cannot write {path}")


def read(photo_path, mask_path):
    photo, mask = cv2.imread(photo_path, cv2.IMREAD_COLOR), cv2.imread(mask_path, cv2.IMREAD_GRAYSCALE)
    photo = cv2.cvtColor(photo, cv2.COLOR_BGR2RGB)
    return (photo if mask.shape == photo.shape[:2] else cv2.resize(photo, mask.shape[::-1], interpolation=cv2.INTER_AREA)), mask


def network_ways(models, second_pass, threads):
    """Name -> a function from paths to photo, mask and matte."""
    def way(run):
        def answer(photo_path, mask_path):
            photo, mask = read(photo_path, mask_path)
            return photo, mask, cut_out(run, photo, second_pass)
        return answer
    return {model: way(load(model, threads)) for model in models}


def program_ways(program, models, sizes):
    def way(model, size):
        def answer(photo_path, mask_path):
            photo, mask = read(photo_path, mask_path)
            matte = program_matte(program, model, photo_path, "original" if size is None else str(size))
            if matte is not None and size is None:
                matte = matte if matte.shape == mask.shape else cv2.resize(matte, mask.shape[::-1], interpolation=cv2.INTER_AREA)
            elif size is not None:
                scale = size / max(mask.shape)
                shape = matte.shape if matte is not None else tuple(max(1, round(n * scale)) for n in mask.shape)
                how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
                mask, photo = (cv2.resize(image, shape[::-1], interpolation=how) for image in (mask, photo))
            return photo, mask, np.zeros(mask.shape, "f") if matte is None else matte
        return answer
    return {f"{model or 'the shipped network'}, cut at {'the photo' if size is None else size}": way(model, size)
            for model in models or [None] for size in (None, *sizes)}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", default="../../shared/data/val")
    p.add_argument("--model", nargs="+", default=[])
    p.add_argument("--program", help="peel, to score the whole cut")
    p.add_argument("--sizes", nargs="*", type=int, default=[512, 1024], help="of the stickers, with --program")
    p.add_argument("--second-pass", action="store_true")
    p.add_argument("--soft", action="store_true")
    p.add_argument("--json", help="write all scores here")
    p.add_argument("--worst", help="write a contact sheet of the lowest IoU here (photo, mask, matte)")
    p.add_argument("--threads", type=int, default=1)
    a = p.parse_args()
    cv2.setNumThreads(1)
    if not a.model and not a.program:
        p.error("a --model or a --program is needed")
    if missing := [model for model in a.model if not os.path.isfile(model)]:
        p.error(f"there is no file {missing[0]}: give a network, as ONNX or as this folder's weights")
    ways = program_ways(a.program, a.model, a.sizes) if a.program else network_ways(a.model, a.second_pass, a.threads)
    everything, pairs = {}, list(find(a.data))
    if not pairs:
        raise SystemExit(f"{a.data}: no photos with masks: it must hold im/ and gt/ with the same stems, or folders that do")
    for way, answer in ways.items():
        sets, shown = {}, []
        with concurrent.futures.ThreadPoolExecutor(max(1, a.threads) if a.program else 1) as pool:
            answers = pool.map(lambda pair: answer(*pair[1:]), pairs)
            for (name, _, _), (photo, mask, matte) in zip(pairs, answers):
                row = measure(matte, mask, a.soft)
                sets.setdefault(name, []).append(row)
                shown.append((row["iou"], photo, mask, matte))
        everything[way] = {name: dict(pictures=len(rows), **summary(rows)) for name, rows in sets.items()}
        print(way)
        for name, scores in everything[way].items():
            show = "  ".join(f"{k} {v[0]:.3f} [{v[1]:.3f}, {v[2]:.3f}]" for k, v in scores.items() if k != "pictures")
            print(f"  {name:16} n {scores['pictures']:3}  {show}", flush=True)
        if a.worst and way == next(iter(ways)):
            write_worst(a.worst, shown)
    if a.json:
        with open(a.json, "w") as f:
            json.dump(everything, f, indent=1)


if __name__ == "__main__":
    main()
