import type { LivePicture as Shown } from "@container-inspection/shared-schemas/live-pictures";
import { t } from "@lingui/core/macro";
import { classInLanguage } from "../language/in-language.ts";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import type { Trail } from "./trails.ts";

type Picture = NonNullable<Shown["picture"]>;
type Box = Picture["boxes"][number];

export const keyOf = ({ trackingId }: Box, index: number) => trackingId ?? `at ${index}`;
export const nameOf = ({ className, trackingId, confidence }: Box) =>
  `${classInLanguage(className)}${trackingId === null ? "" : ` #${trackingId}`} ${percent(confidence)}`;

type Props = { picture: Pick<Picture, "width" | "height" | "boxes">; trails?: readonly Trail[] };

/** The boxes of the objects of a picture, over it, and their trails. */
export const Boxes = ({ picture: { width, height, boxes }, trails = [] }: Props) => (
  <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={boxes.map(nameOf).join(", ") || t`no objects`}>
    {trails.map(({ trackingId, className, points }) => (
      <polyline
        key={trackingId}
        className="live-trail"
        points={points.map(({ x, y }) => `${x * width},${y * height}`).join(" ")}
        stroke={classColour(className)}
        vectorEffect="non-scaling-stroke"
      />
    ))}
    {boxes.map((box, index) => (
      <rect
        key={keyOf(box, index)}
        className="live-box"
        x={box.x1}
        y={box.y1}
        width={Math.max(0, box.x2 - box.x1)}
        height={Math.max(0, box.y2 - box.y1)}
        stroke={classColour(box.className)}
        vectorEffect="non-scaling-stroke"
      />
    ))}
  </svg>
);

/** The names of the boxes. Not part of the drawing, which is scaled: on a phone, its text would be too small. */
export const BoxLabels = ({ picture: { width, height, boxes } }: Props) =>
  boxes.map((box, index) => (
    <span
      key={keyOf(box, index)}
      className="live-label"
      aria-hidden="true"
      style={{ left: `${(100 * Math.max(0, box.x1)) / width}%`, top: `${(100 * Math.max(0, box.y1)) / height}%` }}
    >
      {classInLanguage(box.className)}
    </span>
  ));
