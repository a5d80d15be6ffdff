import type { Escalation, QueuedEscalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { AttachedGoods } from "../containers/attached-goods.tsx";
import { useContainer, useScan } from "../containers/containers-api.ts";
import { ScanMatchCard } from "../containers/manifest-match-card.tsx";
import { DecisionCard } from "../escalations/decision-card.tsx";
import { EarlierEscalations } from "../escalations/earlier-escalations.tsx";
import { EscalatedScan } from "../escalations/escalated-scan.tsx";
import { StandingChip } from "../escalations/escalation-chips.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { Why } from "../escalations/why.tsx";

type Props = { escalation: Escalation | QueuedEscalation; onDecided: () => void };

/** One escalation: its picture, the manifest and the reasons, and the decision below. */
export function ReviewDetail({ escalation, onDecided }: Props) {
  const { container } = escalation;
  return (
    <article className="review-detail" aria-label={container.containerNumber}>
      <div className="page-head">
        <h2 className="number">{container.containerNumber}</h2>
        <StandingChip escalation={escalation} />
        <Link className="push" to="/containers/$id" params={{ id: container.id }}>{t`Open container`}</Link>
      </div>
      <div className="split">
        <div className="column">
          <EscalatedScan key={escalation.id} escalation={escalation} />
        </div>
        <div className="column">
          <Why escalation={escalation} />
          <Papers containerId={container.id} scanId={escalation.scanId} />
          <EarlierEscalations escalation={escalation} />
        </div>
      </div>
      <div className="decision-bar">
        <DecisionCard key={escalation.id} escalation={escalation} onDecided={onDecided} />
      </div>
    </article>
  );
}

/** Match of the picture with the manifest, and the goods that the manifest declares. */
function Papers({ containerId, scanId }: { containerId: string; scanId: string | null }) {
  const { data: container } = useContainer(containerId);
  const shownId = scanId ?? container?.categoryScan?.scanId;
  const scan = useScan(containerId, shownId);
  if (!container) return <ListSkeleton rows={3} />;
  return (
    <>
      <ScanMatchCard scanId={shownId ?? null} scan={scan} hasManifest={container.manifestId !== null} />
      <AttachedGoods container={container} scan={scan.data} />
    </>
  );
}
