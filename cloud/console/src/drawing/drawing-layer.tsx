import type { Polygon } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { classInLanguage } from "../language/in-language.ts";
import type { Box } from "../pictures/use-zoom.ts";
import { classColour } from "../ui/class-colour.ts";
import { boxBetween, type Corner, cornerOf, CORNERS, moved, type Point, withCorner } from "./boxes.ts";
import { boxIn, type Drawing, outlineIn, type Work } from "./use-drawing.ts";

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Step of an arrow key with Shift, in pixels. */
const STRIDE = 10;

/** Returns the position of a pointer, in pixels of the picture. */
function placeOf({ clientX, clientY, currentTarget }: PointerEvent<SVGElement>): Point {
  const matrix = currentTarget.ownerSVGElement?.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix ?? undefined);
  return { x, y };
}

/** Returns the step of an arrow key; undefined for other keys. */
function strideOf(event: KeyboardEvent): Point | undefined {
  const arrow = event.altKey || event.ctrlKey || event.metaKey ? undefined : ARROWS[event.key];
  const by = event.shiftKey ? STRIDE : 1;
  return arrow && { x: arrow.x * by, y: arrow.y * by };
}

export const pointsOf = ({ x, y }: Polygon): string => x.map((px, at) => `${px},${y[at] ?? 0}`).join(" ");

/** Layer above the outlines: a new box, or the surface on which one is drawn. */
export function DrawingLayer({ drawing }: { drawing: Drawing }) {
  const { work, isAiming } = drawing;
  if (isAiming) return <Surface drawing={drawing} />;
  return work && !work.object && <NewBox drawing={drawing} work={work} />;
}

/** Follows a pointer from the press to its release, wherever it goes. */
function useDrag(follow: (to: Point, from: Point, isFirst: boolean) => void, drop?: () => void) {
  const from = useRef<Point>(undefined);
  const hasMoved = useRef(false);
  const end = () => {
    if (from.current) drop?.();
    from.current = undefined;
  };
  return {
    "data-draws": true,
    onPointerDown: (event: PointerEvent<SVGElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = placeOf(event);
      hasMoved.current = false;
    },
    onPointerMove: (event: PointerEvent<SVGElement>) => {
      if (!from.current) return;
      follow(placeOf(event), from.current, !hasMoved.current);
      hasMoved.current = true;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Moves the box that is changed, by dragging and by arrow keys. */
export function useMover(drawing: Drawing | undefined) {
  const start = useRef<Box>(undefined);
  const pointer = useDrag((to, from, isFirst) => {
    if (!drawing?.work) return;
    if (isFirst) start.current = boxIn(drawing.work);
    const before = start.current;
    if (before) drawing.move(() => moved(before, to.x - from.x, to.y - from.y, drawing.image), !isFirst);
  });
  const press = (event: KeyboardEvent): boolean => {
    const by = strideOf(event);
    if (!by || !drawing) return false;
    event.preventDefault();
    event.stopPropagation();
    drawing.move((now) => moved(now, by.x, by.y, drawing.image));
    return true;
  };
  return { pointer, press };
}

/** A box that is not saved yet. */
function NewBox({ drawing, work }: { drawing: Drawing; work: Work }) {
  const { pointer, press } = useMover(drawing);
  const box = useRef<SVGGElement>(null);
  const { isTyped } = work;
  useEffect(() => {
    if (isTyped) box.current?.focus({ preventScroll: true });
  }, [isTyped]);
  const colour = classColour(work.className);
  const name = classInLanguage(work.className);
  return (
    <>
      <g
        ref={box}
        className="outline drawn"
        role="button"
        tabIndex={0}
        aria-label={t`new box ${name}`}
        {...pointer}
        onKeyDown={press}
      >
        <polygon points={pointsOf(outlineIn(work))} fill={colour} stroke={colour} vectorEffect="non-scaling-stroke" />
      </g>
      <Handles drawing={drawing} work={work} />
    </>
  );
}

/** The corners of the box that is changed. */
export function Handles({ drawing, work }: { drawing: Drawing; work: Work }) {
  const name = work.object ? `${work.object.index + 1} ${classInLanguage(work.className)}` : t`the new box`;
  return CORNERS.map((corner) => <Handle key={corner} {...{ drawing, box: boxIn(work), corner, name }} />);
}

function cornerLabel(corner: Corner, name: string): string {
  if (corner === "top left") return t`top left corner of ${name}`;
  if (corner === "top right") return t`top right corner of ${name}`;
  return corner === "bottom right" ? t`bottom right corner of ${name}` : t`bottom left corner of ${name}`;
}

type HandleProps = { drawing: Drawing; box: Box; corner: Corner; name: string };

function Handle({ drawing: { image, move, hasChanges }, box, corner, name }: HandleProps) {
  const drag = useDrag((to, _, isFirst) => move((now) => withCorner(now, corner, to, image), !isFirst));
  const { x, y } = cornerOf(box, corner);
  const step = (event: KeyboardEvent) => {
    const by = strideOf(event);
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    move((now) => {
      const at = cornerOf(now, corner);
      return withCorner(now, corner, { x: at.x + by.x, y: at.y + by.y }, image);
    });
  };
  return (
    <g
      {...drag}
      className={`handle ${corner === "top left" || corner === "bottom right" ? "falling" : "rising"}`}
      role="button"
      // Tab goes from object to object until a box is changed.
      tabIndex={hasChanges ? 0 : -1}
      aria-label={cornerLabel(corner, name)}
      onKeyDown={step}
    >
      <circle className="handle-reach" cx={x} cy={y} />
      <circle className="handle-dot" cx={x} cy={y} vectorEffect="non-scaling-stroke" />
    </g>
  );
}

/** Accepts a drag, which spans a box, or Enter, which places one in the middle of the visible area. */
function Surface({ drawing: { image, begin } }: { drawing: Drawing }) {
  const [spanned, setSpanned] = useState<Box>();
  const surface = useRef<SVGRectElement>(null);
  useEffect(() => surface.current?.focus({ preventScroll: true }), []);
  const drag = useDrag(
    (to, from) => setSpanned(boxBetween(from, to, image)),
    () => {
      if (spanned) begin(spanned, false);
    },
  );
  return (
    <g>
      <rect
        {...drag}
        className="surface"
        width={image.width}
        height={image.height}
        role="button"
        tabIndex={0}
        aria-label={t`Drag over an object to draw a box, or press Enter to place one in the middle`}
        ref={surface}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          begin(middleOf(event.currentTarget, image), true);
        }}
      />
      {spanned && <rect className="spanned" {...spanned} vectorEffect="non-scaling-stroke" />}
    </g>
  );
}

/** A box in the middle of the part of the picture that is in the frame, a quarter as wide and high. */
function middleOf(surface: SVGGraphicsElement, image: { width: number; height: number }): Box {
  const frame = surface.closest(".scan-picture")?.getBoundingClientRect();
  const matrix = surface.ownerSVGElement?.getScreenCTM()?.inverse();
  const whole = { x: 0, y: 0, ...image };
  if (!frame || !matrix) return whole;
  const one = new DOMPoint(frame.left, frame.top).matrixTransform(matrix);
  const other = new DOMPoint(frame.right, frame.bottom).matrixTransform(matrix);
  const seen = boxBetween(one, other, image) ?? whole;
  const [width, height] = [seen.width, seen.height].map((side) => Math.max(2, Math.round(side / 4)));
  const box = { x: 0, y: 0, width: width ?? 2, height: height ?? 2 };
  return moved(box, seen.x + (seen.width - box.width) / 2, seen.y + (seen.height - box.height) / 2, image);
}
