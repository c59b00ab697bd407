"""draw_traces.py TRACE... SVG: a picture of the same stretch of several traces, one below the other.

Draws what each thread does and, below, where the main actor hangs: as Perfetto does, but small and still. Nothing but
Python's own library.
"""
import html
import json
import pathlib
import sys

STRETCH = 1000.0  # milliseconds that are shown
LEFT, RIGHT, ROW, GAP = 150, 1180, 26, 3
COLORS = {"read": "#a0a0a0", "header": "#8d99ae", "decode": "#4c78a8", "decode closer": "#4c78a8",
          "decode again": "#4c78a8", "first look": "#f58518", "second look": "#e45756", "instances": "#79706e", "matte": "#79706e",
          "resize": "#72b7b2", "refine": "#54a24b",
          "foreground": "#88d27a", "render": "#b279a2", "colors": "#eeca3b", "encode": "#9d755d", "hang": "#d62728"}
TITLES = {"1-on-main-actor": "Everything on the main actor", "2-one-by-one": "Off the main actor, one after the other",
          "3-async-let": "Sticker and colours side by side, one photo after the other",
          "4-in-parallel": "In parallel, on threads of their own"}
INSIDE = {"infer", "background"}


def text(x, y, words, size=12, anchor="start", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}">'
            f"{html.escape(words)}</text>")


def rows(trace):
    """[(name, spans)] of a trace: the main actor and its hangs first, then the threads that worked."""
    names = {e["tid"]: e["args"]["name"] for e in trace if e["name"] == "thread_name"}
    spans = {}
    for event in trace:
        if event["ph"] == "X" and event["name"] not in INSIDE:
            spans.setdefault(names[event["tid"]], []).append(event)
    main = [("main actor", spans.pop("main actor", [])), ("its hangs", spans.pop("main actor: hangs", []))]
    # The threads of the shared pool take turns: one row shows all of them.
    return main + [(name, spans[name]) for name in sorted(spans)]


def draw(path, y):
    trace = json.loads(path.read_text())
    work = [e for e in trace if e["ph"] == "X" and e.get("cat") == "photo"]
    middle = sorted(e["ts"] for e in work)[len(work) // 3]
    begin = middle / 1000
    scale = (RIGHT - LEFT) / STRETCH
    out = [text(LEFT, y + 14, TITLES.get(path.stem, path.stem), 15, weight="bold")]
    y += 24
    for name, spans in rows(trace):
        out.append(text(LEFT - 10, y + ROW * 0.68, name, anchor="end"))
        out.append(f'<rect x="{LEFT}" y="{y}" width="{RIGHT - LEFT}" height="{ROW}" fill="#f3f3f3"/>')
        for span in spans:
            first = max(0.0, span["ts"] / 1000 - begin)
            last = min(STRETCH, (span["ts"] + span["dur"]) / 1000 - begin)
            if last <= first:
                continue
            x, width = LEFT + first * scale, max(0.6, (last - first) * scale)
            color = COLORS.get(span["name"], "#bab0ac")
            out.append(f'<rect x="{x:.1f}" y="{y + 2}" width="{width:.1f}" height="{ROW - 4}" fill="{color}"/>')
            if span["name"] == "hang" and width > 60:
                out.append(text(x + width / 2, y + ROW * 0.68, f"{span['dur'] / 1000:.0f} ms", 11, "middle"))
        y += ROW + GAP
    return out, y + 22


def legend(y):
    out, x = [], LEFT
    for name in ("decode", "first look", "second look", "instances", "resize", "refine", "foreground", "render", "colors", "hang"):
        out.append(f'<rect x="{x}" y="{y}" width="14" height="14" fill="{COLORS[name]}"/>')
        out.append(text(x + 19, y + 12, name))
        x += 40 + 7 * len(name)
    return out


def main(traces, picture):
    body, y = [], 10
    for trace in traces:
        drawn, y = draw(pathlib.Path(trace), y)
        body += drawn
    for tick in range(0, int(STRETCH) + 1, 100):
        x = LEFT + tick * (RIGHT - LEFT) / STRETCH
        body.append(text(x, y, f"{tick} ms", 11, "middle"))
    body += legend(y + 14)
    height = y + 44
    pathlib.Path(picture).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {RIGHT + 40} {height}" width="{RIGHT + 40}" '
        f'height="{height}" font-family="sans-serif">\n<rect width="100%" height="100%" fill="#ffffff"/>\n'
        + "\n".join(body) + "\n</svg>\n")


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
