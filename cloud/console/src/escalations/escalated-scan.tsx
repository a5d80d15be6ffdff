import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { useContainer, useScan } from "../containers/containers-api.ts";
import { NewerScan } from "../containers/newer-scan.tsx";
import { NotScanned } from "../containers/not-scanned.tsx";
import { ScanPicture } from "../containers/scan-picture.tsx";
import { wordOf } from "../language/words.ts";
import { Notice } from "../ui/notice.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

/** The scan that raised it; where a person did, the category scan that was the newest at the opening. */
export function EscalatedScan({ escalation: { container, scanId } }: { escalation: Escalation }) {
  const { data, error } = useContainer(container.id);
  const newestId = scanId ?? data?.categoryScan?.scanId;
  const [shownId, setShownId] = useState(newestId);
  if (shownId === undefined && newestId !== undefined) setShownId(newestId);
  const { data: scan } = useScan(container.id, shownId);
  if (error && !data) return <Notice title={t`The container cannot be shown`}>{problemOf(error)}</Notice>;
  if (data && shownId === undefined) return <NotScanned containerId={container.id} />;
  if (!scan) return <div className="skeleton skeleton-picture" role="img" aria-label={t`Loading`} />;
  return (
    <>
      {shownId !== newestId && <NewerScan show={() => setShownId(newestId)} />}
      <ScanPicture scan={scan} />
      <p className="faint scan-facts">
        {scanId ? t`The ${wordOf(scan.type)} scan that triggered this` : t`The ${wordOf(scan.type)} scan`},{" "}
        <TimeAgo at={scan.timestamp} />
        {scan.cameraId && ` ${t`by ${scan.cameraId}`}`}
      </p>
    </>
  );
}
