"""Cut-outs that are photographs, and pictures without a subject, out of Debian 12's packages.

    python stock.py --out stock         # needs apt-get and dpkg-deb; downloads 390 MB, installs nothing
    python pack_data.py --data ../../shared/data stock --out pack.zip

`stock.txt` lists what is taken. Written as `stock/cutouts/photo-….webp` (alpha kept, lossless) and `stock/backgrounds/….jpg`.
"""
import argparse
import hashlib
import os
import subprocess
import tempfile

import cv2

PACKAGES = {
    "tuxpaint-stamps-default": ("2022.06.04-1", "6db6c1bfc870a47f1499d6203b083522eacb57c5f9c87d468f2e92eb6d9d5f34"),
    "gnome-backgrounds": ("43.1-1", "a670dea21572652127d6e55f9cdb3a226d0037854fdbfd037003c7d00ee0dc4e"),
    "mate-backgrounds": ("1.26.0-1", "7bf4c2209f34b4f61ba6d24c8b58c28b361e82e4b943aae6d42c030169af9e04"),
    "plasma-workspace-wallpapers": ("4:5.27.5-2", "32cd18b71c8c938a18b3b351f217c02ac590e323caa3cf322fbb875ce8892f8b"),
    "lomiri-wallpapers-16.04": ("20.04.0-2", "a99ff6a3bfe451e4cc0682ecb3cc82e71740626d59e4845ae34a0a0e45421eab"),
    "ukui-wallpapers": ("20.04.3-1.1", "6d49be70152e6d603163458e177e501deb0be8f2916389ccbfcf59b0d7fc0262"),
}
"""Version and SHA-256 of each."""
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stock.txt")


def unpack(package, folder):
    version, digest = PACKAGES[package]
    subprocess.run(["apt-get", "download", f"{package}={version}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    archive, = (os.path.join(folder, f) for f in os.listdir(folder) if f.startswith(package + "_"))
    with open(archive, "rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != digest:
            raise SystemExit(f"{archive}: not the file that was looked through")
    subprocess.run(["dpkg-deb", "-x", archive, os.path.join(folder, package)], check=True)
    os.remove(archive)


def name_of(kind, path):
    parts = os.path.splitext(path)[0].split("/")
    if kind == "cutouts":
        return "photo-" + "-".join(parts[parts.index("stamps") + 1:]) + ".webp"
    return "-".join(p for p in parts[parts.index("share") + 2:] if p not in ("contents", "images")) + ".jpg"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--out", default="stock")
    a = p.parse_args()
    with open(LIST) as file:
        wanted = [line.split() for line in file if line.strip() and not line.startswith("#")]
    for kind in ("cutouts", "backgrounds"):
        os.makedirs(os.path.join(a.out, kind), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for package in PACKAGES:
            unpack(package, folder)
        for kind, package, path in wanted:
            image = cv2.imread(os.path.join(folder, package, path), cv2.IMREAD_UNCHANGED)
            if image is None or (kind == "cutouts" and image.shape[2:] != (4,)):
                raise SystemExit(f"{package}: {path} cannot be read")
            how = [cv2.IMWRITE_WEBP_QUALITY, 101] if kind == "cutouts" else [cv2.IMWRITE_JPEG_QUALITY, 92]
            if kind == "backgrounds":
                scale = min(1, 1600 / max(image.shape[:2]))
                image = cv2.resize(image[..., :3], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            cv2.imwrite(os.path.join(a.out, kind, name_of(kind, path)), image, how)
    print(len(wanted), "pictures in", a.out)


if __name__ == "__main__":
    main()
