import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(path.resolve(import.meta.dirname, "tokens.css"), "utf8");

/** The value of a token: one for both schemes, or the one of `light-dark()` that belongs to the scheme. */
function colourOf(name: string, scheme: 0 | 1): string {
  const [, value = ""] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  const same = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (same !== undefined) return colourOf(same, scheme);
  const colours = value.match(/#[0-9a-f]{6}/g) ?? [];
  return colours[scheme] ?? colours[0] ?? `--${name} is no colour`;
}

/** WCAG 2.2, "relative luminance". */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A token that is a share of the accent, as it looks on a paper. */
function tintOn(name: string, paper: string, scheme: 0 | 1): string {
  const share =
    Number(new RegExp(`--${name}: color-mix\\(in srgb, var\\(--accent\\) (\\d+)%, transparent\\)`).exec(css)?.[1]) /
    100;
  const [accent, below] = [colourOf("accent", scheme), colourOf(paper, scheme)];
  const mixed = [1, 3, 5].map((at) => {
    const [one, other] = [accent, below].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((one ?? 0) * share + (other ?? 0) * (1 - share));
  });
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("the colours of the %s scheme", (_, scheme) => {
  const colour = (name: string) => colourOf(name, scheme);

  const papers = ["card", "paper", "good-paper", "caution-paper", "bad-paper", "info-paper", "violet-paper"];
  test.each(["held", "inspect", "cleared"])("show edges of lists and frames (--%s) at 3:1 on a card", (name) => {
    expect(contrastOf(colour(name), colour("card"))).toBeGreaterThanOrEqual(3);
  });

  test.each(["edge", "accent"])("show borders and focus rings (--%s) at 3:1 on every paper", (name) => {
    for (const paper of papers) expect(contrastOf(colour(name), colour(paper))).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ["ink", "card"],
    ["ink", "paper"],
    ["faint", "card"],
    ["faint", "paper"],
    ["accent", "card"],
    ["accent", "paper"],
    ["accent-ink", "accent"],
    ["good", "good-paper"],
    ["caution", "caution-paper"],
    ["bad", "bad-paper"],
    ["info", "info-paper"],
    ["violet", "violet-paper"],
    ["ink", "neutral-paper"],
    ["danger", "card"],
    ["danger-ink", "danger"],
    ["on-held", "held"],
    ["on-escalated", "escalated"],
    ["on-inspect", "inspect"],
    ["cleared", "card"],
    ["cleared", "paper"],
  ])("show text (--%s on --%s) at 4.5:1", (text, paper) => {
    expect(contrastOf(colour(text), colour(paper))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["hover", "chosen"])("show the rows of a list that are marked (--%s) with text at 4.5:1", (tint) => {
    for (const paper of ["card", "paper"])
      for (const text of ["ink", "faint", "accent"])
        expect(contrastOf(colour(text), tintOn(tint, paper, scheme)), `${text} on ${paper}`).toBeGreaterThanOrEqual(
          4.5,
        );
  });
});

test("the focus ring is removed only where another mark replaces it, or where no key can focus", () => {
  const rules = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".css"))
    .flatMap((file) => [
      ...readFileSync(path.join(import.meta.dirname, file), "utf8").matchAll(/([^{}]*)\{[^{}]*outline: none/g),
    ]);
  expect(rules.map(([, selector = ""]) => selector.replaceAll(/\/\*.*\*\//g, "").trim()).toSorted()).toEqual([
    // Corners and the surface to draw on are marked in white and black, as outlines are.
    ".handle:focus-visible,\n.surface:focus-visible",
    // The highlighted item has the ring.
    ".menu:focus-visible",
    // Its outline is drawn in white and black.
    ".outline:focus-visible",
    // They receive the focus after a navigation, and are no controls.
    "h1:focus-visible,\nh2:focus-visible,\nmain:focus-visible",
  ]);
});
