import type { LivePicture as Shown } from "@container-inspection/shared-schemas/live-pictures";
import type { CameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { classColour } from "../ui/class-colour.ts";
import { BoxLabels, Boxes, keyOf, nameOf } from "./boxes.tsx";
import { LastScan, useIsStill } from "./last-scan.tsx";
import { PictureAge, useAgeMs } from "./picture-age.tsx";
import { TrackingView } from "./tracking-view.tsx";
import { extendTrails, type Trail } from "./trails.ts";
import type { Watched } from "./use-live-picture.ts";

type Picture = NonNullable<Shown["picture"]>;

type Props = {
  cameraId: string;
  watched: Watched;
  /** Positions of the objects as far as events report them, shown in place of a picture. */
  tracked: CameraTrackingSummary | undefined;
  isHidden: (className: string) => boolean;
};

/**
 * The camera's newest picture under the boxes of its objects and their trails. Without a picture: the reason, and where
 * the objects are by their events.
 */
export function LivePicture({ cameraId, watched, tracked, isHidden }: Props) {
  const [boxes, setBoxes] = useState(true);
  const { shown, arrivedMs, problem } = watched;
  const trails = useTrails(watched).filter(({ className }) => !isHidden(className));
  const ageMs = useAgeMs(shown?.picture?.ageMs ?? 0, arrivedMs);
  const isStill = useIsStill(shown, problem);
  const reason = problem ?? shown?.absence?.message;
  if (isStill)
    return (
      <section className="card">
        <h2>{t`Now`}</h2>
        <LastScan cameraId={cameraId} />
      </section>
    );
  if (!shown?.picture)
    return (
      <TrackingView summary={tracked && withoutHidden(tracked, isHidden)}>
        <p className="live-reason" role="status">
          {reason ?? t`Waiting for a picture from the device.`}
        </p>
      </TrackingView>
    );
  const picture = { ...shown.picture, boxes: shown.picture.boxes.filter(({ className }) => !isHidden(className)) };
  const [count, all] = [picture.boxes.length, shown.picture.boxes.length];
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
      <div className="scan-picture live-picture" style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
        <img src={`data:image/jpeg;base64,${picture.image}`} alt={t`Newest picture of camera ${cameraId}`} />
        {boxes && (
          <>
            <Boxes picture={picture} trails={trails} />
            <BoxLabels picture={picture} />
          </>
        )}
      </div>
      <p className="live-reason faint" role="status">
        {reason ?? (count < all ? `${inView}, ${plural(count, { one: "# shown", other: "# shown" })}` : inView)}
      </p>
      <ObjectList boxes={picture.boxes} />
    </section>
  );
}

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
