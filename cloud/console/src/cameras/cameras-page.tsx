import type { DriftSummary } from "@container-inspection/shared-schemas";
import { Link } from "@tanstack/react-router";
import { PageTitle } from "../shell/page-title.tsx";
import { Chip } from "../ui/chip.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useCameras } from "./cameras-api.ts";

/** Every camera that was heard of, with its last sign of life. */
export function CamerasPage() {
  const { data, error } = useCameras();
  return (
    <>
      <div className="page-head">
        <PageTitle title="Cameras" />
      </div>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && <Notice title="No cameras yet">A camera shows up here with its first event.</Notice>}
      <ul className="container-list">
        {data?.items.map(({ cameraId, name, site, lane, deviceId, lastSeenAt, lastScanAt, drift }) => (
          <li key={cameraId}>
            <Link to="/cameras/$cameraId" params={{ cameraId }} className="card container-row">
              <strong title={cameraId}>{name ?? cameraId}</strong>
              <span className="faint">{site && lane ? `${site.name}, ${lane.name}` : deviceId}</span>
              <span className="faint">
                {drift && <Drift {...drift} />}
                {lastScanAt && <ScanTime at={lastScanAt} />}
              </span>
              <span className="faint">
                {lastSeenAt === null ? (
                  "never seen"
                ) : (
                  <>
                    last seen <TimeAgo at={lastSeenAt} />
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const ScanTime = ({ at }: { at: string }) => (
  <>
    last scan <TimeAgo at={at} />
  </>
);

const Drift = ({ measures, since }: DriftSummary) => (
  <>
    <Chip tone="caution" title={`${measures.join(", ")}, since ${since}`}>
      differs from its reference
    </Chip>{" "}
  </>
);
