#!/usr/bin/env python3
"""Makes the pictures of this folder. Needs pillow, pillow-heif, tifffile, imagecodecs and numpy; see README.md."""

import io
import pathlib
import struct
import zlib

import numpy as np
import pillow_heif
import tifffile
from PIL import Image

pillow_heif.register_heif_opener()
HERE = pathlib.Path(__file__).parent
SIZE = (168, 120)
ODD_SIZE = (165, 117)
# The patches of every picture with a profile: sRGB colours that all the profiles' gamuts hold.
PATCHES = [
    (200, 80, 60), (60, 160, 90), (70, 90, 190), (230, 200, 60), (128, 128, 128), (30, 30, 30), (245, 245, 245),
    (150, 110, 90),
]


def gradient(size=SIZE):
    """red = 20 + 1.25 x, green = 20 + 1.75 y, blue = 128: a colour says where it was."""
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    return Image.fromarray(
        np.stack([20 + 1.25 * x, 20 + 1.75 * y, np.full_like(x, 128.0)], axis=-1).round().astype(np.uint8))


def patches(colors=PATCHES, side=16):
    return np.repeat(np.repeat(np.array([colors]), side, axis=0), side, axis=1)


# What is done to the upright picture so that the orientation undoes it.
STORED = {
    1: [], 2: [Image.Transpose.FLIP_LEFT_RIGHT], 3: [Image.Transpose.ROTATE_180],
    4: [Image.Transpose.FLIP_TOP_BOTTOM], 5: [Image.Transpose.TRANSPOSE], 6: [Image.Transpose.ROTATE_90],
    7: [Image.Transpose.TRANSVERSE], 8: [Image.Transpose.ROTATE_270],
}


def stored(picture, orientation):
    for step in STORED[orientation]:
        picture = picture.transpose(step)
    return picture


def exif(orientation):
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags.tobytes()


# --- ICC profiles, written from ICC.1:2001-04 (version 2) -------------------------------------------------------------


def s15f16(*values):
    return b"".join(struct.pack(">i", round(v * 65536)) for v in values)


def profile(tags, space, device_class=b"mntr", pcs=b"XYZ "):
    offset = 132 + 12 * len(tags)
    table, data = b"", b""
    for name, body in tags:
        body += b"\0" * (-len(body) % 4)
        table += name + struct.pack(">II", offset + len(data), len(body))
        data += body
    header = struct.pack(">I", offset + len(data)) + b"\0\0\0\0" + bytes([2, 0x40, 0, 0]) + device_class + space + pcs
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28 + s15f16(0.9642, 1, 0.8249)
    return header.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + data


def description(text):
    raw = text.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(raw)) + raw + b"\0" * 78


def xyz(values):
    return b"XYZ \0\0\0\0" + s15f16(*values)


def gamma_curve(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256))


def table_curve(function, count=256):
    samples = [round(65535 * function(i / (count - 1))) for i in range(count)]
    return b"curv\0\0\0\0" + struct.pack(f">I{count}H", count, *samples)


def srgb_to_linear(v):
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def linear_to_srgb(v):
    return 12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055


WHITE_D65 = np.array([0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
WHITE_D50 = np.array([0.9642, 1.0, 0.8249])
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
TO_D50 = np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ WHITE_D50) / (BRADFORD @ WHITE_D65)) @ BRADFORD


def matrix(primaries):
    """Linear RGB to XYZ, adapted to D50."""
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in primaries]).T
    return TO_D50 @ (columns * np.linalg.solve(columns, WHITE_D65))


SRGB = matrix([(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)])
DISPLAY_P3 = matrix([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)])
ADOBE_RGB = matrix([(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)])


