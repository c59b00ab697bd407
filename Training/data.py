"""Samples for training: real pairs, composites, pictures without a subject; and the processes that make them.

Batch number `i` depends on the seed and `i` alone (and on the side of its samples), so a run that is stopped and resumed
sees the batches that it would have seen, however many processes make them.
"""
import ctypes
import dataclasses
import mmap
import multiprocessing
import os
import signal

import cv2
import numpy as np

import sources
from composite import Composer, certain


TONED = 16
"""Beside the trust of a sample: that the camera may change its tone and colour."""


@dataclasses.dataclass
class Mix:
    """What a batch is made of."""
    real: float = .58
    empty: float = .06  # the rest are composites
    crowds: float = .2  # of the composites with one large subject: before a crowd


class Sampler:
    def __init__(self, pack, mix=Mix(), shares=None, finishes=True, processes=1):
        self.composer = Composer(pack, shares=shares, crowds=mix.crowds, finishes=finishes, processes=processes)
        self.mix = mix
        self.sets = {}
        for pair in pack.pairs:
            self.sets.setdefault(pair.set, []).append(pair)
        self.names = sorted(self.sets)
        self.share = np.cumsum([self.composer.shares[name] for name in self.names])

    def real(self, rng, side):
        items = self.sets[name := self.names[int(np.searchsorted(self.share, rng.random() * self.share[-1]))]]
        pair = items[rng.integers(len(items))]
        mask = pair.mask
        x, y, w, h = cv2.boundingRect((mask > 127).astype("u1"))
        box = (x, y, w, h) if w else (0, 0, *mask.shape[::-1])
        photo, mask = cut(rng, pair.photo, mask, window(rng, mask.shape, box), side)
        u = rng.random()
        trust = sources.TRUST.get(name, sources.OTHER_TRUST)
        if u < .22 and w and (trust not in sources.UNSURE or certain(mask)):  # others behind it, which are no subjects
            canvas, front = photo.astype("f"), mask[..., None].astype("f") / 255
            _, top, _, tall = (v / side for v in cv2.boundingRect((mask > 127).astype("u1")))
            if u < .11 and tall > .45:
                self.composer.crowd(rng, canvas, (top, top + tall))
            else:
                self.composer.bystanders(rng, canvas, .26)
            photo = np.clip(photo * front + canvas * (1 - front), 0, 255).astype("u1")
        elif .22 <= u < .28:  # one more subject, of another kind
            canvas, alpha = photo.astype("f"), mask.astype("f") / 255
            self.composer.paste(rng, canvas, alpha, "normal", rng.uniform(.4, .9))
            photo, mask = np.clip(canvas, 0, 255).astype("u1"), np.clip(alpha * 255 + .5, 0, 255).astype("u1")
        return self.composer.finish(rng, photo, tone=rng.random() < .8), mask, trust

    def sample(self, rng, side):
        """Returns a photo (side x side x 3, uint8), its mask (side x side, uint8) and how far to trust the mask's edge."""
        u = rng.random()
        if u < self.mix.real:
            return self.real(rng, side)
        if u < self.mix.real + self.mix.empty:
            return *self.composer.nothing(rng, side), sources.PRECISE
        return *self.composer.compose(rng, side), sources.PRECISE


def window(rng, shape, box):
    """Which part of a real photo to show, as x0, y0, x1, y1: nearly all of it, a box around its subject as the program's
    second pass looks at it, or a box that cuts the subject."""
    h, w = shape
    x, y, a, b = box
    u = rng.random()
    if u < .55:
        k = rng.uniform(.74, 1.0)
        kx, ky = min(1, k * np.exp(rng.normal(0, .08))) * w, min(1, k * np.exp(rng.normal(0, .08))) * h
        x0, y0 = rng.uniform(0, w - kx), rng.uniform(0, h - ky)
        return x0, y0, x0 + kx, y0 + ky
    margin = rng.uniform(0, .28, 4) if u < .85 else rng.uniform(.02, .35, 4)
    left, top, right, bottom = x - margin[0] * a, y - margin[1] * b, x + a + margin[2] * a, y + b + margin[3] * b
    if u >= .85:
        part, edge = rng.uniform(.12, .45), rng.integers(4)
        left, top = left + (edge == 0) * part * a, top + (edge == 1) * part * b
        right, bottom = right - (edge == 2) * part * a, bottom - (edge == 3) * part * b
    x0, y0, x1, y1 = max(0, left), max(0, top), min(w, right), min(h, bottom)
    if x1 - x0 < 24 or y1 - y0 < 24:
        return 0, 0, w, h
    return x0, y0, x1, y1


