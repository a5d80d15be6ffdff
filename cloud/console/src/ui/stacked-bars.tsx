import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { COLOURS, FIRST_COLOUR } from "./class-colour.ts";
import { locales } from "../language/language.ts";
import { useZone } from "./zone.ts";

const HEIGHT_PX = 240;
const DAY_MS = 86_400_000;
/** A few bars at the start of a day would otherwise be as wide as the plot. */
const LEAST_BARS = 12;
const WIDEST_BAR_PX = 48;

/** One part of each bar, with a value for each start; without a colour it gets that of its place in the list. */
export type Layer = { name: string; values: number[]; colour?: string };
type Props = {
  label: string;
  startsMs: number[];
  layers: Layer[];
  /** Receives the index of the bar that is pointed at, and undefined when there is none. */
  point: (index: number | undefined) => void;
};

/** Counts over time as bars whose parts stand on each other. A table beside it is for users who cannot see it. */
export function StackedBars({ label, startsMs, layers, point }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const content = JSON.stringify([startsMs, layers, zone]);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const plot = draw(current, { startsMs, layers, zone, point });
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

function draw(element: HTMLElement, { startsMs, layers, zone, point }: Drawn): uPlot {
  // A canvas knows no tokens: the styles give the frame the colours of its axes.
  const colour = (name: "color" | "borderTopColor") => () => getComputedStyle(element)[name];
  const starts = startsMs.map((start) => start / 1_000);
  const step = (starts[1] ?? (starts[0] ?? 0) + 3_600) - (starts[0] ?? 0);
  const end = Math.max((starts.at(-1) ?? 0) + step, (starts[0] ?? 0) + LEAST_BARS * step);
  const isLong = (end - (starts[0] ?? 0)) * 1_000 > 2 * DAY_MS;
  const axis = {
    stroke: colour("color"),
    grid: { stroke: colour("borderTopColor") },
    ticks: { stroke: colour("borderTopColor") },
  };
  const bars = uPlot.paths.bars?.({ size: [0.8, WIDEST_BAR_PX], align: 1 });
  // The highest bar is drawn first, and the lower ones in front of it.
  const stacked = stack(layers).toReversed();
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      tzDate: (seconds) => (zone ? uPlot.tzDate(new Date(seconds * 1_000), zone) : new Date(seconds * 1_000)),
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: false, y: false },
        // A bar stands to the right of its start.
        dataIdx: (_plot, _series, closest, at) => ((starts[closest] ?? 0) > at ? Math.max(0, closest - 1) : closest),
      },
      hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? undefined)] },
      scales: {
        x: { range: () => [starts[0] ?? 0, end] },
        y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.1)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          values: (_plot, splits) => splits.map((at) => (isLong ? dateOf : timeOf)(at, zone)),
        },
        { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000] },
      ],
      series: [
        {},
        ...stacked.map(({ name, colour: fill }) => ({
          label: name,
          fill,
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        })),
      ],
    },
    [starts, ...stacked.map(({ tops }) => tops)],
    element,
  );
}

/** The upper ends of the parts of each bar. */
function stack(layers: Layer[]): { name: string; colour: string; tops: number[] }[] {
  let below: number[] = [];
  return layers.map(({ name, values, colour }, index) => {
    below = values.map((value, at) => value + (below[at] ?? 0));
    return { name, colour: colour ?? COLOURS[index % COLOURS.length] ?? FIRST_COLOUR, tops: below };
  });
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const timeOf = (seconds: number, timeZone: string | undefined) =>
  new Date(seconds * 1_000).toLocaleTimeString(locales(), { ...CLOCK, timeZone });
const dateOf = (seconds: number, timeZone: string | undefined) =>
  new Date(seconds * 1_000).toLocaleDateString(locales(), { day: "numeric", month: "short", timeZone });
