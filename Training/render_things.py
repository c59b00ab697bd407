"""Cut-outs with exact alpha: renders the 3D models of Debian 12's package sweethome3d-furniture from several sides.

    pip install moderngl==5.13.0 tinyobjloader==2.0.0rc13     # besides cv2 and numpy; draws by EGL, a graphics card is not needed
    python render_things.py --work things                     # renders what is not there yet
    python render_things.py --work things --out things.zip    # packs it

Needs apt-get and dpkg-deb; downloads 120 MB, installs nothing. `things.txt` lists the models that are left out, and why. Each view
has its own random camera and light, drawn from its name, so a part of the views (`--views`, `--only`) is the same as in a whole
run; views that `--work` holds already are not rendered again. A view takes a tenth of a second of one core (LP_NUM_THREADS=0 keeps
Mesa to one). The models are CC0 or CC BY 3.0, by the folder that their names begin with (see `things.txt`).

A photograph is the surroundings that light the model and are mirrored in it, a lamp from one side casts shadows, and creases are
darkened (by how far a point lies behind what is around it). Drawn at three times the size and averaged with premultiplied colours,
so that alpha is the covered part of each pixel; glass is as transparent as its material says.
"""
import argparse
import glob
import hashlib
import os
import re
import subprocess
import tempfile
import zipfile

import cv2
import numpy as np

PACKAGE, VERSION = "sweethome3d-furniture", "1.8-1"
DIGEST = "3ccb90c63f9525e887a767b9cd5c8b6933b8b6b2973a615a5359ee68a2118668"
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "things.txt")
SIDE, TIMES, MARGIN = 256, 3, 12
"""Longest side of a cut-out, how much larger it is drawn, and pixels left free around what is drawn."""
FRAME = SIDE * TIMES + 2 * MARGIN
SHADOW = 768

VERTEX = """
#version 330
uniform mat4 camera, lamp;
in vec3 position, normal;
in vec2 place;
out vec3 at, facing;
out vec2 uv;
out vec4 in_lamp;
void main() {
    at = position; facing = normal; uv = place;
    in_lamp = lamp * vec4(position, 1);
    gl_Position = camera * vec4(position, 1);
}
"""
COLORS = """
#version 330
uniform sampler2D picture, surroundings;
uniform sampler2DShadow shadows;
uniform bool has_picture, glass;
uniform vec3 diffuse, specular, eye, to_lamp, lamp_color;
uniform float opacity, shininess, ambient, turn, exposure;
in vec3 at, facing;
in vec2 uv;
in vec4 in_lamp;
out vec4 color;
vec3 seen(vec3 d, float level) {
    vec2 where = vec2(atan(d.z, d.x) / 6.2831853 + turn, acos(clamp(d.y, -1, 1)) / 3.1415927);
    return textureLod(surroundings, where, level).rgb;
}
void main() {
    vec4 base = has_picture ? texture(picture, uv) : vec4(diffuse, 1);
    base.rgb = pow(base.rgb, vec3(2.2));
    if (!glass && base.a < .5) discard;
    vec3 view = normalize(eye - at);
    vec3 n = normalize(facing + vec3(1e-9));
    if (dot(n, view) < 0) n = -n;
    float lit = 0;
    if (dot(n, to_lamp) > 0) lit = texture(shadows, in_lamp.xyz * .5 + vec3(.5, .5, .494)) * dot(n, to_lamp);
    float edge = pow(1 - max(dot(n, view), 0), 5);
    float gloss = max(specular.r, max(specular.g, specular.b)), sharp = clamp(shininess, 2, 200);
    vec3 sheen = specular * pow(max(dot(n, normalize(view + to_lamp)), 0), sharp) * lit * (sharp + 8) / 40 * lamp_color;
    sheen += seen(reflect(-view, n), 6 - log2(sharp) * .6) * specular * (.06 + .6 * edge);
    vec3 result = base.rgb * (seen(n, 7) * ambient + lamp_color * lit) + sheen;
    result *= exposure;
    result = result * (1 + result / 9) / (1 + result) * 1.35;
    float a = glass ? min(1, opacity * base.a + gloss * .5 * edge) : 1;
    color = vec4(pow(clamp(result, 0, 1), vec3(1 / 2.2)) * a, a);
}
"""
DEPTHS = """
#version 330
uniform sampler2D picture;
uniform bool has_picture;
in vec2 uv;
void main() { if (has_picture && texture(picture, uv).a < .5) discard; }
"""


