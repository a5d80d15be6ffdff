import type { Camera } from "@container-inspection/shared-schemas/cameras";
import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { Boxes } from "./boxes.tsx";
import { CameraChips } from "./camera-chips.tsx";
import { usePicture } from "./camera-api.ts";
import { type CameraFault, conditionOf } from "./condition.ts";
import { LastScan, useIsStill } from "./last-scan.tsx";
import { PictureAge, useAgeMs } from "./picture-age.tsx";

/** The service lets a user watch 16 cameras at once; the rest is for the page of a camera in another tab. */
export const MAX_PICTURES = 12;

type Props = {
  camera: Camera;
  fault: CameraFault | undefined;
  /** State of its picture requests; `limited` if other cameras in view come first. */
  pictures: "live" | "limited" | "out-of-view";
  /** Called when the tile comes into view, and when it leaves. */
  onView: (cameraId: string, isInView: boolean) => void;
};

/** One camera of the overview: its newest picture under the boxes of its objects, and how it is. */
export function CameraTile({ camera, fault, pictures, onView }: Props) {
  const { cameraId, name, lane, drift, lastSeenAt } = camera;
  const { data: shown, error, dataUpdatedAt } = usePicture(cameraId, pictures === "live");
  const arrivedMs = useMemo(() => performance.now() - (Date.now() - dataUpdatedAt), [dataUpdatedAt]);
  const ageMs = useAgeMs(shown?.picture?.ageMs ?? 0, arrivedMs);
  const condition = conditionOf(camera, fault, shown, ageMs);
  const last = useLast(shown?.picture);
  const isStill = useIsStill(shown, error, condition);
  return (
    <li
      ref={useInView(cameraId, onView)}
      className={condition?.tone === "bad" ? "card camera-tile camera-down" : "card camera-tile"}
      aria-label={name ?? cameraId}
    >
      <Link to="/cameras/$cameraId" params={{ cameraId }}>
        {isStill ? (
          <LastScan cameraId={cameraId} />
        ) : (
          <TilePicture shown={shown} last={last} problem={error ? problemOf(error) : undefined} pictures={pictures} />
        )}
        <span>
          <strong title={cameraId}>{name ?? cameraId}</strong>{" "}
          {lane && <span className="faint small">{lane.name}</span>}
        </span>
      </Link>
      <p className="camera-facts">
        <CameraChips condition={condition} drift={drift} />
        {shown?.picture ? (
          <PictureAge ageMs={ageMs} takenAt={shown.picture.takenAt} />
        ) : (
          <span className="faint small">{lastSeenAt ? <LastData at={lastSeenAt} /> : t`no data yet`}</span>
        )}
      </p>
    </li>
  );
}

const LastData = ({ at }: { at: string }) => (
  <>
    <Trans>
      last data <TimeAgo at={at} />
    </Trans>
  </>
);

type Picture = NonNullable<LivePicture["picture"]>;

/** The last picture that there was, for as long as the tile is on the page. */
function useLast(picture: Picture | null | undefined): Picture | undefined {
  const [last, keep] = useState<Picture>();
  if (picture && picture !== last) keep(picture);
  return picture ?? last;
}

type PictureProps = {
  last: Picture | undefined;
  shown: LivePicture | undefined;
  problem: string | undefined;
  pictures: Props["pictures"];
};

const withoutReply = () => ({
  live: t`Waiting for a picture.`,
  limited: t`Up to ${MAX_PICTURES} cameras show pictures at once.`,
  "out-of-view": "",
});

/** The picture of a camera; while there is none, the last one in grey below the reason. */
function TilePicture({ last, shown, problem, pictures }: PictureProps) {
  const picture = problem === undefined ? shown?.picture : undefined;
  const reason = problem ?? shown?.absence?.message ?? withoutReply()[pictures];
  return (
    <span className="tile-picture">
      {picture ? (
        <>
          <img src={`data:image/jpeg;base64,${picture.image}`} alt="" />
          <span aria-hidden="true">
            <Boxes picture={picture} />
          </span>
        </>
      ) : (
        <>
          {last && <img className="last-picture" src={`data:image/jpeg;base64,${last.image}`} alt="" />}
          {reason && <span className="tile-reason">{reason}</span>}
        </>
      )}
    </span>
  );
}

/** Follows whether an element is in view. */
function useInView(id: string, onView: Props["onView"]) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new IntersectionObserver((entries) => onView(id, entries.at(-1)?.isIntersecting === true));
    observer.observe(current);
    return () => {
      observer.disconnect();
      onView(id, false);
    };
  }, [id, onView]);
  return element;
}
