import type { Container } from "@container-inspection/shared-schemas/containers";
import { isPlaceholderNumber } from "@container-inspection/shared-schemas/passages";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { isRefusal } from "../api/api-error.ts";
import { EscalateButton } from "../escalations/escalate-button.tsx";
import { OpenEscalationNote } from "../escalations/open-escalation-note.tsx";
import type { CONTAINER_TABS } from "../shell/choices.ts";
import { listPlace } from "../shell/list-place.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Chip } from "../ui/chip.tsx";
import { Crumb } from "../ui/crumb.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { ListSkeleton, PageSkeleton, Unread } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { ContainerTabs } from "./container-tabs.tsx";
import { AttachedGoods } from "../containers/attached-goods.tsx";
import { CurrentStatusChips, NumberCheckChip } from "../containers/container-chips.tsx";
import { useContainer, useScan, useScans } from "../containers/containers-api.ts";
import { ScanMatchCard } from "../containers/manifest-match-card.tsx";
import { NearMisses } from "./near-misses.tsx";
import { NeighbourLinks } from "./neighbour-links.tsx";
import { NewerScan } from "../containers/newer-scan.tsx";
import { NotScanned } from "../containers/not-scanned.tsx";
import { ScanHistory } from "./scan-history.tsx";
import { StandingStrip } from "./standing-strip.tsx";
import { ScanPicture } from "../containers/scan-picture.tsx";
import { VisitList } from "../containers/visit-list.tsx";

const route = getRouteApi("/shell/containers/$id");
const ActionsMenu = lazyPage(async () => (await import("../actions/actions-menu.tsx")).ActionsMenu);
const ManifestTab = lazyPage(async () => (await import("./manifest-tab.tsx")).ManifestTab);
const Examinations = lazyPage(async () => (await import("./examinations.tsx")).Examinations);
const EvidenceTab = lazyPage(async () => (await import("../reports/evidence-tab.tsx")).EvidenceTab);
const HistoryTab = lazyPage(async () => (await import("../reports/history-tab.tsx")).HistoryTab);

/** One container, as it is or as it was on an older visit. */
export function ContainerPage() {
  const { id } = route.useParams();
  const { visit } = route.useSearch();
  return <VisitedContainer key={`${id} ${visit}`} id={id} visit={visit} />;
}

/**
 * Shows the scan that the address names, or else the newest one when the page was opened: its picture and its match
 * with the manifest. A newer scan is offered as a link; the shown scan does not change.
 */
function VisitedContainer({ id, visit }: { id: string; visit: number | undefined }) {
  const { tab } = route.useSearch();
  const { data: container, error } = useContainer(id, visit);
  const { data: scans } = useScans(id, visit);
  const ofVisit = scans?.find((one) => one.visit === container?.visit.number);
  const newestId = container ? (container.categoryScan?.scanId ?? ofVisit?.id) : undefined;
  const shown = useShownScan(newestId, causeOf(container));
  // The container has no scan if the list of scans has been read and names none.
  const scanId = shown.id ?? (scans ? null : undefined);
  const scan = useScan(id, shown.id);

  if (error && !container) return <PageProblem title={titleOf(error)} error={error} />;
  if (!container) return <PageSkeleton />;
  return (
    <>
      <Crumb>
        <Link {...listPlace("/containers")}>{t`Containers`}</Link>
        <NeighbourLinks id={id} />
      </Crumb>
      <ContainerHead container={container} visit={visit} />
      <StandingStrip container={container} visit={visit} shownScanId={shown.id} />
      {visit === undefined && <Notes container={container} />}
      <ContainerTabs container={container} />
      {tab ? (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <OtherTab tab={tab} container={container} visit={visit} />
        </Suspense>
      ) : (
        <div className="split">
          <ScanColumn container={container} visit={visit} scanId={scanId} scan={scan} shown={shown} />
          <div className="column">
            <ScanMatchCard scanId={scanId} scan={scan} hasManifest={container.manifestId !== null}>
              <p className="faint small">{t`This picture alone. The report judges all pictures of the visit.`}</p>
            </ScanMatchCard>
            <AttachedGoods container={container} scan={scan.data} />
            <Suspense fallback={<Unread />}>
              <Examinations container={container} visit={visit} />
            </Suspense>
            <VisitList containerId={id} shown={container.visit.number} />
          </div>
        </div>
      )}
    </>
  );
}

/** Notes on a container that the user should read first. */
const Notes = ({ container }: { container: Container }) => (
  <>
    {container.isEscalated && container.standing?.kind === "hold" && <OpenEscalationNote containerId={container.id} />}
    <NearMisses container={container} />
  </>
);

type OtherTabProps = {
  tab: (typeof CONTAINER_TABS)[number];
  container: Container;
  visit: number | undefined;
};

function OtherTab({ tab, container, visit }: OtherTabProps) {
  if (tab === "manifest")
    return <ManifestTab ids={container.manifestIds} containerNumber={container.containerNumber} />;
  if (tab === "evidence") return <EvidenceTab container={container} visit={visit} />;
  return <HistoryTab container={container} visit={visit} />;
}