def unpack(folder):
    """Downloads the package and unpacks its models; returns the folder."""
    subprocess.run(["apt-get", "download", f"{PACKAGE}={VERSION}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    archive, = glob.glob(os.path.join(glob.escape(folder), PACKAGE + "_*.deb"))
    with open(archive, "rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != DIGEST:
            raise SystemExit(f"{archive}: not the file that was looked through")
    subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
    os.remove(archive)
    for path in glob.glob(os.path.join(glob.escape(folder), "usr/share/sweethome3d/furniture/*.sh3f")):
        with zipfile.ZipFile(path) as packed:
            packed.extractall(os.path.join(folder, os.path.basename(path)[:-5]))
        os.remove(path)


def models(folder):
    """Name, path and rotation of each model in the catalogues, in the order of the names."""
    found = {}
    for catalogue in glob.glob(os.path.join(glob.escape(folder), "*", "PluginFurnitureCatalog.properties")):
        with open(catalogue, encoding="latin-1") as file:
            values = dict(line.rstrip("\r\n").split("=", 1) for line in file if "=" in line and not line.startswith("#"))
        for key, value in values.items():
            if key.startswith("model#"):
                path = os.path.join(os.path.dirname(catalogue), value.lstrip("/"))
                name = re.sub("[^A-Za-z0-9]+", "-", value.strip("/").split("/")[0] + "-" + os.path.basename(os.path.dirname(path)))
                if name in found:
                    name += "-" + re.sub("[^A-Za-z0-9]+", "-", os.path.basename(path)[:-4])
                turned = values.get("modelRotation#" + key.split("#")[1], "1 0 0 0 1 0 0 0 1")
                found[name] = path, np.array(turned.split(), float).reshape(3, 3)
    return sorted((name, *rest) for name, rest in found.items())


def left_out():
    if not os.path.exists(LIST):
        return set()
    with open(LIST) as file:
        return {line.split()[0] for line in file if line.strip() and not line.startswith("#")}


class Part:
    """The triangles of one material: position, normal and place in the picture of each corner."""

    def __init__(self, corners, material, folder):
        self.corners, self.material = corners, material
        self.picture = None
        name = material.diffuse_texname.replace("\\", "/") if material else ""
        for path in (os.path.join(folder, name), os.path.join(folder, os.path.basename(name))) if name else ():
            if os.path.exists(path) and self.picture is None:
                self.picture = cv2.imread(path, cv2.IMREAD_UNCHANGED)
        if name and self.picture is None:
            print(f"{folder}: no picture {name}")


def usable(given, points, index):
    """The normals of the corners; where none is given, or it contradicts the triangle, the mean around the point or the triangle's own."""
    a, b, c = points[index[0::3]], points[index[1::3]], points[index[2::3]]
    own = np.repeat(np.cross(b - a, c - a), 3, axis=0)
    mean = np.zeros_like(points)
    np.add.at(mean, index, own)
    own, mean = (x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-12) for x in (own, mean[index]))
    smooth = np.where((own * mean).sum(1, keepdims=True) > .7, mean, own)
    return np.where(np.abs((own * given).sum(1, keepdims=True)) > .3, given, smooth)


def load(path, rotation):
    """The parts of a model, placed around the origin with the farthest corner at distance 1.

    By tinyobjloader's lists: what its `numpy_…` functions return is wrong in this version.
    """
    import tinyobjloader
    reader, config = tinyobjloader.ObjReader(), tinyobjloader.ObjReaderConfig()
    config.triangulate = True
    if not reader.ParseFromFile(path, config):
        raise SystemExit(f"{path}: {reader.Error()}")
    attributes, materials = reader.GetAttrib(), reader.GetMaterials()
    points, normals, places = (np.array([*values, *[0] * width], np.float32).reshape(-1, width) for values, width in (
        (attributes.vertices, 3), (attributes.normals, 3), (attributes.texcoords, 2)))  # the last is for corners without one
    points, normals = points @ rotation.T.astype(np.float32), normals @ rotation.T.astype(np.float32)
    corners, kinds = [], []
    for shape in reader.GetShapes():
        mesh = shape.mesh
        if mesh.vertex_indices():
            index = np.array(mesh.vertex_indices())
            facing = usable(normals[mesh.normal_indices()], points, index)
            corners.append(np.hstack([points[index], facing, places[mesh.texcoord_indices()]]))
            kinds.append(np.repeat(np.array(mesh.material_ids, np.int64), 3))
    corners, kinds = np.vstack(corners), np.hstack(kinds)
    low, high = corners[:, :3].min(0), corners[:, :3].max(0)
    corners[:, :3] -= (low + high) / 2
    corners[:, :3] /= np.linalg.norm(corners[:, :3], axis=1).max()
    corners, folder = corners.astype(np.float32), os.path.dirname(path)
    parts = [Part(corners[kinds == k], materials[k] if k >= 0 else None, folder) for k in np.unique(kinds)]
    return [part for part in parts if part.material is None or part.material.dissolve > .02]


def look(eye, up):
    """The matrix that brings `eye` to the origin, looking along -z at where the origin was."""
    back = eye / np.linalg.norm(eye)
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    matrix = np.eye(4)
    matrix[:3, :3] = right, np.cross(back, right), back
    matrix[:3, 3] = -matrix[:3, :3] @ eye
    return matrix


def direction(azimuth, elevation):
    return np.array([np.cos(elevation) * np.sin(azimuth), np.sin(elevation), np.cos(elevation) * np.cos(azimuth)])


def camera_of(rng, points):
    """Eye, its matrix (turned a little, shifted and enlarged until the model fills the frame), and the least and largest depth."""
    azimuth, elevation, roll = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(-5, 40)), np.radians(rng.normal(0, 4))
    eye = direction(azimuth, elevation) * rng.uniform(1.9, 6)
    matrix = look(eye, np.array([0., 1, 0]))
    turned = np.eye(4)
    turned[:2, :2] = [[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]]
    matrix = turned @ matrix
    seen = matrix[:3, :3].astype(np.float32) @ points + matrix[:3, 3:].astype(np.float32)
    flat = seen[:2] / -seen[2]
    low, high = flat.min(1), flat.max(1)
    zoom, middle = 2 * SIDE * TIMES / FRAME / (high - low).max(), (low + high) / 2
    near, far = -seen[2].max() * .98, -seen[2].min() * 1.02
    projection = np.array([[zoom, 0, zoom * middle[0], 0], [0, zoom, zoom * middle[1], 0],
                           [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)], [0, 0, -1, 0]])
    return eye, projection @ matrix, near, far


