import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useTimeFormat } from "../ui/time-format.ts";
import { useLastPicture } from "./camera-api.ts";
import type { Condition } from "./condition.ts";

/** Time in ms in which a live stream delivers; a camera without one gives single pictures, as an X-ray folder does. */
const STILL_MS = 5_000;
const DAY_MS = 86_400_000;

/** Returns true for a camera that works and has had no live picture for some seconds. */
export function useIsStill(shown: LivePicture | undefined, problem: unknown, condition?: Condition): boolean {
  const isWorking = condition?.tone !== "bad" && !problem;
  const isWaiting = isWorking && shown?.picture === null && shown.absence?.reason === "waiting";
  const [isStill, change] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = window.setTimeout(() => change(true), STILL_MS);
    return () => {
      window.clearTimeout(timer);
      change(false);
    };
  }, [isWaiting]);
  return isStill;
}

type Props = {
  cameraId: string;
  /** Reason why no newer picture comes, of a camera that is down: the picture is grey. */
  reason?: ReactNode;
};

/** The last picture that the user may see of a camera without a live stream, of a scan or a photo, and its age. */
export function LastPicture({ cameraId, reason }: Props) {
  const last = useLastPicture(cameraId);
  const [broken, setBroken] = useState<string>();
  const isShown = last !== undefined && broken !== last.src;
  const name = last?.kind === "photo" ? t`Last photo` : t`Last scan`;
  return (
    <span className="tile-picture">
      {isShown && (
        <img
          src={last.src}
          alt={name}
          className={reason === undefined ? undefined : "last-picture"}
          onError={() => setBroken(last.src)}
        />
      )}
      {reason !== undefined && <span className="tile-reason">{reason}</span>}
      {last && (
        <span className="tile-reason tile-age">
          {last.kind === "photo" ? (
            <Trans>
              Photographed <TimeAgo at={last.at} />
            </Trans>
          ) : (
            <Trans>
              Scanned <TimeAgo at={last.at} />
            </Trans>
          )}
        </span>
      )}
      {!last && reason === undefined && <span className="tile-reason">{t`This camera sends no live pictures.`}</span>}
    </span>
  );
}

/** Since when a camera is down, as a clock shows it, and why as far as its device reports. */
export function DownSince({ condition: { since, word, why } }: { condition: Condition }) {
  const format = useTimeFormat();
  const isOld = since !== undefined && Date.now() - Date.parse(since) > DAY_MS;
  return (
    <>
      <b>
        {since === undefined
          ? t`Down`
          : t`Down since ${format(since, { timeStyle: "short", ...(isOld && { dateStyle: "medium" }) })}`}
      </b>
      <span>{why ?? word}</span>
    </>
  );
}
