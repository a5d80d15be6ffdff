import type { Detection, Scan } from "@container-inspection/shared-schemas";
import { type KeyboardEvent, memo } from "react";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { objectKey, useLit } from "../ui/lit.ts";
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
};

/** The class of a detection, as its reviewer left it. */
export function classOf(scan: Scan, index: number): string {
  const verdict = scan.verdicts.find((given) => given.index === index);
  return verdict?.className ?? scan.detections[index]?.className ?? "unnamed";
}

/** What was found, drawn over the picture as vectors: it stays sharp at every size. */
export const Outlines = memo(function Outlines({ scan, image: { width, height }, hidden, showBox }: Props) {
  const label = `${scan.detections.length} ${scan.detections.length === 1 ? "detection" : "detections"}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role={showBox ? "group" : "img"} aria-label={label}>
      {scan.detections.map(
        (detection, index) =>
          !hidden.has(classOf(scan, index)) && (
            // Detections have no id and never change places within one scan.
            <Outline key={`${scan.id} ${index}`} {...{ scan, index, detection, showBox }} />
          ),
      )}
    </svg>
  );
});

type OutlineProps = { scan: Scan; index: number; detection: Detection; showBox: ShowBox | undefined };

function Outline({ scan, index, detection, showBox }: OutlineProps) {
  const { isLit, lighting } = useLit([objectKey(scan.id, index)]);
  const { polygon, confidence } = detection;
  if (!polygon || polygon.x.length < 3) return null;
  const verdict = scan.verdicts.find((given) => given.index === index);
  const className = classOf(scan, index);
  const colour = classColour(className);
  const points = polygon.x.map((x, at) => `${x},${polygon.y[at] ?? 0}`).join(" ");
  const second = verdict ? verdict.verdict : confidence === null ? "" : percent(confidence);
  const box = boxOf(polygon);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return (
    <g
      className={`outline${isLit ? " lit" : ""}${verdict?.verdict === "rejected" ? " rejected" : ""}`}
      {...lighting}
      {...(showBox && controlOf(`${index + 1} ${className} ${second}`, box, showBox, lighting.onFocus))}
    >
      <polygon points={points} fill={colour} stroke={colour} vectorEffect="non-scaling-stroke" />
      <text x={x} y={y}>
        <tspan x={x}>{className}</tspan>{" "}
        <tspan x={x} dy="1.15em">
          {second}
        </tspan>
      </text>
    </g>
  );
}

/** With the keyboard, the focus brings an object of an enlarged picture into view, and Enter enlarges it. */
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

function boxOf({ x, y }: NonNullable<Detection["polygon"]>): Box {
  const [left, top] = [Math.min(...x), Math.min(...y)];
  return { x: left, y: top, width: Math.max(...x) - left, height: Math.max(...y) - top };
}
