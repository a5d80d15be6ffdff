"""The network: a small dense-convolution backbone, a pyramid of three levels, one head shared by them, prototypes.

Depthwise convolutions would have fewer parameters but run about ten times less efficiently on a processor.
"""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional as F

STRIDES = (8, 16, 32)
PROTOTYPES = 32
BOX_UNIT_STRIDES = 2.0  # a raw distance of 0 means this many strides from the anchor to the box's side


class Conv(nn.Sequential):
    def __init__(self, inputs: int, outputs: int, size: int = 3, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(outputs, momentum=0.03),
            nn.SiLU(inplace=True),
        )


class Block(nn.Module):
    """Two 3x3 convolutions through a narrower middle, added to their input."""

    def __init__(self, width: int, middle: int) -> None:
        super().__init__()
        self.body = nn.Sequential(Conv(width, middle), Conv(middle, width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.body(x)


class Pooled(nn.Module):
    """Context by repeated max pooling (5, 9, 13 cells wide) beside the input."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.reduce, self.expand = Conv(width, width // 2, 1), Conv(width * 2, width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        levels = [self.reduce(x)]
        for _ in range(3):
            levels.append(F.max_pool2d(levels[-1], 5, 1, 2))
        return self.expand(torch.cat(levels, 1))


class Head(nn.Module):
    """Per anchor: 4 distances to the box's sides, one score per class, the mask coefficients."""

    def __init__(self, width: int, classes: int, channels: Callable[[int], int]) -> None:
        super().__init__()
        box, score, mask = channels(48), channels(56), channels(40)
        self.box = nn.Sequential(Conv(width, box), nn.Conv2d(box, 4, 1))
        self.score = nn.Sequential(Conv(width, score), nn.Conv2d(score, classes, 1))
        self.mask = nn.Sequential(Conv(width, mask), nn.Conv2d(mask, PROTOTYPES, 1))
        nn.init.constant_(self.score[-1].bias, -4.6)  # few anchors hold a thing: start from "no"

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return self.box(x), self.score(x), self.mask(x)


class DetectionNet(nn.Module):
    """pictures (B,3,H,W) 0..1 -> distances (B,A,4) in strides, logits (B,A,classes), coefficients (B,A,32), prototypes
    (B,32,H/4,W/4); anchors run over strides 8, 16, 32, row by row. H and W are multiples of 32."""

    def __init__(self, classes: int, breadth: float = 1.0) -> None:
        """`breadth` multiplies the channels everywhere; the cost grows with its square."""
        super().__init__()

        def c(channels: int) -> int:
            return max(8, round(channels * breadth / 8) * 8)

        self.stem = nn.Sequential(Conv(3, c(24), 3, 2), Conv(c(24), c(48), 3, 2), Block(c(48), c(24)))
        self.at8 = nn.Sequential(Conv(c(48), c(80), 3, 2), Block(c(80), c(48)), Block(c(80), c(48)))
        self.at16 = nn.Sequential(Conv(c(80), c(112), 3, 2), Block(c(112), c(56)), Block(c(112), c(56)))
        self.at32 = nn.Sequential(Conv(c(112), c(128), 3, 2), Block(c(128), c(64)), Pooled(c(128)))
        neck = c(80)
        self.lateral = nn.ModuleList([Conv(c(80), neck, 1), Conv(c(112), neck, 1), Conv(c(128), neck, 1)])
        self.down_merge = nn.ModuleList([Block(neck, c(48)), Block(neck, c(48))])
        self.up = nn.ModuleList([Conv(neck, neck, 3, 2), Conv(neck, neck, 3, 2)])
        self.up_merge = nn.ModuleList([Block(neck, c(40)), Block(neck, c(40))])
        self.head = Head(neck, classes, c)
        self.proto_in, self.proto_skip = Conv(neck, c(48)), Conv(c(48), c(48), 1)
        self.proto = nn.Sequential(Conv(c(48), c(48)), nn.Conv2d(c(48), PROTOTYPES, 1))
        self.level_scale = nn.Parameter(torch.ones(len(STRIDES)))

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, ...]:
        at4 = self.stem(pictures)
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        at32 = self.at32(at16)
        p3, p4, p5 = (lateral(x) for lateral, x in zip(self.lateral, (at8, at16, at32)))
        p4 = self.down_merge[1](p4 + F.interpolate(p5, scale_factor=2.0))
        p3 = self.down_merge[0](p3 + F.interpolate(p4, scale_factor=2.0))
        p4 = self.up_merge[0](p4 + self.up[0](p3))
        p5 = self.up_merge[1](p5 + self.up[1](p4))
        fine = F.interpolate(self.proto_in(p3), scale_factor=2.0, mode="bilinear", align_corners=False)
        prototypes = self.proto(fine + self.proto_skip(at4))
        rows = []
        for level, features in enumerate((p3, p4, p5)):
            box, score, mask = self.head(features)
            distance = F.softplus(box.float() * self.level_scale[level] + 1.0) * (BOX_UNIT_STRIDES / 1.3133)
            rows.append((distance.flatten(2), score.flatten(2), mask.flatten(2)))
        distances, scores, masks = (torch.cat(parts, 2).transpose(1, 2) for parts in zip(*rows))
        return distances, scores, masks, prototypes


def anchors(height_px: int, width_px: int) -> tuple[torch.Tensor, torch.Tensor]:
    """(centres (A,2) x,y in input pixels, strides (A,1)) in the order of the network's rows."""
    centres, strides = [], []
    for stride in STRIDES:
        y, x = torch.meshgrid(torch.arange(height_px // stride), torch.arange(width_px // stride), indexing="ij")
        centres.append((torch.stack([x, y], -1).reshape(-1, 2) + 0.5) * stride)
        strides.append(torch.full((centres[-1].shape[0], 1), float(stride)))
    return torch.cat(centres), torch.cat(strides)


def boxes_from(distances: torch.Tensor, centres: torch.Tensor, strides: torch.Tensor) -> torch.Tensor:
    """Boxes (…,A,4) x1,y1,x2,y2 in pixels from distances in strides."""
    near, far = (distances * strides).split(2, -1)
    return torch.cat([centres - near, centres + far], -1)


class Export(nn.Module):
    """The network in the v8 layouts: output0 (B, 4+classes+32, A) with cx,cy,w,h and sigmoid scores, and output1 with
    the prototypes; without masks output0 (B, 4+classes, A) alone. `calibration` is scale and offset of the logits."""

    def __init__(
        self, network: DetectionNet, height_px: int, width_px: int, has_masks: bool, calibration: tuple[float, float]
    ) -> None:
        super().__init__()
        self.network, self.has_masks, (self.scale, self.offset) = network, has_masks, calibration
        centres, strides = anchors(height_px, width_px)
        self.register_buffer("centres", centres)
        self.register_buffer("strides", strides)

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, ...]:
        distances, scores, masks, prototypes = self.network(pictures)
        near, far = (distances * self.strides).split(2, -1)
        middle, size = self.centres + (far - near) / 2, near + far
        chances = (scores * self.scale + self.offset).sigmoid()
        parts = [middle, size, chances, *([masks] if self.has_masks else [])]
        rows = torch.cat(parts, -1).transpose(1, 2)
        return (rows, prototypes) if self.has_masks else (rows,)
