import { type Selection, select } from "d3-selection";
import { type D3ZoomEvent, zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { type RefObject, useEffect, useRef, useState } from "react";

const LARGEST = 16;
/** Share of the frame that a box fills after zooming to it. */
const FILLED = 0.6;

/** Rectangle in pixels of the picture. */
export type Box = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

export type Zoom = {
  /** 1 shows the whole picture. */
  factor: number;
  zoomBy: (factor: number) => void;
  /** Moves the view by these shares of the frame. */
  moveBy: (right: number, down: number) => void;
  /** Shows a box in the middle of the frame: as large as it fits well, or as large as it is now. */
  showBox: (box: Box, isEnlarged: boolean) => void;
  reset: () => void;
};

/**
 * Zooms and moves the picture in a frame by wheel, pinch, drag and double click, and by the returned functions. Sets
 * these properties of the frame: --zoom; --x and --y, the start of its stage as shares of the frame; --unit, the
 * number of picture pixels per screen pixel.
 */
export function useZoom(frame: RefObject<HTMLElement | null>, { width, height }: Size, isStill: boolean): Zoom {
  const [factor, setFactor] = useState(1);
  const attached = useRef<Attached>(undefined);
  useEffect(() => {
    if (!frame.current) return undefined;
    attached.current = attach(frame.current, { width, height }, { isStill, noteFactor: setFactor });
    return attached.current.detach;
  }, [frame, width, height, isStill]);
  const change = (act: (now: Attached, size: Size) => void) => {
    if (attached.current && frame.current) act(attached.current, sizeOf(frame.current));
  };
  return {
    factor,
    zoomBy: (by) => change(({ behaviour, target }) => behaviour.scaleBy(target, by)),
    moveBy: (right, down) =>
      change(({ behaviour, target, placeOf }, size) => {
        const { k } = placeOf();
        behaviour.translateBy(target, (-right * size.width) / k, (-down * size.height) / k);
      }),
    showBox: (box, isEnlarged) =>
      change(({ behaviour, target, placeOf }, size) => {
        const { k } = placeOf();
        behaviour.transform(target, around(box, { width, height }, size, isEnlarged ? undefined : k));
      }),
    reset: () => change(({ behaviour, target }) => behaviour.transform(target, zoomIdentity)),
  };
}

type Options = { isStill: boolean; noteFactor: (factor: number) => void };
type Attached = {
  behaviour: ZoomBehavior<HTMLElement, unknown>;
  target: Selection<HTMLElement, unknown, null, undefined>;
  placeOf: () => { x: number; y: number; k: number };
  detach: () => void;
};

function attach(frame: HTMLElement, picture: Size, { isStill, noteFactor }: Options): Attached {
  const target = select<HTMLElement, unknown>(frame);
  const numberOf = (name: string) => Number(frame.style.getPropertyValue(name));
  const placeOf = () => ({ x: numberOf("--x"), y: numberOf("--y"), k: numberOf("--zoom") || 1 });
  const show = ({ x, y, k }: ZoomTransform) => {
    const { width, height } = sizeOf(frame);
    const unit = Math.max(picture.width / width, picture.height / height) / k;
    const properties = { zoom: k, x: x / width, y: y / height, unit };
    for (const [name, value] of Object.entries(properties)) frame.style.setProperty(`--${name}`, String(value));
    noteFactor(k);
  };
  const behaviour = zoom<HTMLElement, unknown>()
    .scaleExtent([1, LARGEST])
    .extent(() => extentOf(sizeOf(frame)))
    .constrain((moved, [, [width, height]]) => insideOf({ width, height }, moved))
    .clickDistance(4)
    .duration(0)
    .filter((event: Event) => !isStill && isGesture(event, frame, placeOf().k))
    .on("zoom", ({ transform }: D3ZoomEvent<HTMLElement, unknown>) => show(transform));
  target.call(behaviour);
  // The center of the view stays in place when the frame is resized.
  const watcher = new ResizeObserver(() => {
    const { x, y, k } = placeOf();
    const { width, height } = sizeOf(frame);
    behaviour.transform(target, zoomIdentity.translate(x * width, y * height).scale(k));
  });
  watcher.observe(frame);
  const detach = () => {
    watcher.disconnect();
    target.on(".zoom", null);
  };
  return { behaviour, target, placeOf, detach };
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): Size => ({
  width: clientWidth || 1,
  height: clientHeight || 1,
});

const extentOf = ({ width, height }: Size): [[number, number], [number, number]] => [
  [0, 0],
  [width, height],
];

/** Limits a transform so that nothing beside the picture comes into view. */
const insideOf = ({ width, height }: Size, { x, y, k }: ZoomTransform): ZoomTransform =>
  zoomIdentity
    .translate(Math.min(0, Math.max(width * (1 - k), x)), Math.min(0, Math.max(height * (1 - k), y)))
    .scale(k);

/** Returns the transform with a box in the middle of the frame; without a factor, as large as it fits well. */
function around(box: Box, picture: Size, frame: Size, factor?: number): ZoomTransform {
  const fit = Math.min(frame.width / picture.width, frame.height / picture.height);
  const wanted = FILLED * Math.min(frame.width / (box.width * fit || 1), frame.height / (box.height * fit || 1));
  const k = factor ?? Math.min(LARGEST, Math.max(1, wanted));
  const x = (frame.width - picture.width * fit) / 2 + (box.x + box.width / 2) * fit;
  const y = (frame.height - picture.height * fit) / 2 + (box.y + box.height / 2) * fit;
  return insideOf(frame, zoomIdentity.translate(frame.width / 2 - x * k, frame.height / 2 - y * k).scale(k));
}

/**
 * Returns true if an event zooms or moves the picture. Page scrolling keeps working: the wheel zooms only a
 * picture that is in use (after a click on it, or with Ctrl), and one finger moves only a picture that is
 * enlarged. Drawing elements keep their drags.
 */
function isGesture(event: Event, frame: HTMLElement, factor: number): boolean {
  const isPinch = "touches" in event && event.touches instanceof TouchList && event.touches.length > 1;
  const isDrawn = event.target instanceof Element && event.target.closest("[data-draws]") !== null;
  if (isDrawn && !isPinch && !(event instanceof WheelEvent)) return false;
  if (event instanceof WheelEvent)
    return event.ctrlKey || factor > 1 || frame.contains(document.activeElement) || document.fullscreenElement !== null;
  if (event instanceof MouseEvent) return event.button === 0 && !event.ctrlKey;
  return factor > 1 || isPinch;
}
