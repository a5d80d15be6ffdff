import type { Polygon, Scan } from "@container-inspection/shared-schemas/scans";
import { plural } from "@lingui/core/macro";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { classInLanguage } from "../language/in-language.ts";
import { boxOf } from "../drawing/boxes.ts";
import { DrawingLayer, Handles, pointsOf, useMover } from "../drawing/drawing-layer.tsx";
import { type Drawing, outlineIn, type Work } from "../drawing/use-drawing.ts";
import { wordOf } from "../language/words.ts";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { objectKey, useLit } from "../ui/lit.ts";
import { objectsOf, type ScanObject } from "../drawing/objects.ts";
import type { ScanImage } from "./picture-image.tsx";
import type { Box } from "./use-zoom.ts";

type ShowBox = (box: Box, isEnlarged: boolean) => void;
type Props = {
  scan: Scan;
  image: ScanImage;
  /** Classes whose outlines are left out. */
  hidden: ReadonlySet<string>;
  /** Makes the outlines controls, which show their objects; without it, they are only drawn. */
  showBox: ShowBox | undefined;
  /** Drawing state for reviewers: an outline that has the focus can be changed, and new ones drawn. */
  drawing: Drawing | undefined;
};

/** Detections of a scan, drawn over the picture as vectors, which stay sharp at every size. */
export const Outlines = memo(function Outlines({ scan, image, hidden, showBox, drawing }: Props) {
  const objects = objectsOf(scan);
  const label = plural(objects.length, { one: "# detection", other: "# detections" });
  const selected = drawing?.work?.object?.index;
  return (
    <svg viewBox={`0 0 ${image.width} ${image.height}`} role={showBox ? "group" : "img"} aria-label={label}>
      {objects.map(
        (object) =>
          (!hidden.has(object.className) || object.index === selected) && (
            // Objects have no id, and keep their index within one scan.
            <Outline key={`${scan.id} ${object.index}`} {...{ scanId: scan.id, object, showBox, drawing }} />
          ),
      )}
      {drawing && <DrawingLayer drawing={drawing} />}
    </svg>
  );
});

type OutlineProps = { scanId: string; object: ScanObject } & Pick<Props, "showBox" | "drawing">;

function Outline({ scanId, object, showBox, drawing }: OutlineProps) {
  const work = drawing?.work?.object?.index === object.index ? drawing.work : undefined;
  const polygon = work ? outlineIn(work) : object.polygon;
  if (!polygon || polygon.x.length < 3) return null;
  return (
    <>
      <Drawn {...{ scanId, object, showBox, drawing, work, polygon }} />
      {drawing && work && <Handles drawing={drawing} work={work} />}
    </>
  );
}

type DrawnProps = OutlineProps & { work: Work | undefined; polygon: Polygon };

function Drawn({ scanId, object, showBox, drawing, work, polygon }: DrawnProps) {
  const { index, className } = object;
  const { isLit, lighting } = useLit([objectKey(scanId, index)]);
  const mover = useMover(drawing);
  const second = secondOf(object);
  const light = () => {
    lighting.onFocus();
    drawing?.select(index);
  };
  const outline = useRef<SVGGElement>(null);
  const busy = drawing?.busy;
  // Where the focus came while another change was being saved, the object is taken up once that is done.
  useEffect(() => {
    if (busy === false && outline.current === document.activeElement) drawing?.select(index);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once the change is saved
  }, [busy]);
  const control =
    showBox && controlOf(`${index + 1} ${classInLanguage(className)} ${second}`, boxOf(polygon), showBox, light);
  const press = (event: KeyboardEvent) => {
    // Enter saves unsaved changes.
    const isTaken = work && (mover.press(event) || (drawing?.hasChanges && event.key === "Enter"));
    if (!isTaken) control?.onKeyDown(event);
  };
  return (
    <g
      ref={outline}
      className={looksOf(object, isLit, work !== undefined)}
      {...lighting}
      data-object={index}
      {...control}
      {...(control && drawing && { "aria-pressed": work !== undefined })}
      {...(work && mover.pointer)}
      onKeyDown={press}
    >
      <Shape polygon={polygon} className={work?.className ?? className} second={second} />
    </g>
  );
}

/** Returns the text below the name of an object: its verdict, or its confidence. */
const secondOf = ({ verdict, confidence }: ScanObject): string =>
  verdict ? wordOf(verdict.verdict) : confidence === null ? "" : percent(confidence);

const looksOf = ({ verdict }: ScanObject, isLit: boolean, isDrawn: boolean): string =>
  ["outline", isLit && "lit", verdict?.verdict === "rejected" && "rejected", isDrawn && "drawn"]
    .filter(Boolean)
    .join(" ");

type ShapeProps = { polygon: Polygon; className: string; second: string };

/** An outline with its name in the middle. */
function Shape({ polygon, className, second }: ShapeProps) {
  const colour = classColour(className);
  const box = boxOf(polygon);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return (
    <>
      <polygon points={pointsOf(polygon)} fill={colour} stroke={colour} vectorEffect="non-scaling-stroke" />
      <text x={x} y={y}>
        <tspan x={x}>{classInLanguage(className)}</tspan>{" "}
        <tspan x={x} dy="1.15em">
          {second}
        </tspan>
      </text>
    </>
  );
}

/**
 * Returns the properties of an outline that acts as a control: keyboard focus brings its object into view in an
 * enlarged picture, and Enter enlarges it.
 */
const controlOf = (label: string, box: Box, showBox: ShowBox, light: () => void) => ({
  role: "button",
  tabIndex: 0,
  "aria-label": label,
  onFocus: ({ currentTarget }: { currentTarget: Element }) => {
    light();
    if (currentTarget.matches(":focus-visible")) showBox(box, false);
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    showBox(box, true);
  },
  // Screen readers click without a pointer; a click of a mouse may begin to move the picture.
  onClick: ({ detail }: { detail: number }) => detail === 0 && showBox(box, true),
});
