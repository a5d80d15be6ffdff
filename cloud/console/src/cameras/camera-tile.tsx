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
import { type CameraFault, type Condition, conditionOf, downOf, whyNone } from "./condition.ts";
import { DownSince, LastPicture, useIsStill } from "./last-picture.tsx";
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
  const isDown = downOf(condition, shown?.picture) !== undefined;
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
          <LastPicture cameraId={cameraId} />
        ) : (
          <TilePicture
            {...{ cameraId, shown, last, condition, pictures }}
            problem={error ? problemOf(error) : undefined}
          />
        )}
        <span>
          <strong title={cameraId}>{name ?? cameraId}</strong>{" "}
          {lane && <span className="faint small">{lane.name}</span>}
        </span>
      </Link>
      <p className="camera-facts tile-state">
        {/* The picture of a camera that is down states its condition. */}
        <CameraChips condition={isDown ? undefined : condition} drift={drift} />
      </p>
      <p className="camera-facts">
        <TileAge picture={shown?.picture} ageMs={ageMs} lastSeenAt={lastSeenAt} />
      </p>
    </li>
  );
}

type AgeProps = { picture: Picture | null | undefined; ageMs: number; lastSeenAt: string | null };

/** The age of the picture that is shown; without one, of the last data. */
const TileAge = ({ picture, ageMs, lastSeenAt }: AgeProps) =>
  picture ? (
    <PictureAge ageMs={ageMs} takenAt={picture.takenAt} />
  ) : (
    <span className="faint small">{lastSeenAt ? <LastData at={lastSeenAt} /> : t`no data yet`}</span>
  );

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
  cameraId: string;
  condition: Condition | undefined;
  last: Picture | undefined;
  shown: LivePicture | undefined;
  problem: string | undefined;
  pictures: Props["pictures"];
};

const withoutReply = () => ({
  live: t`Waiting for a picture from the device.`,
  limited: t`Up to ${MAX_PICTURES} cameras show pictures at once.`,
  "out-of-view": "",
});

/** The picture of a camera; while there is none, the last one in grey below the reason. */
function TilePicture({ cameraId, condition, last, shown, problem, pictures }: PictureProps) {
  const picture = problem === undefined ? shown?.picture : undefined;
  const down = downOf(condition, picture);
  const reason = down && <DownSince condition={down} />;
  if (down && !last) return <LastPicture cameraId={cameraId} reason={reason} />;
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
          <span className="tile-reason">{reason ?? whyNone(shown, problem) ?? withoutReply()[pictures]}</span>
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
