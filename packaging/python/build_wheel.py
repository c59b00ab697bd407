"""build_wheel.py BUNDLE OUT VERSION: makes a wheel of the package and of what Scripts/install has put into BUNDLE.

All libraries that the program takes from the system are put beside it, but for the C library, with the licences of their Debian
packages: whoever installs the wheel has none of them. The tag says which C library they need. The same files give the same
bytes. Run on Debian, with patchelf in PATH.
"""

import base64
import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
# The C library's own: what loads the program, and must be the system's.
OF_THE_SYSTEM = re.compile(r"^(ld-linux|libc\.|libm\.|libmvec\.|libdl\.|libpthread\.|librt\.|libresolv\.|libutil\.|libnss_|libanl\.)")


def run(*command, **variables):
    return subprocess.run(
        [str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **variables}).stdout


def libraries(file, beside):
    """What the loader finds for a file, by the names that are asked for."""
    found = {}
    for line in run("ldd", file, LD_LIBRARY_PATH=str(beside)).splitlines():
        match = re.match(r"\s*(\S+) => (\S+) \(0x", line)
        if match:
            found[match[1]] = pathlib.Path(match[2])
        elif "not found" in line:
            sys.exit(f"build_wheel: {file} needs {line.strip()}")
    return found


def package_of(library):
    """Debian's package of a library of this system."""
    paths = {str(library), str(library.resolve())}
    # /lib and /usr/lib are one folder; the package lists one of the names.
    paths |= {path.removeprefix("/usr") for path in paths} | {f"/usr{path}" for path in paths if path.startswith("/lib")}
    for path in sorted(paths):
        found = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":", 1)[0]
    sys.exit(f"build_wheel: no package has {library}")


def bundle_libraries(bundle):
    """Copies the libraries beside the program, and lets each look for the others there."""
    folder = bundle / "lib" / "peel"
    multiarch = run("dpkg-architecture", "--query", "DEB_HOST_MULTIARCH").strip()
    # Reads HEIC and AVIF. libvips opens the others only for formats that Peel does not take.
    modules = sorted(pathlib.Path("/usr/lib", multiarch).glob("vips-modules-*/vips-heif.so"))
    roots = [bundle / "bin" / "peel", *folder.iterdir(), *modules]
    needed = {}
    for root in roots:
        needed.update(libraries(root, folder))
    needed = {
        name: path for name, path in needed.items()
        if not OF_THE_SYSTEM.match(name) and folder not in path.parents
    }
    packages = set()
    for name, path in sorted(needed.items()):
        target = folder / name
        shutil.copyfile(path, target)
        run("patchelf", "--set-rpath", "$ORIGIN", target)
        packages.add(package_of(path))
    for module in modules:
        target = bundle / "lib" / multiarch / module.parent.name / module.name
        target.parent.mkdir(parents=True)
        shutil.copyfile(module, target)
        run("patchelf", "--set-rpath", "$ORIGIN/../../peel", target)
        packages.add(package_of(module))
    return packages


def bundle_licences(bundle, packages):
    folder = bundle / "share" / "doc" / "peel" / "debian"
    folder.mkdir(parents=True)
    lines = [
        "The libraries in lib/peel that are not OpenVINO's are those of these Debian packages, unchanged but for the place where",
        "they look for each other. Their sources are at https://snapshot.debian.org under the name and version that follow.", "",
    ]
    for package in sorted(packages):
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", folder / f"{package}.copyright")
        version = run("dpkg-query", "--show", "--showformat", "${source:Package} ${source:Version}", package)
        lines.append(f"{package}: {version}")
    (folder / "SOURCES").write_text("\n".join(lines) + "\n")


def c_library_version(bundle):
    """The newest version of the C library that a file asks for."""
    newest = (0, 0)
    for file in sorted(bundle.rglob("*")):
        if file.is_file() and file.read_bytes()[:4] == b"\x7fELF":
            for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", file)):
                newest = max(newest, (int(major), int(minor)))
    return newest


def metadata(version):
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    lines = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}", f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}", f"License-Expression: {project['license']}",
        "License-File: LICENSE", "License-File: NOTICE", "Description-Content-Type: text/markdown",
        "Classifier: Operating System :: POSIX :: Linux", "Classifier: Typing :: Typed",
    ]
    lines += [f"Requires-Dist: {name}" for name in project["dependencies"]]
    for extra, names in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {name}; extra == "{extra}"' for name in names]
    text = "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    return text, f"[console_scripts]\n{scripts}"


class Wheel:
    def __init__(self, file):
        self.zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self.record = io.StringIO()

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data)
        if not name.endswith("/RECORD"):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            self.record.write(f"{name},sha256={digest},{len(data)}\n")


def main(bundle, out, version):
    bundle, out = pathlib.Path(bundle).resolve(), pathlib.Path(out)
    packages = bundle_libraries(bundle)
    bundle_licences(bundle, packages)
    major, minor = c_library_version(bundle)
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    file = out / f"peel_stickers-{version}-{tag}.whl"
    info = f"peel_stickers-{version}.dist-info"
    text, scripts = metadata(version)
    partial = out / f".{file.name}.partial"
    wheel = Wheel(partial)
    for path in sorted((HERE / "src" / "peel").iterdir()):
        if path.is_file():
            wheel.add(f"peel/{path.name}", path.read_bytes())
    wheel.add("peel/_version.txt", f"{version}\n".encode())
    for path in sorted(bundle.rglob("*")):
        if path.is_file():
            mode = 0o755 if path.parent.name == "bin" else 0o644
            wheel.add(f"peel/_bundle/{path.relative_to(bundle)}", path.read_bytes(), mode)
    wheel.add(f"{info}/METADATA", text.encode())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: peel\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    wheel.add(f"{info}/entry_points.txt", scripts.encode())
    wheel.add(f"{info}/licenses/LICENSE", (HERE.parent.parent / "LICENSE").read_bytes())
    wheel.add(f"{info}/licenses/NOTICE", (HERE / "NOTICE").read_bytes())
    wheel.record.write(f"{info}/RECORD,,\n")
    wheel.add(f"{info}/RECORD", wheel.record.getvalue().encode())
    wheel.zip.close()
    for old in out.glob("peel_stickers-*.whl"):
        old.unlink()
    partial.rename(file)
    unpacked = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file())
    print(f"{file}: {file.stat().st_size >> 20} MiB, {unpacked >> 20} MiB unpacked, libraries of {len(packages)} packages")


if __name__ == "__main__":
    main(*sys.argv[1:])