def cut(rng, photo, mask, part, side):
    x0, y0, x1, y1 = part
    zx, zy = (min(1, side / length) for length in (x1 - x0, y1 - y0))
    if min(zx, zy) < .75:  # bilinear sampling alone would alias
        photo, mask = (cv2.resize(v, None, fx=zx, fy=zy, interpolation=cv2.INTER_AREA) for v in (photo, mask))
        x0, y0, x1, y1 = x0 * zx, y0 * zy, x1 * zx, y1 * zy
    flip, angle = rng.random() < .5, np.deg2rad(rng.normal(0, 6) if rng.random() < .5 else 0)
    cx, cy, zx, zy = (x0 + x1) / 2, (y0 + y1) / 2, side / (x1 - x0), side / (y1 - y0)
    c, s = np.cos(angle), np.sin(angle)
    m = np.diag([(-1 if flip else 1) * zx, zy]) @ np.array([[c, -s], [s, c]])
    m = np.column_stack((m, np.array([side / 2, side / 2]) - m @ np.array([cx - .5, cy - .5]) - .5))
    how = dict(flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return cv2.warpAffine(photo, m, (side, side), **how), cv2.warpAffine(mask, m, (side, side), **how)


def give_memory_back():
    """Where jemalloc is preloaded, lets its first arena return freed memory within a second, whatever `MALLOC_CONF` says for the
    trainer. Pictures of all sizes would otherwise make a feeder grow to 10 GB in minutes."""
    mallctl = getattr(ctypes.CDLL(None), "mallctl", None)
    if mallctl:
        soon = ctypes.c_ssize_t(1000)
        for kind in (b"dirty", b"muzzy"):
            mallctl(b"arena.0.%s_decay_ms" % kind, None, None, ctypes.byref(soon), ctypes.c_size_t(ctypes.sizeof(soon)))


class Feeder:
    """Processes that make batches ahead of the trainer.

    Each has a few slots in anonymous shared memory (no /dev/shm, no pickling); batch `i` comes from process `i % workers`.
    `side_of(i)` says how large its samples are, at most `largest`.
    """

    def __init__(self, sampler, batch, largest, side_of, seed, start, workers, slots=3):
        self.batch, self.largest, self.side_of, self.seed = batch, largest, side_of, seed
        self.sampler, self.start, self.workers, self.slots = sampler, start, workers, slots
        self.size = batch * largest * largest * 4 + batch + 8
        fork = multiprocessing.get_context("fork")
        self.memory = [mmap.mmap(-1, self.size * slots) for _ in range(workers)]
        self.free = [fork.Semaphore(slots) for _ in range(workers)]
        self.full = [fork.Semaphore(0) for _ in range(workers)]
        self.processes = [fork.Process(target=self.work, args=(w,), daemon=True) for w in range(workers)]
        for process in self.processes:
            process.start()

    def views(self, worker, turn, side):
        at, n = (turn % self.slots) * self.size, self.batch
        raw = np.frombuffer(self.memory[worker], np.uint8, self.size, at)
        end = n * side * side
        return (raw[:8].view(np.int64), raw[8:8 + 3 * end].reshape(n, side, side, 3),
                raw[8 + 3 * end:8 + 4 * end].reshape(n, side, side), raw[-n:])

    def work(self, worker):
        cv2.setNumThreads(0)
        give_memory_back()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the trainer is asked, and ends its processes itself
        parent, turn = os.getppid(), 0
        while True:
            while not self.free[worker].acquire(timeout=20):
                if os.getppid() != parent:
                    return
            index = self.start + worker + turn * self.workers
            side = self.side_of(index)
            head, photos, masks, trust = self.views(worker, turn, side)
            rng = np.random.default_rng((self.seed, index))
            for k in range(self.batch):
                photos[k], masks[k], trust[k] = self.sampler.sample(rng, side)
                if self.sampler.composer.toned:
                    trust[k] |= TONED
            head[0] = side
            self.full[worker].release()
            turn += 1

    def get(self, index):
        """Batch `index` as copies: photos, masks, trust. Must be asked for in order."""
        worker, turn = (index - self.start) % self.workers, (index - self.start) // self.workers
        while not self.full[worker].acquire(timeout=30):
            if not self.processes[worker].is_alive():
                raise RuntimeError(f"feeder {worker} has ended")
        side = int(np.frombuffer(self.memory[worker], np.int64, 1, (turn % self.slots) * self.size)[0])
        batch = [a.copy() for a in self.views(worker, turn, side)[1:]]
        self.free[worker].release()
        return batch

    def close(self):
        for process in self.processes:
            process.terminate()


def sheet(path, rows):
    """Writes a contact sheet: each row a list of equally large pictures (grey or RGB)."""
    colour = lambda a: a if a.ndim == 3 else np.repeat(a[..., None], 3, 2)
    cv2.imwrite(path, cv2.cvtColor(np.vstack([np.hstack([colour(a) for a in row]) for row in rows]), cv2.COLOR_RGB2BGR))


def main():
    import argparse
    import time
    p = argparse.ArgumentParser(description="Writes a contact sheet of training samples and says how fast they are made.")
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--out", default="samples.png")
    p.add_argument("--side", type=int, default=192)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--kind", choices=("mix", "real", "composite"), default="mix")
    a = p.parse_args()
    cv2.setNumThreads(0)
    real = {"mix": Mix(), "real": Mix(1., 0.), "composite": Mix(0., 0.)}[a.kind]
    sampler = Sampler(sources.read_pack(a.pack), real)
    rng, began = np.random.default_rng((a.seed, 0)), time.process_time()
    drawn = [sampler.sample(rng, a.side) for _ in range(60)]
    print(f"{60 / (time.process_time() - began):.0f} samples a second and process")
    pictures = [v for photo, mask, _ in drawn for v in (photo, np.where(mask[..., None] > 127, photo, 255 - photo // 3))]
    sheet(a.out, [pictures[k:k + 12] for k in range(0, 120, 12)])


if __name__ == "__main__":
    main()
