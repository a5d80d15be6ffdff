"""The fonts that numbers are drawn in: free fonts, downloaded once into the cache from the npm registry, by version.

Families that look alike are in one group, and a group is either trained on or held out: a held-out font is one that the
networks have seen nothing like.
"""

import io
import os
import tarfile
import urllib.request
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from drawn import CACHE

REGISTRY = os.environ.get("NPM_CONFIG_REGISTRY", "https://registry.npmjs.org").rstrip("/")
VERSION = "5.3.0"
# group -> (package, weights)
TRAINING = {
    "helvetica": [("arimo", (400, 700)), ("inter", (500, 700)), ("archivo", (500, 700)), ("roboto", (500, 700))],
    "din": [("barlow", (500, 700)), ("oswald", (400, 600)), ("bebas-neue", (400,)), ("pathway-gothic-one", (400,))],
    "condensed": [("roboto-condensed", (400, 700)), ("barlow-condensed", (500, 700)), ("pt-sans-narrow", (400, 700))],
    "humanist": [("open-sans", (400, 700)), ("source-sans-3", (400, 700)), ("fira-sans", (500, 700)), ("lato", (700,))],
    "geometric": [("work-sans", (500, 700)), ("montserrat", (500, 700)), ("jost", (500,)), ("league-gothic", (400,))],
    "square": [("chakra-petch", (500, 700)), ("share-tech", (400,)), ("quantico", (400, 700)), ("russo-one", (400,))],
    "mono": [("share-tech-mono", (400,)), ("roboto-mono", (500, 700)), ("space-mono", (400, 700))],
    "stencil": [("stardos-stencil", (400, 700)), ("allerta-stencil", (400,)), ("black-ops-one", (400,))],
    "heavy": [("anton", (400,)), ("archivo-black", (400,)), ("francois-one", (400,))],
}
# What the rules of the reader are chosen on: fonts that the networks have not learnt.
VALIDATION = {
    "rounded": [("dosis", (600,)), ("nunito-sans", (700,))],
    "control-panel": [("exo-2", (500, 700)), ("play", (700,)), ("electrolize", (400,))],
    "soft": [("ubuntu", (500, 700)), ("cabin", (600,)), ("sarabun", (600,))],
    "narrow": [("fjalla-one", (400,)), ("pragati-narrow", (700,)), ("antonio", (500,))],
    "cut-out": [("big-shoulders-stencil", (700,)), ("sirin-stencil", (400,))],
    "cockpit": [("b612", (400, 700)), ("jetbrains-mono", (600,))],
    "plain": [("public-sans", (500, 700)), ("yantramanav", (500,))],
}
HELD_OUT = {
    "vera": [("dejavu-sans", (400, 700)), ("dejavu-mono", (400, 700))],
    "highway": [("overpass", (500, 700))],
    "plex": [("ibm-plex-sans", (500, 700)), ("ibm-plex-mono", (500,))],
    "technical": [("rajdhani", (500, 700)), ("saira-stencil-one", (400,))],
    "grotesque": [("archivo-narrow", (500, 700)), ("titillium-web", (600,))],
}


def _file_of(package: str, weight: int) -> Path:
    return CACHE / "fonts" / f"{package}-latin-{weight}-normal.woff2"


def _download(package: str, weights: tuple[int, ...]) -> None:
    if all(_file_of(package, weight).exists() for weight in weights):
        return
    address = f"{REGISTRY}/@fontsource/{package}/-/{package}-{VERSION}.tgz"
    with urllib.request.urlopen(address, timeout=60) as reply:
        packed = io.BytesIO(reply.read())
    (CACHE / "fonts").mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=packed) as archive:
        for weight in weights:
            target = _file_of(package, weight)
            member = archive.extractfile(f"package/files/{target.name}")
            if member is None:
                raise FileNotFoundError(f"{address} has no {target.name}")
            target.write_bytes(member.read())


def files(families: dict[str, list[tuple[str, tuple[int, ...]]]]) -> list[list[Path]]:
    """The font files of each group, downloaded where they are missing."""
    groups = []
    for members in families.values():
        for package, weights in members:
            _download(package, weights)
        groups.append([_file_of(package, weight) for package, weights in members for weight in weights])
    return groups


@lru_cache(512)
def load(path: Path, size_px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size_px)
