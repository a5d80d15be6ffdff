import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { COLOURS, FIRST_COLOUR } from "./class-colour.ts";
import { locales } from "../language/language.ts";
import { useZone } from "./zone.ts";

const HEIGHT_PX = 240;
const DAY_MS = 86_400_000;
/** One start alone, as in the first hour of a day, would have an axis of a thousand days. */
const LEAST_SPAN_S = 3_600;

/** A line, with a value for each start; without a colour it gets that of its place in the list. */
type Line = { name: string; values: number[]; colour?: string };
type Props = { label: string; startsMs: number[]; lines: Line[] };

/** Counts over time, one line for each measure. A table beside it is for users who cannot see it. */
export function LinePlot({ label, startsMs, lines }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const content = JSON.stringify([startsMs, lines, zone]);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const plot = draw(current, { startsMs, lines, zone });
    const resized = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height: HEIGHT_PX }));
    resized.observe(current);
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => plot.redraw();
    scheme.addEventListener("change", redraw);
    return () => {
      scheme.removeEventListener("change", redraw);
      resized.disconnect();
      plot.destroy();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the content of both lists, and the zone
  }, [content]);
  return <div ref={frame} className="plot" role="img" aria-label={label} />;
}

type Drawn = Omit<Props, "label"> & { zone: string | undefined };

function draw(element: HTMLElement, { startsMs, lines, zone }: Drawn): uPlot {
  // A canvas knows no tokens: the styles give the frame the colours of its axes.
  const colour = (name: "color" | "borderTopColor") => () => getComputedStyle(element)[name];
  const starts = startsMs.map((start) => start / 1_000);
  const isLong = (startsMs.at(-1) ?? 0) - (startsMs[0] ?? 0) > 2 * DAY_MS;
  const axis = {
    stroke: colour("color"),
    grid: { stroke: colour("borderTopColor") },
    ticks: { stroke: colour("borderTopColor") },
  };
  const series = lines.map(({ name, colour: own }, index) => ({
    label: name,
    stroke: own ?? COLOURS[index % COLOURS.length] ?? FIRST_COLOUR,
    width: 2,
    points: { show: startsMs.length < 40 },
  }));
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      tzDate: (seconds) => (zone ? uPlot.tzDate(new Date(seconds * 1_000), zone) : new Date(seconds * 1_000)),
      scales: {
        x: { range: () => [starts[0] ?? 0, Math.max(starts.at(-1) ?? 0, (starts[0] ?? 0) + LEAST_SPAN_S)] },
        y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.1)] },
      },
      axes: [
        { ...axis, values: (_plot, splits) => splits.map((at) => (isLong ? dateOf : timeOf)(at, zone)) },
        { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000] },
      ],
      series: [{}, ...series],
    },
    [starts, ...lines.map(({ values }) => values)],
    element,
  );
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const timeOf = (seconds: number, timeZone: string | undefined) =>
  new Date(seconds * 1_000).toLocaleTimeString(locales(), { ...CLOCK, timeZone });
const dateOf = (seconds: number, timeZone: string | undefined) =>
  new Date(seconds * 1_000).toLocaleDateString(locales(), { day: "numeric", month: "short", timeZone });
