import type { CameraTrackingSummary, LivePicture as Shown } from "@container-inspection/shared-schemas";
import { useEffect, useState } from "react";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { TrackingView } from "./tracking-view.tsx";
import type { Watched } from "./use-live-picture.ts";

type Picture = NonNullable<Shown["picture"]>;

/** A picture older than this is shown as old. */
const OLD_MS = 5_000;

type Props = { cameraId: string; summary: CameraTrackingSummary; watched: Watched };

/**
 * The camera's newest picture under the boxes of its objects. Without a picture: the reason, and where the objects are,
 * as far as events report it.
 */
export function LivePicture({ cameraId, summary, watched }: Props) {
  const [boxes, setBoxes] = useState(true);
  const { shown, arrivedMs, problem } = watched;
  const picture = shown?.picture;
  const reason = problem ?? shown?.absence?.message;
  if (!picture)
    return (
      <TrackingView summary={summary}>
        <p className="live-reason" role="status">
          {reason ?? "Waiting for a picture from the device."}
        </p>
      </TrackingView>
    );
  const count = picture.boxes.length;
  return (
    <section className="card">
      <div className="card-head">
        <h2>Now</h2>
        <PictureAge key={shown.version} ageMs={picture.ageMs} arrivedMs={arrivedMs} takenAt={picture.takenAt} />
        <label className="faint push">
          <input type="checkbox" checked={boxes} onChange={(event) => setBoxes(event.target.checked)} /> show boxes
        </label>
      </div>
      <div className="scan-picture live-picture" style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
        <img src={`data:image/jpeg;base64,${picture.image}`} alt={`Newest picture of camera ${cameraId}`} />
        {boxes && <Boxes picture={picture} />}
      </div>
      <p className="live-reason faint" role="status">
        {reason ?? (count === 1 ? "1 object in view" : `${count} objects in view`)}
      </p>
      <ObjectList boxes={picture.boxes} />
    </section>
  );
}

function Boxes({ picture: { width, height, boxes } }: { picture: Picture }) {
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={boxes.map(nameOf).join(", ") || "no objects"}>
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
      {boxes.map((box, index) => (
        // Not part of the drawing, which is scaled: on a phone, its text would be too small.
        <span
          key={keyOf(box, index)}
          className="live-label"
          aria-hidden="true"
          style={{ left: `${(100 * Math.max(0, box.x1)) / width}%`, top: `${(100 * Math.max(0, box.y1)) / height}%` }}
        >
          {box.className}
        </span>
      ))}
    </>
  );
}

/** The objects of the boxes by name, the most certain first. */
function ObjectList({ boxes }: { boxes: Picture["boxes"] }) {
  return (
    <ul className="live-objects">
      {boxes
        .toSorted((one, other) => other.confidence - one.confidence)
        .map((box, index) => (
          <li key={keyOf(box, index)}>
            <i className="dot" style={{ background: classColour(box.className) }} />
            {nameOf(box)}
          </li>
        ))}
    </ul>
  );
}

const keyOf = ({ trackingId }: Picture["boxes"][number], index: number) => trackingId ?? `at ${index}`;
const nameOf = ({ className, trackingId, confidence }: Picture["boxes"][number]) =>
  `${className}${trackingId === null ? "" : ` #${trackingId}`} ${percent(confidence)}`;

/** How old the picture is, by no clock but that of the service and the time since the reply. */
function PictureAge({ ageMs, arrivedMs, takenAt }: { ageMs: number; arrivedMs: number; takenAt: string }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const shownMs = ageMs + Math.max(0, now - arrivedMs);
  const seconds = shownMs / 1_000;
  return (
    <time
      dateTime={takenAt}
      title={new Date(takenAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "long" })}
      className={shownMs > OLD_MS ? "live-old" : "faint"}
    >
      {seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)} s ago
    </time>
  );
}
