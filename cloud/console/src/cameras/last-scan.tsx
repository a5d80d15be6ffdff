import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import { thumbnailUrl } from "../pictures/picture-urls.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useLastScan } from "./camera-api.ts";
import type { Condition } from "./condition.ts";

/** Time in ms in which a live stream delivers; a camera without one gives single pictures, as an X-ray folder does. */
const STILL_MS = 5_000;

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

/** The picture of the last scan that the user may see of a camera without a live stream, and its age. */
export function LastScan({ cameraId }: { cameraId: string }) {
  const { data: scan } = useLastScan(cameraId);
  const [broken, setBroken] = useState<string>();
  if (!scan)
    return (
      <span className="tile-picture">
        <span className="tile-reason">{t`This camera sends no live pictures.`}</span>
      </span>
    );
  const src = thumbnailUrl(scan.container.id, scan.id);
  return (
    <span className="tile-picture">
      {broken !== src && <img src={src} alt={t`Last scan`} onError={() => setBroken(src)} />}
      <span className="tile-reason tile-age">
        <Trans>
          Scan of <TimeAgo at={scan.timestamp} />
        </Trans>
      </span>
    </span>
  );
}
