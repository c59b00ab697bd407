"""Measures peel against rembg with u2netp, the small network that rembg offers: speed, memory and score, as Markdown.

    compare_u2netp.py PEEL U2NETP PHOTOS DATA SCRATCH

PEEL is the built program, U2NETP the network's file, PHOTOS a folder of twelve-megapixel JPEGs, DATA a folder of photos
with masks as `Training/evaluate.py` reads them. Both programs run with their defaults. Speed is measured in turns. Peel's time
includes starting the program and writing the contact sheet and the manifest; rembg's begins after its session has been
warmed up. Memory is the operating system's count.
"""
import os
import pathlib
import statistics
import sys

import measured

HERE = pathlib.Path(__file__).resolve().parent


def seconds_a_photo(peel, network, photos, scratch, rounds=3):
    """Makes 512-pixel WebP stickers of the same photos in turns. Returns pairs of seconds a photo, and both peaks in MB."""
    folder, pairs, peaks = measured.folder_of(photos, scratch / "photos"), [], []
    for _ in range(rounds):
        wall, _, ours, _ = measured.run(peel, "make", folder, "-o", measured.fresh(scratch / "pack"), "--quiet",
                                        accepted=(0, 1))  # 1: a photo has no subject
        _, _, theirs, said = measured.run(sys.executable, HERE / "rembg_webp.py", network, scratch / "rembg.webp", *photos)
        pairs.append((wall / len(photos), float(said)))
        peaks.append((ours, theirs))
    return pairs, [max(column) for column in zip(*peaks)]


def scores(peel, network, data):
    """Returns, for each set, rows of two measurements: peel's and rembg's."""
    # Only now: the memory of this process counts as that of the programs it starts.
    sys.path.insert(0, str(HERE.parent / "Training"))
    import cv2
    import evaluate
    import numpy as np
    from PIL import Image
    from rembg import new_session, remove

    def measure(matte, mask):
        matte = np.zeros(mask.shape, "f") if matte is None else matte
        matte = matte if matte.shape == mask.shape else cv2.resize(matte, mask.shape[::-1], interpolation=cv2.INTER_AREA)
        return evaluate.measure(matte, mask, False)

    session, sets = new_session("u2net_custom", model_path=network), {}
    for name, photo_path, mask_path in evaluate.find(data):
        photo, mask = evaluate.read(photo_path, mask_path)
        ours = evaluate.program_matte(peel, None, photo_path, "original")
        theirs = np.asarray(remove(Image.fromarray(photo), session=session, only_mask=True).convert("L"), "f") / 255
        sets.setdefault(name, []).append([measure(ours, mask), measure(theirs, mask)])
    return sets


def score_rows(sets):
    def mean(rows, k, key):
        return statistics.mean(row[k][key] for row in rows)

    def line(name, photos, columns):
        return f"| {name} | {photos} | " + " | ".join(f"{iou:.3f}, {outline:.3f}" for iou, outline in columns) + " |"

    columns = {name: [[mean(rows, k, key) for key in ("iou", "boundary")] for k in (0, 1)] for name, rows in sets.items()}
    of_all = [[statistics.mean(column[k][i] for column in columns.values()) for i in (0, 1)] for k in (0, 1)]
    return (["| mean IoU, F of the outline | photos | peel | rembg, u2netp |", "| --- | --- | --- | --- |"]
            + [line(name, len(sets[name]), column) for name, column in columns.items()]
            + [line("mean of the sets", sum(map(len, sets.values())), of_all)])


def has_pairs(folder):
    return os.path.isdir(os.path.join(folder, "im")) and os.path.isdir(os.path.join(folder, "gt"))


def main():
    peel, network, photos, data, scratch = sys.argv[1:6]
    scratch = pathlib.Path(scratch)
    if not os.path.isfile(network):
        sys.exit(f"there is no file {network}: give U2NETP the small network as rembg has it")
    if not has_pairs(data) and not any(has_pairs(folder) for folder in pathlib.Path(data).glob("*")):
        sys.exit(f"{data}: no photos with masks: it must hold im/ and gt/ with the same stems, or folders that do")
    pairs, peaks = seconds_a_photo(peel, network, sorted(pathlib.Path(photos).glob("*.jpg"))[:16], scratch)
    ours, theirs = (statistics.median(column) for column in zip(*pairs))
    times = statistics.median(b / a for a, b in pairs)
    print("\n".join(["| | peel | rembg, u2netp |", "| --- | --- | --- |",
                     f"| s a photo of 12 megapixels, 512-pixel WebP | {ours:.3f} | {theirs:.3f} |",
                     f"| times as fast, median of {len(pairs)} turns | {times:.1f} | 1 |",
                     f"| peak memory, MB | {peaks[0]:.0f} | {peaks[1]:.0f} |", "",
                     *score_rows(scores(peel, network, data))]), flush=True)


if __name__ == "__main__":
    main()
