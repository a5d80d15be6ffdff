import type { Camera } from "@container-inspection/shared-schemas/cameras";
import type { LivePicture as Shown } from "@container-inspection/shared-schemas/live-pictures";
import type { CameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { classColour } from "../ui/class-colour.ts";
import { BoxLabels, Boxes, keyOf, nameOf } from "./boxes.tsx";
import { type CameraFault, type Condition, conditionOf, downOf, whyNone } from "./condition.ts";
import { DownSince, LastPicture, useIsStill } from "./last-picture.tsx";
import { PictureAge, useAgeMs } from "./picture-age.tsx";
import { TrackingView } from "./tracking-view.tsx";
import { extendTrails, type Trail } from "./trails.ts";
import type { Watched } from "./use-live-picture.ts";

type Picture = NonNullable<Shown["picture"]>;

type Props = {
  cameraId: string;
  /** Undefined for a camera that only its device names. */
  camera: Camera | undefined;
  fault: CameraFault | undefined;
  watched: Watched;
  /** Positions of the objects as far as events report them, shown in place of a picture. */
  tracked: CameraTrackingSummary | undefined;
  isHidden: (className: string) => boolean;
};

/**
 * The camera's newest picture under the boxes of its objects and their trails. Without a picture: the reason, and where
 * the objects are by their events.
 */
export function LivePicture({ cameraId, camera, fault, watched, tracked, isHidden }: Props) {
  const { shown, arrivedMs, problem } = watched;
  const trails = useTrails(watched).filter(({ className }) => !isHidden(className));
  const ageMs = useAgeMs(shown?.picture?.ageMs ?? 0, arrivedMs);
  const condition = conditionOf(camera ?? { silentSince: null }, fault, shown, ageMs);
  const down = problem === undefined ? downOf(condition, shown?.picture) : undefined;
  const isStill = useIsStill(shown, problem, condition);
  const reason = whyNone(shown, problem);
  if (isStill || down) return <NoStream cameraId={cameraId} down={down} />;
  if (!shown?.picture)
    return (
      <TrackingView summary={tracked && withoutHidden(tracked, isHidden)}>
        <p className="live-reason" role="status">
          {reason ?? t`Waiting for a picture from the device.`}
        </p>
      </TrackingView>
    );
  return <Watching {...{ cameraId, picture: shown.picture, ageMs, trails, reason, isHidden }} />;
}

type WatchingProps = Pick<Props, "cameraId" | "isHidden"> & {
  picture: Picture;
  ageMs: number;
  trails: Trail[];
  /** Reason why no newer picture comes. */
  reason: string | undefined;
};

function Watching({ cameraId, picture: whole, ageMs, trails, reason, isHidden }: WatchingProps) {
  const [boxes, setBoxes] = useState(true);
  const picture = { ...whole, boxes: whole.boxes.filter(({ className }) => !isHidden(className)) };
  const [count, all] = [picture.boxes.length, whole.boxes.length];
  const inView = plural(all, { one: "# object in view", other: "# objects in view" });
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t`Now`}</h2>
        <PictureAge ageMs={ageMs} takenAt={picture.takenAt} />
        <label className="faint push">
          <input type="checkbox" checked={boxes} onChange={(event) => setBoxes(event.target.checked)} /> {t`show boxes`}
        </label>
      </div>
      <div className="live-frame">
        <div className="scan-picture live-picture" style={shapeOf(picture)}>
          <img src={`data:image/jpeg;base64,${picture.image}`} alt={t`Newest picture of camera ${cameraId}`} />
          {boxes && (
            <>
              <Boxes picture={picture} trails={trails} />
              <BoxLabels picture={picture} />
            </>
          )}
        </div>
      </div>
      <p className="live-reason faint" role="status">
        {reason ?? (count < all ? `${inView}, ${plural(count, { one: "# shown", other: "# shown" })}` : inView)}
      </p>
      <ObjectList boxes={picture.boxes} />
    </section>
  );
}

/** The last picture of a camera that is down, or that has no live stream. */
const NoStream = ({ cameraId, down }: { cameraId: string; down: Condition | undefined }) => (
  <section className="card">
    <div className="card-head">
      <h2>{t`Now`}</h2>
    </div>
    <LastPicture cameraId={cameraId} reason={down && <DownSince condition={down} />} />
    <p className="live-reason faint">{!down && t`This camera sends no live pictures.`}</p>
  </section>
);

/** The largest size of a picture in its frame. */
const shapeOf = ({ width, height }: Picture) => ({
  aspectRatio: `${width} / ${height}`,
  width: `min(100cqw, ${(100 * width) / height}cqh)`,
});

/** The trails of the objects through the pictures that were watched. */
function useTrails({ shown, arrivedMs }: Watched): Trail[] {
  const [trails, setTrails] = useState<Trail[]>([]);
  useEffect(() => {
    const picture = shown?.picture;
    if (picture) setTrails((before) => extendTrails(before, picture, arrivedMs - picture.ageMs));
  }, [shown, arrivedMs]);
  return trails;
}

const withoutHidden = (summary: CameraTrackingSummary, isHidden: Props["isHidden"]): CameraTrackingSummary => ({
  ...summary,
  activeObjects: summary.activeObjects.filter(({ className }) => !isHidden(className)),
});

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