class Studio:
    """Draws models without a window."""

    def __init__(self, environments):
        import moderngl
        self.gl = gl = moderngl.create_context(standalone=True, backend="egl")
        self.colors = gl.program(vertex_shader=VERTEX, fragment_shader=COLORS)
        self.depths = gl.program(vertex_shader=VERTEX, fragment_shader=DEPTHS)
        self.depth = gl.depth_texture((FRAME, FRAME))
        self.frame = gl.framebuffer([gl.texture((FRAME, FRAME), 4)], self.depth)
        self.shadow = gl.depth_texture((SHADOW, SHADOW))
        self.shadow.compare_func, self.shadow.repeat_x, self.shadow.repeat_y = "<=", False, False
        self.shadow_frame = gl.framebuffer(depth_attachment=self.shadow)
        self.surroundings = [self.surrounding(cv2.imread(path)) for path in environments]
        self.blank = gl.texture((1, 1), 4, b"\xff" * 4)

    def surrounding(self, photo):
        """A photo and its mirror image side by side, so that it goes around without a seam; pale, and 1 in the mean."""
        photo = cv2.resize(photo, (256, 256), interpolation=cv2.INTER_AREA)[..., ::-1]
        photo = (np.hstack([photo, photo[:, ::-1]]) / np.float32(255)) ** 2.2
        photo = photo * .4 + photo.mean(2, keepdims=True) * .6
        photo = np.ascontiguousarray(photo / photo.mean(), np.float16)
        texture = self.gl.texture((512, 256), 3, photo.tobytes(), dtype="f2")
        texture.build_mipmaps()
        texture.filter, texture.repeat_y = (self.gl.LINEAR_MIPMAP_LINEAR, self.gl.LINEAR), False
        return texture

    def picture(self, image):
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        if image.dtype == np.uint16:
            image = (image >> 8).astype(np.uint8)
        scale = min(1, 1024 / max(image.shape[:2]))
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[::-1]
        image = cv2.cvtColor(image, cv2.COLOR_BGR2RGBA if image.shape[2] == 3 else cv2.COLOR_BGRA2RGBA)
        texture = self.gl.texture(image.shape[1::-1], 4, np.ascontiguousarray(image).tobytes())
        texture.build_mipmaps()
        texture.filter = self.gl.LINEAR_MIPMAP_LINEAR, self.gl.LINEAR
        return texture

    def place(self, parts):
        """Brings the parts of a model to the graphics memory; returns what `view` wants, and a function that frees it."""
        placed, kept, pictures = [], [], {}
        for part in parts:
            buffer = self.gl.buffer(part.corners.tobytes())
            arrays = [self.gl.vertex_array(program, [(buffer, form, *names)]) for program, form, names in (
                (self.colors, "3f 3f 2f", ("position", "normal", "place")), (self.depths, "3f 12x 2f", ("position", "place")))]
            texture = None
            if part.picture is not None:
                key = part.material.diffuse_texname
                texture = pictures.get(key) or self.picture(part.picture)
                pictures[key] = texture
            placed.append((part.material, texture, *arrays))
            kept += [buffer, *arrays]
        kept += pictures.values()
        placed.sort(key=lambda p: -p[0].dissolve if p[0] else -1)

        def free():
            for thing in kept:
                thing.release()
        return placed, free

    def view(self, placed, points, rng):
        """One random view as a picture with premultiplied colours (floats, BGRA) and its least depths."""
        eye, camera, near, far = camera_of(rng, points)
        to_lamp = direction(np.arctan2(eye[0], eye[2]) + rng.normal(0, 1), np.radians(rng.uniform(15, 75)))
        lamp = np.diag([1, 1, -1 / 1.05, 1]) @ look(to_lamp, np.array([0, 1., 0]))
        lamp[:3, 3] = 0
        warm = rng.normal(0, .12)
        lamp_color = rng.uniform(.3, 1.6) * np.array([1 + warm, 1, 1 - warm])
        common = {"camera": camera, "lamp": lamp, "eye": eye, "to_lamp": to_lamp, "lamp_color": lamp_color,
                  "ambient": rng.uniform(.35, .9), "turn": rng.uniform(), "exposure": rng.lognormal(-.1, .3)}
        surroundings = self.surroundings[rng.integers(len(self.surroundings))]
        gl = self.gl
        gl.enable(gl.DEPTH_TEST)
        gl.disable(gl.BLEND)
        self.shadow_frame.use()
        self.shadow_frame.clear(depth=1)
        self.depths["camera"].write(lamp.T.astype("f4").tobytes())
        for material, texture, _, array in placed:
            if material is None or material.dissolve > .95:
                (texture or self.blank).use(0)
                self.depths["has_picture"] = texture is not None
                array.render()
        self.frame.use()
        self.frame.clear(0, 0, 0, 0, depth=1)
        program = self.colors
        for name, value in common.items():
            program[name].write(np.asarray(value, "f4").T.tobytes())
        program["surroundings"], program["shadows"] = 1, 2
        surroundings.use(1)
        self.shadow.use(2)
        for material, texture, array, _ in placed:
            glass = material is not None and material.dissolve <= .95
            if glass:
                gl.enable(gl.BLEND)
                gl.blend_func = gl.ONE, gl.ONE_MINUS_SRC_ALPHA
                self.frame.depth_mask = False
            (texture or self.blank).use(0)
            program["has_picture"], program["glass"] = texture is not None, glass
            program["diffuse"] = tuple(material.diffuse) if material else (.8, .8, .8)
            program["specular"] = tuple(material.specular) if material else (0, 0, 0)
            program["shininess"] = material.shininess if material else 1
            program["opacity"] = material.dissolve if material else 1
            array.render()
        self.frame.depth_mask = True
        image = np.frombuffer(self.frame.read(components=4), np.uint8).reshape(FRAME, FRAME, 4)[::-1, :, [2, 1, 0, 3]]
        image = cv2.resize(np.ascontiguousarray(image), (FRAME // TIMES, FRAME // TIMES), interpolation=cv2.INTER_AREA)
        depth = np.frombuffer(self.depth.read(), "f4").reshape(FRAME, FRAME)[::-1]
        depth = depth.reshape(FRAME // TIMES, TIMES, FRAME // TIMES, TIMES).min((1, 3))
        return image.astype(np.float32) / 255, 2 * near * far / (far + near - (2 * depth - 1) * (far - near))


def darkened(image, depth, strength):
    """Creases darker: by how far a point lies behind the mean of what is drawn around it."""
    drawn = (image[..., 3] > .01).astype(np.float32)
    size = SIDE // 16
    mean = cv2.GaussianBlur(depth * drawn, (0, 0), size) / (cv2.GaussianBlur(drawn, (0, 0), size) + 1e-4)
    dark = 1 - strength * np.clip((depth - mean) / .35, 0, 1)
    return np.dstack([image[..., :3] * dark[..., None], image[..., 3]])


def cut_out(image):
    """Cropped, with straight colours; those of the nearest drawn pixels go on a little beyond the edge."""
    rows, columns = np.flatnonzero(image[..., 3].max(1) > 1 / 255), np.flatnonzero(image[..., 3].max(0) > 1 / 255)
    if not len(rows) or not len(columns):
        return None
    image = image[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    wide = image
    color = np.zeros_like(image[..., :3])
    done = np.zeros(image.shape[:2], bool)
    for _ in range(5):
        new = ~done & (wide[..., 3] > .02)
        color[new] = wide[new][:, :3] / wide[new][:, 3:]
        done |= new
        wide = cv2.GaussianBlur(wide, (0, 0), 2)
    return np.round(np.dstack([np.clip(color, 0, 1), image[..., 3]]) * 255).astype(np.uint8)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--models", help="a folder with the package unpacked already")
    p.add_argument("--environments", default="../../shared/data/backgrounds/*.jpg", help="photographs that light the models")
    p.add_argument("--work", default="things", help="a folder for the cut-outs as PNG")
    p.add_argument("--views", type=int, nargs=2, default=[0, 6], metavar=("FIRST", "END"), help="which views of each model")
    p.add_argument("--only", nargs="*", default=[], help="names of models")
    p.add_argument("--quality", type=int, default=84, help="WebP quality")
    p.add_argument("--out", help="packs what is in `--work`, and renders nothing")
    a = p.parse_args()
    cv2.setNumThreads(1)
    if a.out:
        return pack(a)
    os.makedirs(a.work, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        if not a.models:
            unpack(folder)
        render(models(a.models or folder), a)


def path_of(work, name, view):
    return os.path.join(work, f"thing-{name}-{view}.png")


def render(listed, a):
    studio, omitted = Studio(sorted(glob.glob(a.environments))), left_out()
    for name, path, rotation in listed:
        views = [v for v in range(*a.views) if not os.path.exists(path_of(a.work, name, v))]
        if name in omitted or (a.only and name not in a.only) or not views:
            continue
        parts = load(path, rotation)
        points = np.ascontiguousarray(np.vstack([part.corners[:, :3] for part in parts]).T)
        placed, free = studio.place(parts)
        for view in views:
            rng = np.random.default_rng(int(hashlib.sha256(f"{name}-{view}".encode()).hexdigest()[:16], 16))
            image, depth = studio.view(placed, points, rng)
            image = cut_out(darkened(image, depth, rng.uniform(.2, .6)))
            if image is None:
                print(f"{name}-{view}: nothing is seen")
                continue
            cv2.imwrite(path_of(a.work, name, view), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        free()


def pack(a):
    from pack_data import Writer, encode, shrink
    out, omitted, count = Writer(a.out), left_out(), 0
    for path in sorted(glob.glob(os.path.join(glob.escape(a.work), "thing-*.png"))):
        stem = os.path.splitext(os.path.basename(path))[0]
        name, view = stem[len("thing-"):].rsplit("-", 1)
        if name in omitted or (a.only and name not in a.only) or int(view) not in range(*a.views):
            continue
        out.add(f"cutouts/{stem}.webp", encode(shrink(cv2.imread(path, cv2.IMREAD_UNCHANGED), SIDE), a.quality))
        count += 1
    out.close()
    print(f"{count} cut-outs, {os.path.getsize(a.out) / 2**20:.1f} MiB in {a.out}")


if __name__ == "__main__":
    main()
