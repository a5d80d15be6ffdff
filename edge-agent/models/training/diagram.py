"""The reliability diagram of a model's card, as SVG."""

from collections.abc import Sequence

SIDE, MARGIN, BAR = 240, 36, 0.086


def reliability_diagram(bins: Sequence[dict[str, float]]) -> str:
    """Bars: the share of right findings in each range of confidence; the line: where it should lie."""

    def x(value: float) -> float:
        return round(MARGIN + value * SIDE, 1)

    def y(value: float) -> float:
        return round(MARGIN / 2 + (1 - value) * SIDE, 1)

    bars = "".join(
        f'<rect x="{x(row["from"] + (0.1 - BAR) / 2)}" y="{y(row["rightShare"])}" width="{BAR * SIDE:.1f}" '
        f'height="{row["rightShare"] * SIDE:.1f}" fill="#4a7fb5"/>'
        for row in bins
    )
    ticks = "".join(
        f'<text x="{x(value)}" y="{y(0) + 14}" text-anchor="middle">{value}</text>'
        f'<text x="{MARGIN - 6}" y="{y(value) + 4}" text-anchor="end">{value}</text>'
        for value in (0, 0.5, 1)
    )
    width, height = SIDE + MARGIN * 2, SIDE + MARGIN * 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="11"><rect width="{width}" height="{height}" fill="#fff"/>{bars}'
        f'<path d="M{x(0)} {y(0)}H{x(1)}V{y(1)}" fill="none" stroke="#bbb"/>'
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#333" stroke-dasharray="4 3"/>{ticks}'
        f'<text x="{x(0.5)}" y="{height - 8}" text-anchor="middle">confidence</text>'
        f'<text x="12" y="{y(0.5)}" text-anchor="middle" transform="rotate(-90 12 {y(0.5)})">right</text></svg>\n'
    )