type Shown = {
  /** The id of the scan that is shown or still loading; undefined without any scan. */
  id: string | undefined;
  /** Navigates to the newest scan; undefined while that one is shown. */
  newer: (() => void) | undefined;
};
type ScanColumnProps = {
  container: Container;
  visit: number | undefined;
  scanId: string | null | undefined;
  scan: { data: Scan | undefined; error: unknown };
  shown: Shown;
};

function ScanColumn({ container, visit, scanId, scan: { data: scan, error }, shown }: ScanColumnProps) {
  return (
    <div className="column">
      {shown.newer && <NewerScan show={shown.newer} />}
      {scan && <ScanPicture scan={scan} />}
      {scanId === null && <NotScanned containerId={container.id} visit={visit} />}
      {scanId !== null && !scan && !error && (
        <div className="skeleton skeleton-picture" role="img" aria-label={t`Loading`} />
      )}
      {scan && <ScanFacts scan={scan} />}
      {scan && scan.visit !== container.visit.number && (
        <p className="faint scan-facts">
          <Trans>
            A scan of visit {scan.visit}; this is visit {container.visit.number}.
          </Trans>
        </p>
      )}
      <ScanHistory containerId={container.id} visit={visit} shownId={shown.id} />
    </div>
  );
}

/** The scan for which a container is held or escalated: the first one that a user must see. */
function causeOf(container: Container | undefined): string | undefined {
  const { kind, scanId } = container?.standing ?? {};
  return kind === "clear" ? undefined : (scanId ?? undefined);
}

/** The id of the scan to show, and a function that navigates to the newest scan if that is another one. */
function useShownScan(newestId: string | undefined, causeId: string | undefined): Shown {
  const { scan } = route.useSearch();
  const navigate = route.useNavigate();
  const first = causeId ?? newestId;
  const [pinned, setPinned] = useState(scan ?? first);
  if (pinned === undefined && first !== undefined) setPinned(first);
  const id = scan ?? pinned;
  const showNewest = () => {
    setPinned(newestId);
    void navigate({ search: (before) => ({ ...before, scan: undefined }), resetScroll: false });
  };
  return { id, newer: newestId !== undefined && id !== newestId ? showNewest : undefined };
}

/** The number, its checks, and what can be done with the container. */
function ContainerHead({ container, visit }: { container: Container; visit: number | undefined }) {
  const { id, containerNumber, sizeType, owner } = container;
  return (
    <div className="page-head">
      <PageTitle title={containerNumber} className="number" />
      <CurrentStatusChips container={container} />
      {!isPlaceholderNumber(containerNumber) && <NumberCheckChip check={container.numberCheck} />}
      {container.legalHold && <Chip tone="caution" title={container.legalHold.reason}>{t`legal hold`}</Chip>}
      <span className="faint">
        {sizeType && `${t`size-type ${sizeType}`} · `}
        <Trans>
          owner <bdi>{owner.email}</bdi>
        </Trans>
      </span>
      <div className="head-actions">
        <Link className="button quiet" to="/containers/$id/report" params={{ id }} search={{ visit }}>{t`Report`}</Link>
        {visit === undefined && <EscalateButton container={container} />}
        <Suspense fallback={<Waiting />}>
          <ActionsMenu container={container} visit={visit} />
        </Suspense>
      </div>
    </div>
  );
}

/** Disabled button in place of the menu while the menu is loaded. */
const Waiting = () => <button type="button" className="quiet" disabled>{t`Actions`}</button>;

/** Time, place and model of a scan. */
function ScanFacts({ scan }: { scan: Scan }) {
  return (
    <p className="faint scan-facts">
      <Trans>
        Scanned <TimeAgo at={scan.timestamp} />
      </Trans>
      {scan.cameraId && (
        <>
          {" "}
          <Trans>
            by{" "}
            <Link to="/cameras/$cameraId" params={{ cameraId: scan.cameraId }}>
              {scan.cameraId}
            </Link>
          </Trans>
        </>
      )}
      {scan.model && ` · ${scan.model.name} ${scan.model.version}`}
      {scan.inferenceMs !== null && ` · ${Math.round(scan.inferenceMs)} ms`}
      {scan.unlikeTraining === true && <UnlikeChip />}
      {scan.clockSuspect && ` · ${t`the device's clock was wrong; ordered by arrival`}`}
    </p>
  );
}

/** Marks a picture that the model does not know. */
const UnlikeChip = () => (
  <>
    {" "}
    <Chip
      tone="caution"
      title={t`This picture is unlike those that the model was trained on: its findings, and that there are no others, must not be relied on.`}
    >{t`unlike the training`}</Chip>
  </>
);

function titleOf(error: unknown): string {
  if (isRefusal(error, 404)) return t`Container not found`;
  if (isRefusal(error, 403)) return t`You may not see this container`;
  return t`The container cannot be shown`;
}
