import { useRef, useState } from "preact/hooks";
import { html } from "./parts.ts";
import { words } from "./words.ts";
import { clampShare, closeLine, type Corner, splitEdge, type Zone, type ZoneKind } from "./zone-shapes.ts";

export type Selection = { zone: number; corner: number | null };

const text = words.zones;
/** A finger that moves by more than this share of the picture draws a line; by less, it sets a corner. */
const DRAG_SHARE = 0.03;
const STEP = 0.01;
const FINE_STEP = 0.002;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

const pointsOf = (corners: Corner[]) => corners.map(([x, y]) => `${x * 1_000},${y * 1_000}`).join(" ");

type ZoneShapesProps = { zones: Zone[]; selected?: number | undefined; children?: unknown };

/** The zones over a picture. */
export const ZoneShapes = ({ zones, selected, children }: ZoneShapesProps) =>
  html`<svg class="zones" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
    ${zones.map(
      ({ kind, corners }, index) =>
        html`<polygon
          key=${index}
          class="zone zone-${kind} ${index === selected ? "zone-selected" : ""}"
          points=${pointsOf(corners)}
        />`,
    )}
    ${children}
  </svg>`;

type ZoneEditorProps = {
  zones: Zone[];
  selection: Selection | null;
  drawing: ZoneKind | null;
  pen: Corner[];
  onPen: (corners: Corner[]) => void;
  onChange: (zones: Zone[]) => void;
  onSelect: (selection: Selection | null) => void;
  onDrawn: (zone: Zone) => void;
};

/** Draws and changes zones over a picture, by finger, mouse or keyboard. */
export function ZoneEditor({ zones, selection, drawing, pen, onPen, onChange, onSelect, onDrawn }: ZoneEditorProps) {
  const surface = useRef<HTMLDivElement | null>(null);
  const placeOf = (event: PointerEvent): Corner => {
    const { left, top, width, height } = surface.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return [clampShare((event.clientX - left) / width), clampShare((event.clientY - top) / height)];
  };
  const chosen = selection ? zones[selection.zone] : undefined;
  const move = (corner: number, place: Corner) => {
    if (!selection || !chosen) return;
    onChange(zones.with(selection.zone, { ...chosen, corners: chosen.corners.with(corner, place) }));
  };
  const split = (index: number) => {
    if (!selection || !chosen) return;
    onChange(zones.with(selection.zone, { ...chosen, corners: splitEdge(chosen.corners, index) }));
    onSelect({ zone: selection.zone, corner: index + 1 });
  };
  return html`<div class="zone-surface ${drawing ? "is-drawing" : ""}" ref=${surface}>
    <${ZoneShapes} zones=${zones} selected=${selection?.zone} />
    ${drawing && html`<${Pen} kind=${drawing} corners=${pen} onCorners=${onPen} placeOf=${placeOf} onDrawn=${onDrawn} />`}
    ${!drawing && html`<${Picker} zones=${zones} onSelect=${onSelect} />`}
    ${
      !drawing &&
      selection &&
      chosen &&
      html`<${Handles}
        corners=${chosen.corners}
        corner=${selection.corner}
        placeOf=${placeOf}
        onMove=${move}
        onSplit=${split}
        onSelect=${(corner: number) => onSelect({ zone: selection.zone, corner })}
      />`
    }
  </div>`;
}

/** Selects the zone under a finger. */
const Picker = ({ zones, onSelect }: { zones: Zone[]; onSelect: (selection: Selection | null) => void }) =>
  html`<svg class="zones zone-picker" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
    ${zones.map(
      ({ corners }, zone) =>
        html`<polygon key=${zone} points=${pointsOf(corners)} onClick=${() => onSelect({ zone, corner: null })} />`,
    )}
  </svg>`;

type PenProps = {
  kind: ZoneKind;
  corners: Corner[];
  onCorners: (corners: Corner[]) => void;
  placeOf: (event: PointerEvent) => Corner;
  onDrawn: (zone: Zone) => void;
};

/** Takes a new zone: corners one by one, or the line of a finger that goes round it. */
function Pen({ kind, corners, onCorners, placeOf, onDrawn }: PenProps) {
  const [line, setLine] = useState<Corner[]>([]);
  const down = (event: PointerEvent) => {
    event.preventDefault();
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    setLine([placeOf(event)]);
  };
  const move = (event: PointerEvent) => {
    if (line.length > 0) setLine([...line, placeOf(event)]);
  };
  const up = () => {
    const [start] = line;
    setLine([]);
    if (!start) return;
    const isLine = line.some(([x, y]) => Math.hypot(x - start[0], y - start[1]) > DRAG_SHARE);
    if (!isLine || corners.length > 0) {
      onCorners([...corners, isLine ? (line.at(-1) ?? start) : start]);
      return;
    }
    const drawn = closeLine(line);
    if (drawn) onDrawn({ kind, corners: drawn });
  };
  const shown = line.length > 1 ? [...corners, ...line] : corners;
  return html`<div
    class="pen"
    onPointerDown=${down}
    onPointerMove=${move}
    onPointerUp=${up}
    onPointerCancel=${() => setLine([])}
  >
    <svg class="zones" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
      <polyline class="zone zone-${kind} zone-selected" points=${pointsOf(shown)} />
    </svg>
    ${corners.map(([x, y], index) => html`<i key=${index} class="dot" style=${{ left: `${x * 100}%`, top: `${y * 100}%` }}></i>`)}
  </div>`;
}

type HandlesProps = {
  corners: Corner[];
  corner: number | null;
  placeOf: (event: PointerEvent) => Corner;
  onMove: (corner: number, place: Corner) => void;
  onSplit: (edge: number) => void;
  onSelect: (corner: number) => void;
};

/** The corners of the selected zone, and a place on each edge that adds one. */
function Handles({ corners, corner, placeOf, onMove, onSplit, onSelect }: HandlesProps) {
  const dragged = useRef<number | null>(null);
  return html`<div>
    ${corners.map(([x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
      const onKey = (event: KeyboardEvent) => {
        const arrow = Object.entries(ARROWS).find(([key]) => key === event.key)?.[1];
        if (!arrow) return;
        event.preventDefault();
        const step = event.shiftKey ? FINE_STEP : STEP;
        onMove(index, [clampShare(x + arrow[0] * step), clampShare(y + arrow[1] * step)]);
      };
      const down = (event: PointerEvent) => {
        if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = index;
        onSelect(index);
      };
      const move = (event: PointerEvent) => {
        if (dragged.current === index) onMove(index, placeOf(event));
      };
      const up = () => (dragged.current = null);
      return html`<button
          key=${`corner ${index}`}
          type="button"
          class="handle ${index === corner ? "handle-selected" : ""}"
          style=${{ left: `${x * 100}%`, top: `${y * 100}%` }}
          aria-label=${text.corner(index + 1, x, y)}
          onKeyDown=${onKey}
          onFocus=${() => onSelect(index)}
          onPointerDown=${down}
          onPointerMove=${move}
          onPointerUp=${up}
          onPointerCancel=${up}
        ></button>
        <button
          key=${`edge ${index}`}
          type="button"
          class="handle handle-edge"
          style=${{ left: `${50 * (x + nextX)}%`, top: `${50 * (y + nextY)}%` }}
          aria-label=${text.addCorner(index + 1)}
          onClick=${() => onSplit(index)}
        ></button>`;
    })}
  </div>`;
}