def rgb_profile(name, columns, curve):
    tags = [(b"desc", description(name)), (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", xyz(WHITE_D50))]
    tags += [(channel + b"XYZ", xyz(columns[:, i])) for i, channel in enumerate([b"r", b"g", b"b"])]
    return profile(tags + [(channel + b"TRC", curve) for channel in [b"r", b"g", b"b"]], b"RGB ")


def grey_profile(gamma):
    return profile(
        [(b"desc", description("grey")), (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", xyz(WHITE_D50)),
         (b"kTRC", gamma_curve(gamma))], b"GRAY")


def lab(srgb):
    f = [v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116
         for v in SRGB @ [srgb_to_linear(c / 255) for c in srgb] / WHITE_D50]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


# Ink on paper as the CMYK profile has it: not what any press prints, so that nothing else gives these colours.
INKS = {"paper": (250, 245, 235), "cyan": (40, 130, 190), "magenta": (190, 50, 120), "yellow": (235, 215, 50)}


def cmyk_profile():
    """A table with two nodes a side (lut8Type, ICC.1:2001-04 6.5.8): inks at 0 or 1, one after another."""
    nodes = b""
    for index in range(16):
        inks = [index >> (3 - i) & 1 for i in range(4)]
        color = np.array(INKS["paper"], dtype=float)
        for used, name in zip(inks[:3], ["cyan", "magenta", "yellow"]):
            if used:
                color = color * np.array(INKS[name]) / np.array(INKS["paper"])
        lightness, a, b = lab(color) if not inks[3] else (0, 0, 0)
        nodes += bytes([round(lightness * 2.55), round(a + 128), round(b + 128)])
    ramp = bytes(range(256))
    table = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + s15f16(1, 0, 0, 0, 1, 0, 0, 0, 1)
    table += ramp * 4 + nodes + ramp * 3
    return profile(
        [(b"desc", description("inks")), (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", xyz(WHITE_D50)), (b"A2B0", table)],
        b"CMYK", b"prtr", b"Lab ")


def converted(columns, encode):
    """The patches' numbers in another RGB space, in 16 bits."""
    linear = np.vectorize(srgb_to_linear)(patches() / 255)
    other = linear @ (np.linalg.inv(columns) @ SRGB).T
    return np.round(65535 * np.vectorize(encode)(np.clip(other, 0, 1))).astype(np.uint16)


def eight(samples):
    return (samples / 257).round().astype(np.uint8)


# --- PNG by hand, for what Pillow does not write ----------------------------------------------------------------------


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width, height, depth, color_type, rows, extra=b"", interlace=0):
    header = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, interlace)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def png16(samples, color_type, extra=b""):
    rows = [row.astype(">u2").tobytes() for row in samples]
    return png(samples.shape[1], samples.shape[0], 16, color_type, rows, extra)


def icc_chunk(icc):
    return chunk(b"iCCP", b"icc\0\0" + zlib.compress(icc))


def write(name, data):
    path = HERE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def save(name, picture, **options):
    buffer = io.BytesIO()
    picture.save(buffer, **options)
    write(name, buffer.getvalue())


def tiff(name, samples, **options):
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, samples, metadata=None, software="", **options)
    write(name, buffer.getvalue())


def orientations():
    jpeg = dict(format="JPEG", quality=95, subsampling=0)
    for orientation in range(1, 9):
        save(f"orientation/{orientation}.jpg", stored(gradient(), orientation), exif=exif(orientation), **jpeg)
        save(f"orientation/odd-{orientation}.jpg", stored(gradient(ODD_SIZE), orientation), exif=exif(orientation),
             **jpeg)
    save("orientation/6.png", stored(gradient(), 6), format="PNG", exif=exif(6))
    save("orientation/6.webp", stored(gradient(), 6), format="WEBP", lossless=True, exif=exif(6))
    # Pillow-heif turns the EXIF orientation into the file's own rotation, as phones write it.
    save("orientation/6.heic", stored(gradient(), 6), format="HEIF", quality=95, chroma=444, exif=exif(6))
    save("orientation/6.avif", stored(gradient(), 6), format="AVIF", quality=95, subsampling="4:4:4", exif=exif(6))
    tiff("orientation/6.tiff", np.array(stored(gradient(), 6)), photometric="rgb", compression="zlib", predictor=2,
         extratags=[(274, "H", 1, 6, True)])
    save("orientation/9.jpg", gradient(), exif=exif(9), **jpeg)


def formats():
    picture = gradient()
    save("format/baseline.jpg", picture, format="JPEG", quality=92)
    save("format/progressive.jpg", picture, format="JPEG", quality=92, progressive=True)
    save("format/grey.jpg", picture.convert("L"), format="JPEG", quality=92)
    save("format/truecolor.png", picture, format="PNG", optimize=True)
    rows = np.array(picture)
    passes = [(0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)]
    interlaced = [row.tobytes() for top, left, down, across in passes for row in rows[top::down, left::across]]
    write("format/interlaced.png", png(*SIZE, 8, 2, interlaced, interlace=1))
    save("format/lossy.webp", picture, format="WEBP", quality=92)
    save("format/lossless.webp", picture, format="WEBP", lossless=True)
    save("format/photo.heic", picture, format="HEIF", quality=92)
    save("format/photo.avif", picture, format="AVIF", quality=92)
    tiff("format/strips.tiff", np.array(picture), photometric="rgb", compression="lzw", predictor=2, rowsperstrip=16)
    tiff("format/tiles.tiff", np.array(picture), photometric="rgb", compression="zlib", predictor=2, tile=(64, 64))
    tiff("format/big.tiff", np.array(picture), photometric="rgb", compression="zlib", predictor=2, bigtiff=True, byteorder=">")
    save("format/still.gif", picture.quantize(256), format="GIF")


def large():
    """A photo's size: 4032 x 3024 pixels that take few bytes, twice upright and once lying."""
    x, y = np.meshgrid(np.arange(4032), np.arange(3024))
    picture = Image.fromarray(np.stack(
        [20 + 0.05 * x, 20 + 0.07 * y, np.full_like(x, 128.0)], axis=-1).round().astype(np.uint8))
    save("large/photo.jpg", picture, format="JPEG", quality=75, optimize=True)
    even = Image.new("RGB", (PASSES_SIDE, PASSES_SIDE), (200, 100, 50))
    save("large/lossy.webp", even, format="WEBP", quality=75)
    save("large/lossless.webp", even, format="WEBP", lossless=True)
    save("large/photo.heic", even, format="HEIF", quality=75)
    save("large/photo.avif", even, format="AVIF", quality=75)
    tiff("large/strip.tiff", np.array(even), photometric="rgb", compression="zlib", rowsperstrip=PASSES_SIDE)
    tiff("large/tiles.tiff", np.array(even), photometric="rgb", compression="zlib", tile=(256, 256))
    save("large/still.gif", even.quantize(4), format="GIF")


def sample_kinds():
    """Bit depths, palettes, alpha."""
    ramp = np.arange(256, dtype=np.uint16) * 257
    colors = np.stack([ramp, ramp[::-1], np.full(256, 32768, np.uint16)], axis=-1)[np.newaxis].repeat(4, axis=0)
    alpha = (np.arange(256) // 64 * 21845).astype(np.uint16)[np.newaxis, :, np.newaxis].repeat(4, axis=0)
    with_alpha = np.concatenate([colors, alpha], axis=-1)
    grey = colors[:, :, :1]
    write("samples/rgb16.png", png16(colors, 2))
    write("samples/rgba16.png", png16(with_alpha, 6))
    write("samples/grey16.png", png16(grey, 0))
    write("samples/grey-alpha16.png", png16(np.concatenate([grey, alpha], axis=-1), 4))
    tiff("samples/rgb16.tiff", colors, photometric="rgb", compression="zlib", predictor=2)
    tiff("samples/rgba16.tiff", with_alpha, photometric="rgb", compression="zlib", predictor=2, extrasamples=["unassalpha"])
    tiff("samples/grey16.tiff", grey[:, :, 0], photometric="minisblack", compression="zlib", predictor=2)
    premultiplied = eight(with_alpha).astype(int)
    premultiplied[:, :, :3] = (premultiplied[:, :, :3] * premultiplied[:, :, 3:] + 127) // 255
    tiff("samples/premultiplied.tiff", premultiplied.astype(np.uint8), photometric="rgb", compression="zlib", predictor=2,
         extrasamples=["assocalpha"])
    tiff("samples/float.tiff", (colors / 65535).astype(np.float32), photometric="rgb", compression="zlib")
    for name, samples, kind in [("rgba8", eight(with_alpha), 6), ("grey8", eight(grey), 0),
                                ("grey-alpha8", eight(np.concatenate([grey, alpha], axis=-1)), 4)]:
        write(f"samples/{name}.png", png(256, 4, 8, kind, [row.tobytes() for row in samples]))
    # Four colours, the last one half transparent and one wholly.
    palette = bytes([255, 0, 0, 0, 255, 0, 0, 0, 255, 240, 200, 100])
    extra = chunk(b"PLTE", palette) + chunk(b"tRNS", bytes([255, 255, 0, 128]))
    write("samples/palette.png", png(4, 1, 2, 3, [bytes([0b00011011])], extra))
    write("samples/bits.png", png(8, 2, 1, 0, [bytes([0b10101010]), bytes([0b11110000])]))
    # One colour stands for transparent (PNG 11.3.2.1).
    write("samples/color-key.png", png(2, 1, 8, 2, [bytes([10, 20, 30, 40, 50, 60])],
                                       chunk(b"tRNS", struct.pack(">3H", 10, 20, 30))))
    bits = np.array([[1, 0, 1, 0, 1, 0, 1, 0], [1, 1, 1, 1, 0, 0, 0, 0]], dtype=bool)
    tiff("samples/bits.tiff", bits, photometric="miniswhite")
    # Colour and alpha that do not go together: what is transparent keeps its colour.
    rgba = np.zeros((16, 64, 4), np.uint8)
    rgba[:, :, :3] = [200, 100, 50]
    rgba[:, :, 3] = np.repeat([0, 1, 128, 255], 16)
    picture = Image.fromarray(rgba)
    save("samples/alpha.webp", picture, format="WEBP", lossless=True, exact=True)
    save("samples/alpha-lossy.webp", picture, format="WEBP", quality=95, exact=True)
    save("samples/alpha.heic", picture, format="HEIF", quality=95, chroma=444)
    save("samples/alpha.avif", picture, format="AVIF", quality=95, subsampling="4:4:4")


def animations():
    frames = [Image.new("RGB", (40, 30), color) for color in [(200, 30, 30), (30, 200, 30), (30, 30, 200)]]
    rest = dict(save_all=True, append_images=frames[1:], duration=100, loop=0)
    save("animation/three.gif", frames[0], format="GIF", **rest)
    save("animation/three.webp", frames[0], format="WEBP", lossless=True, **rest)
    save("animation/three.avif", frames[0], format="AVIF", quality=95, subsampling="4:4:4", **rest)
    pages = np.stack([np.array(frame) for frame in frames])
    tiff("animation/three.tiff", pages, photometric="rgb", compression="zlib", predictor=2)


def profiles():
    transfer = table_curve(srgb_to_linear)
    p3 = rgb_profile("Display P3 of these tests", DISPLAY_P3, transfer)
    adobe = rgb_profile("Adobe RGB of these tests", ADOBE_RGB, gamma_curve(563 / 256))
    srgb = rgb_profile("sRGB of these tests", SRGB, transfer)
    linear = rgb_profile("sRGB, linear", SRGB, gamma_curve(1))
    in_p3 = converted(DISPLAY_P3, linear_to_srgb)
    in_adobe = converted(ADOBE_RGB, lambda v: v ** (256 / 563))
    plain = patches().astype(np.uint16) * 257
    jpeg = dict(format="JPEG", quality=98, subsampling=0)
    save("profile/display-p3.jpg", Image.fromarray(eight(in_p3)), icc_profile=p3, **jpeg)
    save("profile/adobe-rgb.jpg", Image.fromarray(eight(in_adobe)), icc_profile=adobe, **jpeg)
    save("profile/display-p3.png", Image.fromarray(eight(in_p3)), format="PNG", icc_profile=p3)
    write("profile/display-p3-16.png", png16(in_p3, 2, icc_chunk(p3)))
    half = np.full(in_p3.shape[:2] + (1,), 32896, np.uint16)
    write("profile/display-p3-alpha16.png", png16(np.concatenate([in_p3, half], axis=-1), 6, icc_chunk(p3)))
    save("profile/display-p3.webp", Image.fromarray(eight(in_p3)), format="WEBP", lossless=True, icc_profile=p3)
    save("profile/display-p3.heic", Image.fromarray(eight(in_p3)), format="HEIF", quality=98, chroma=444,
         icc_profile=p3)
    save("profile/display-p3.avif", Image.fromarray(eight(in_p3)), format="AVIF", quality=98, subsampling="4:4:4",
         icc_profile=p3)
    tiff("profile/display-p3.tiff", eight(in_p3), photometric="rgb", compression="zlib", predictor=2, iccprofile=p3)
    save("profile/srgb.png", Image.fromarray(eight(plain)), format="PNG", icc_profile=srgb)
    write("profile/linear-16.png", png16(converted(SRGB, lambda v: v), 2, icc_chunk(linear)))
    for name, icc in [("cut-short", p3[:200]), ("garbage", bytes(range(256)) * 2), ("grey-on-color", grey_profile(1.8)),
                      ("cmyk-on-color", cmyk_profile())]:
        save(f"profile/{name}.jpg", Image.fromarray(eight(plain)), icc_profile=icc, **jpeg)
    grey = Image.fromarray(np.repeat(np.arange(0, 256, 4, dtype=np.uint8), 4)[np.newaxis].repeat(4, axis=0))
    save("profile/grey.png", grey, format="PNG", icc_profile=grey_profile(1.0))
    save("profile/color-on-grey.png", grey, format="PNG", icc_profile=p3)
    inks = np.zeros((16, 96, 4), np.uint8)
    for index, amounts in enumerate([(0, 0, 0, 0), (255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255),
                                     (0, 255, 255, 0)]):
        inks[:, 16 * index:16 * index + 16] = amounts
    cmyk = Image.fromarray(inks, mode="CMYK")
    save("profile/cmyk.jpg", cmyk, format="JPEG", quality=98, subsampling=0, icc_profile=cmyk_profile())
    save("profile/cmyk-plain.jpg", cmyk, format="JPEG", quality=98, subsampling=0)
    save("profile/cmyk-broken.jpg", cmyk, format="JPEG", quality=98, subsampling=0, icc_profile=p3[:200])
    tiff("profile/cmyk.tiff", inks, photometric="separated", compression="zlib", predictor=2, iccprofile=cmyk_profile())


def claims():
    """Files of a few bytes that claim to be enormous, or to have no pixels at all."""
    line = zlib.compress(bytes(1000))
    for name, side in [("huge", 50_000), ("zero", 0)]:
        header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        write(f"claims/{name}.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", line)
              + chunk(b"IEND", b""))
        gif = io.BytesIO()
        Image.new("P", (4, 4)).save(gif, format="GIF")
        body = bytearray(gif.getvalue())
        struct.pack_into("<HH", body, 6, side, side)
        image = body.index(b",")
        struct.pack_into("<HH", body, image + 5, side, side)
        write(f"claims/{name}.gif", bytes(body))
        jpeg = io.BytesIO()
        Image.new("RGB", (8, 8)).save(jpeg, format="JPEG")
        body = bytearray(jpeg.getvalue())
        frame = body.index(b"\xff\xc0")
        struct.pack_into(">HH", body, frame + 5, side, side)
        write(f"claims/{name}.jpg", bytes(body))
        buffer = io.BytesIO()
        tifffile.imwrite(buffer, np.zeros((7, 9, 3), np.uint8), photometric="rgb", metadata=None, software="")
        body = bytearray(buffer.getvalue())
        for tag in (256, 257):
            entry = body.index(struct.pack("<H", tag), 8)
            struct.pack_into("<HII", body, entry + 2, 4, 1, side)
        write(f"claims/{name}.tiff", bytes(body))
        for kind, options in [("HEIF", dict(format="HEIF")), ("AVIF", dict(format="AVIF"))]:
            buffer = io.BytesIO()
            Image.new("RGB", (64, 64)).save(buffer, **options)
            body = buffer.getvalue()
            body = body.replace(b"ispe\0\0\0\0" + struct.pack(">II", 64, 64),
                                b"ispe\0\0\0\0" + struct.pack(">II", side, side))
            write(f"claims/{name}.{'heic' if kind == 'HEIF' else 'avif'}", body)
    # A canvas of 16384 x 16384 with one small frame (RFC 9649 2.7); more than that cannot be said.
    frame = io.BytesIO()
    Image.new("RGB", (4, 4)).save(frame, format="WEBP", lossless=True)
    canvas = b"VP8X" + struct.pack("<I", 10) + bytes([0, 0, 0, 0]) + (16383).to_bytes(3, "little") * 2
    body = b"WEBP" + canvas + frame.getvalue()[12:]
    write("claims/huge.webp", b"RIFF" + struct.pack("<I", len(body)) + body)

# --- BMP ("Bitmap Storage", Windows GDI), written from its description: Pillow writes only a few of its kinds -----------


BMP_SIZE = (37, 23)


def bmp_indices(colors):
    x, y = np.meshgrid(np.arange(BMP_SIZE[0]), np.arange(BMP_SIZE[1]))
    return (x // 4 + y // 3) % colors


def bmp_palette(colors):
    return [(i * 255 // (colors - 1), 255 - i * 255 // (colors - 1), (40 + 7 * i) % 256) for i in range(colors)]


def bmp_file(header, palette, data):
    offset = 14 + len(header) + len(palette)
    return b"BM" + struct.pack("<IHHI", offset + len(data), 0, 0, offset) + header + palette + data


def bmp_info(size, bits, compression=0, length=40, masks=(), colors=0, top_down=False):
    width, height = size
    header = struct.pack(
        "<IiiHHIIiiII", length, width, -height if top_down else height, 1, bits, compression, 0, 2835, 2835, colors, 0)
    header += b"".join(struct.pack("<I", mask) for mask in masks)
    return header if length == 40 else header.ljust(length, b"\0")


def bmp_rows(values, bits):
    """Rows of indices or of pixels' numbers, lowest first, each padded to 32 bits."""
    data = b""
    for row in values[::-1]:
        if bits < 8:
            line = "".join(format(int(v), f"0{bits}b") for v in row)
            line = bytes(int(line[i:i + 8].ljust(8, "0"), 2) for i in range(0, len(line), 8))
        else:
            line = b"".join(int(v).to_bytes(bits // 8, "little") for v in row)
        data += line + b"\0" * (-len(line) % 4)
    return data


def bmp_runs(indices, bits):
    """Runs, indices as they are, and a step over what the palette's first colour has anyway."""
    data = b""
    for row in indices[::-1]:
        x = 0
        while x < len(row):
            count = 1
            while x + count < len(row) and row[x + count] == row[x] and count < 255:
                count += 1
            left = len(row) - x
            if x == 0 and left >= 5:
                raw = [int(v) for v in row[:5]]
                packed = bytes(raw) if bits == 8 else bytes(
                    raw[i] << 4 | (raw[i + 1] if i + 1 < 5 else 0) for i in range(0, 5, 2))
                data += bytes([0, 5]) + packed + b"\0" * (len(packed) % 2)
                x = 5
            elif row[x] == 0 and count < left:
                data += bytes([0, 2, count, 0])
                x += count
            else:
                data += bytes([count, int(row[x]) if bits == 8 else int(row[x]) * 17])
                x += count
        data += bytes([0, 0])
    return data + bytes([0, 1])


def bmps():
    folder = HERE / "bmp"
    folder.mkdir(exist_ok=True)
    for bits in (1, 4, 8):
        colors = 2**bits
        quads = b"".join(bytes([b, g, r, 0]) for r, g, b in bmp_palette(colors))
        indices = bmp_indices(colors)
        (folder / f"palette{bits}.bmp").write_bytes(
            bmp_file(bmp_info(BMP_SIZE, bits), quads, bmp_rows(indices, bits)))
        if bits > 1:
            (folder / f"runs{bits}.bmp").write_bytes(
                bmp_file(bmp_info(BMP_SIZE, bits, {8: 1, 4: 2}[bits]), quads, bmp_runs(indices, bits)))
    triples = b"".join(bytes([b, g, r]) for r, g, b in bmp_palette(16))
    core = struct.pack("<IHHHH", 12, *BMP_SIZE, 1, 4)
    (folder / "core4.bmp").write_bytes(bmp_file(core, triples, bmp_rows(bmp_indices(16), 4)))

    pixels = np.asarray(gradient()).astype(np.int64)
    r, g, b = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    rgb = r << 16 | g << 8 | b
    (folder / "true24.bmp").write_bytes(bmp_file(bmp_info(SIZE, 24), b"", bmp_rows(rgb, 24)))
    (folder / "top-down24.bmp").write_bytes(
        bmp_file(bmp_info(SIZE, 24, top_down=True), b"", bmp_rows(rgb[::-1], 24)))
    (folder / "true32.bmp").write_bytes(bmp_file(bmp_info(SIZE, 32), b"", bmp_rows(rgb, 32)))
    masks = (0xFF000000, 0xFF0000, 0xFF00, 0xFF)
    x = np.arange(SIZE[0])[None, :].repeat(SIZE[1], 0)
    alpha = np.where(x < 56, 0, np.where(x < 112, 128, 255))
    rgba = r << 24 | g << 16 | b << 8 | alpha
    for name, length in (("v4", 108), ("v5", 124)):
        (folder / f"alpha-{name}.bmp").write_bytes(
            bmp_file(bmp_info(SIZE, 32, 3, length, masks), b"", bmp_rows(rgba, 32)))
    (folder / "true16.bmp").write_bytes(
        bmp_file(bmp_info(SIZE, 16), b"", bmp_rows((r >> 3) << 10 | (g >> 3) << 5 | b >> 3, 16)))
    (folder / "masks16.bmp").write_bytes(
        bmp_file(bmp_info(SIZE, 16, 3) + struct.pack("<III", 0xF800, 0x07E0, 0x001F), b"",
                 bmp_rows((r >> 3) << 11 | (g >> 2) << 5 | b >> 3, 16)))


def tiff_kinds():
    """What TIFF files hold beside the usual samples: 64 x 48 pixels, (200, 100, 50) on the left, (40, 160, 90) right."""
    rgb = np.zeros((48, 64, 3), np.uint8)
    rgb[:, :32] = [200, 100, 50]
    rgb[:, 32:] = [40, 160, 90]
    luma = rgb @ [0.299, 0.587, 0.114]
    cb, cr = 128 + (rgb[:, :, 2] - luma) / 1.772, 128 + (rgb[:, :, 0] - luma) / 1.402
    ycbcr = np.stack([luma, cb, cr], axis=-1).round().astype(np.uint8)
    tiff("tiff/ycbcr.tiff", ycbcr, photometric="ycbcr", compression="zlib")
    tiff("tiff/ycbcr16.tiff", ycbcr.astype(np.uint16) * 257, photometric="ycbcr", compression="zlib")
    linear = np.vectorize(srgb_to_linear)(rgb / 255)
    tiff("tiff/grey-float.tiff", linear[:, :, 0].astype(np.float32), photometric="minisblack", compression="zlib")
    tiff("tiff/rgb32.tiff", rgb.astype(np.uint32) * 0x01010101, photometric="rgb", compression="zlib")
    tiff("tiff/half.tiff", linear.astype(np.float16), photometric="rgb", compression="zlib")
    tiff("tiff/double.tiff", linear[:, :, 0], photometric="minisblack", compression="zlib")
    tiff("tiff/signed16.tiff", rgb.astype(np.int16) * 100, photometric="rgb", compression="zlib")
    tiff("tiff/zstd.tiff", rgb, photometric="rgb", compression="zstd")
    tiff("tiff/jpeg2000.tiff", rgb, photometric="rgb", compression="jpeg2000")
    small = np.full((12, 16, 3), 255, np.uint8)
    sensor = np.full((48, 64), 9000, np.uint16)
    for name, chain, below, extra in [
        ("preview-first", rgb, None, []), ("preview-above", None, rgb, []), ("preview-alone", None, None, []),
        ("raw", None, sensor, []), ("raw-dng", None, None, [(50706, 1, 4, bytes([1, 4, 0, 0]), True)]),
    ]:
        buffer = io.BytesIO()
        with tifffile.TiffWriter(buffer) as writer:
            rest = dict(metadata=None, software="")
            writer.write(small, photometric="rgb", subfiletype=1, subifds=0 if below is None else 1, extratags=extra, **rest)
            if below is not None:
                writer.write(below, photometric=32803 if below.ndim == 2 else "rgb", compression="zlib", **rest)
            if chain is not None:
                writer.write(chain, photometric="rgb", compression="zlib", **rest)
        write(f"tiff/{name}.tiff", buffer.getvalue())


# --- Colours that are described without an ICC profile ----------------------------------------------------------------


def unadapted(primaries):
    """Linear RGB to XYZ with the white D65."""
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in primaries]).T
    return columns * np.linalg.solve(columns, WHITE_D65)


P3_PRIMARIES = [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
BT2020_PRIMARIES = [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
SRGB_PRIMARIES = [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]


def pq(light):
    """SMPTE ST 2084 of light in cd/m2, equation 5.2."""
    m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
    y = (light / 10000) ** m1
    return ((c1 + c2 * y) / (1 + c3 * y)) ** m2


def hlg(rgb):
    """BT.2100 of the light that a display of 1,000 cd/m2 shows: back through its OOTF, then the OETF."""
    shown = rgb / 1000
    luminance = max(1e-9, float(shown @ [0.2627, 0.6780, 0.0593]))
    scene = shown * luminance ** (1 / 1.2 - 1)
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    return np.where(scene <= 1 / 12, np.sqrt(3 * scene), a * np.log(np.maximum(12 * scene - b, 1e-9)) + c)


def described(primaries, encode):
    """The patches' numbers in another RGB space, 0...1; `encode` takes linear light of which white is 1."""
    linear = np.vectorize(srgb_to_linear)(patches() / 255)
    other = np.clip(linear @ (np.linalg.inv(unadapted(primaries)) @ unadapted(SRGB_PRIMARIES)).T, 0, None)
    return np.apply_along_axis(encode, 2, other)


def sixteen(numbers):
    return np.round(65535 * np.clip(numbers, 0, 1)).astype(np.uint16)


def png8(numbers, extra):
    samples = np.round(255 * np.clip(numbers, 0, 1)).astype(np.uint8)
    return png(samples.shape[1], samples.shape[0], 8, 2 if samples.ndim == 3 else 0, [row.tobytes() for row in samples],
               extra)


def described_colors():
    srgb = np.vectorize(linear_to_srgb)
    p3 = described(P3_PRIMARIES, srgb)
    in_pq = described(BT2020_PRIMARIES, lambda rgb: pq(203 * rgb))
    in_hlg = described(BT2020_PRIMARIES, lambda rgb: hlg(203 * rgb))
    cicp = lambda primaries, transfer, full=1: chunk(b"cICP", bytes([primaries, transfer, 0, full]))
    write("described/p3-cicp.png", png8(p3, cicp(12, 13)))
    write("described/p3-narrow-cicp.png", png8((16 + 219 * p3) / 255, cicp(12, 13, 0)))
    # Its profile says something else: the numbers count.
    write("described/p3-cicp-profile.png",
          png8(p3, cicp(12, 13) + icc_chunk(rgb_profile("linear", SRGB, gamma_curve(1)))))
    write("described/pq-cicp.png", png16(sixteen(in_pq), 2, cicp(9, 16)))
    half = np.full(in_pq.shape[:2] + (1,), 32896, np.uint16)
    write("described/pq-alpha-cicp.png", png16(np.concatenate([sixteen(in_pq), half], axis=-1), 6, cicp(9, 16)))
    write("described/hlg-cicp.png", png16(sixteen(in_hlg), 2, cicp(9, 18)))

    gama = lambda value: chunk(b"gAMA", struct.pack(">I", value))
    chrm = lambda primaries: chunk(b"cHRM", struct.pack(
        ">8I", 31270, 32900, *[round(100000 * v) for point in primaries for v in point]))
    in_gamma = described(P3_PRIMARIES, lambda rgb: rgb ** (1 / 1.8))
    write("described/gamma-primaries.png", png8(in_gamma, gama(round(100000 / 1.8)) + chrm(P3_PRIMARIES)))
    write("described/linear-gamma-16.png", png16(sixteen(described(SRGB_PRIMARIES, lambda rgb: rgb)), 2, gama(100000)))
    # As most programs write sRGB; sRGB said beside numbers that mean nothing then; primaries without a curve.
    plain = patches() / 255
    write("described/srgb-gamma.png", png8(plain, gama(45455) + chrm(SRGB_PRIMARIES)))
    write("described/srgb-said.png", png8(plain, chunk(b"sRGB", b"\0") + gama(100000) + chrm(P3_PRIMARIES)))
    write("described/primaries-alone.png", png8(plain, chrm(P3_PRIMARIES)))
    grey = np.repeat(np.arange(0, 256, 4), 4)[np.newaxis].repeat(4, axis=0) / 255
    write("described/grey-gamma.png", png8(grey, gama(100000)))

    # Adobe RGB as cameras say it: by the rules of interoperability (DCF 2.0), not by a profile.
    entry = lambda tag, kind, count, value: struct.pack("<HHI", tag, kind, count) + value.ljust(4, b"\0")
    number = lambda value: struct.pack("<I", value)
    exif = b"Exif\0\0II*\0" + number(8)
    exif += b"\1\0" + entry(0x8769, 4, 1, number(26)) + number(0)
    exif += b"\2\0" + entry(0xA001, 3, 1, b"\xff\xff") + entry(0xA005, 4, 1, number(56)) + number(0)
    exif += b"\1\0" + entry(0x0001, 2, 4, b"R03\0") + number(0)
    adobe = Image.fromarray(eight(converted(ADOBE_RGB, lambda v: v ** (256 / 563))))
    save("described/adobe-exif.jpg", adobe, format="JPEG", quality=98, subsampling=0, exif=exif)

    heif = dict(format="HEIF", quality=98, chroma=444)
    for name, numbers, primaries, transfer, matrix in [("p3", p3, 12, 13, 6), ("pq", in_pq, 9, 16, 9), ("hlg", in_hlg, 9, 18, 9)]:
        wide = sixteen(numbers)
        picture = pillow_heif.from_bytes("RGB;16" if transfer > 13 else "RGB", (wide.shape[1], wide.shape[0]),
                                         (wide if transfer > 13 else eight(wide)).tobytes())
        buffer = io.BytesIO()
        picture.save(buffer, quality=98, chroma=444, save_nclx_profile=True, color_primaries=primaries,
                     transfer_characteristics=transfer, matrix_coefficients=matrix, full_range_flag=1)
        file = buffer.getvalue()
        assert file.count(b"colrnclx") == 1
        write(f"described/{name}-nclx.heic", file)
        # Without the container's word: HEVC's header has it, too.
        write(f"described/{name}-vui.heic", file.replace(b"colrnclx", b"freenclx"))
    buffer = io.BytesIO()
    Image.fromarray(eight(sixteen(p3))).save(buffer, format="AVIF", quality=98, subsampling="4:4:4")
    file = buffer.getvalue()
    assert file.count(b"colrnclx\0\1\0\x0d") == 1
    write("described/p3-nclx.avif", file.replace(b"colrnclx\0\1\0\x0d", b"colrnclx\0\x0c\0\x0d"))


# --- Large pictures in few bytes, whose decoding is measured ------------------------------------------------------------


PASSES_SIDE = 4000


def passes():
    buffer = io.BytesIO()
    Image.new("RGB", (PASSES_SIDE, PASSES_SIDE), (200, 100, 50)).save(
        buffer, format="JPEG", progressive=True, quality=90, subsampling=0)
    write("passes/progressive.jpg", buffer.getvalue())

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    # Adam7 (PNG 3rd ed. 8.1): of each pass, its rows.
    data = zlib.compressobj(9)
    pixels = b""
    for x, y, dx, dy in [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]:
        row = b"\0" + bytes([200, 100, 50]) * len(range(x, PASSES_SIDE, dx))
        for _ in range(y, PASSES_SIDE, dy):
            pixels += data.compress(row)
    pixels += data.flush()
    write("passes/interlaced.png", b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", PASSES_SIDE, PASSES_SIDE, 8, 2, 0, 0, 1)) + chunk(b"IDAT", pixels)
        + chunk(b"IEND", b""))


if __name__ == "__main__":
    for make in [orientations, formats, large, sample_kinds, animations, profiles, described_colors, tiff_kinds, claims, bmps, passes]:
        make()
