import type { Container, Scan } from "@container-inspection/shared-schemas";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { ApiError, useContainer, useManifests, useScan, useScans } from "../api.ts";
import { EscalateButton } from "../escalations/escalate-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useVisitNumber } from "../ui/use-visit-number.ts";
import { NumberCheckChip, StatusChip } from "./container-chips.tsx";
import { DeclaredGoods } from "./declared-goods.tsx";
import { ManifestMatchCard } from "./manifest-match-card.tsx";
import { ScanHistory } from "./scan-history.tsx";
import { ScanPicture } from "./scan-picture.tsx";
import { VisitList } from "./visit-list.tsx";

/** One container, as it is or as it was on an older visit. */
export function ContainerPage() {
  const { id = "" } = useParams();
  const visit = useVisitNumber();
  return <VisitedContainer key={`${id} ${visit}`} id={id} visit={visit} />;
}

/** Its newest category scan, or the one chosen, over the picture, and how it matches the manifest. */
function VisitedContainer({ id, visit }: { id: string; visit: number | undefined }) {
  const [chosen, setChosen] = useState<string>();
  const { data: container, error } = useContainer(id, visit);
  const { data: scans } = useScans(id, visit);
  const newestId = container?.categoryScan?.scanId;
  const shownId = chosen ?? newestId ?? scans?.items[0]?.id;
  const { data: scan } = useScan(id, shownId);
  const manifests = useManifests(container?.manifestIds ?? []);

  if (error) return <Notice title={titleOf(error)}>{error.message}</Notice>;
  if (!container) return null;
  return (
    <>
      <p className="crumb">
        <Link to="/containers">Containers</Link>
      </p>
      <ContainerHead container={container} visit={visit} />
      <div className="split">
        <ScanColumn scan={scan} shownId={shownId} scans={scans?.items ?? []} newestId={newestId} choose={setChosen} />
        <div className="column">
          <ManifestMatchCard match={scan?.manifestMatch ?? null} hasManifest={container.manifestId !== null}>
            <p className="faint small">This picture alone. The report judges all pictures of the visit.</p>
          </ManifestMatchCard>
          {manifests.map((manifest) => (
            <DeclaredGoods key={manifest.id} manifest={manifest} isOneOfSeveral={manifests.length > 1} />
          ))}
          <VisitList containerId={id} shown={container.visit.number} />
        </div>
      </div>
    </>
  );
}

type ScanColumnProps = {
  scan: Scan | undefined;
  /** The id of the scan that is shown or still loading; undefined without any scan. */
  shownId: string | undefined;
  scans: Scan[];
  newestId: string | undefined;
  choose: (scanId: string | undefined) => void;
};

function ScanColumn({ scan, shownId, scans, newestId, choose }: ScanColumnProps) {
  return (
    <div className="column">
      {scan && <ScanPicture scan={scan} />}
      {!shownId && <Notice title="Not scanned yet">The picture and its detections appear with the first scan.</Notice>}
      {scan && <ScanFacts scan={scan} />}
      {scans.length > 1 && <ScanHistory scans={scans} shownId={shownId} onChoose={choose} newestId={newestId} />}
    </div>
  );
}

/** The number, its checks, and what can be done with the container. */
function ContainerHead({ container, visit }: { container: Container; visit: number | undefined }) {
  return (
    <div className="page-head">
      <h1 className="number">{container.containerNumber}</h1>
      <StatusChip status={container.status} />
      <NumberCheckChip check={container.numberCheck} />
      <span className="faint push">
        {container.sizeType && `${container.sizeType} · `}owner {container.owner.email}
      </span>
      <Link to={visit === undefined ? "report" : `report?visit=${visit}`}>Report</Link>
      {visit === undefined && <EscalateButton container={container} />}
    </div>
  );
}

/** When, where and by which model a scan was made. */
function ScanFacts({ scan }: { scan: Scan }) {
  return (
    <p className="faint scan-facts">
      Scanned <TimeAgo at={scan.timestamp} />
      {scan.cameraId && (
        <>
          {" by "}
          <Link to={`/cameras/${encodeURIComponent(scan.cameraId)}`}>{scan.cameraId}</Link>
        </>
      )}
      {scan.model && ` · ${scan.model.name} ${scan.model.version}`}
      {scan.inferenceMs !== null && ` · ${Math.round(scan.inferenceMs)} ms`}
      {scan.clockSuspect && " · the device's clock was wrong; ordered by arrival"}
    </p>
  );
}

function titleOf(error: Error): string {
  if (error instanceof ApiError && error.status === 404) return "Container not found";
  if (error instanceof ApiError && error.status === 403) return "You may not see this container";
  return "The container cannot be shown";
}
