import type { Report } from "@container-inspection/shared-schemas/reports";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { QRCodeSVG } from "qrcode.react";
import { useMe } from "../api/me.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { zoneName } from "../ui/time-zone.ts";
import { useZone } from "../ui/zone.ts";
import { usePrinting } from "./use-printing.ts";

/** Subject, time and time zone of the report; on paper also the user who printed it, and the report's address. */
export function ReportHead({ report: { container, generatedAt, caseFileKey } }: { report: Report }) {
  const { containerNumber, visit } = container;
  const { data: me } = useMe();
  const zone = useZone();
  const day = generatedAt.slice(0, 10);
  const printedAt = usePrinting(`inspection-report-${containerNumber}-visit-${visit.number}-${day}`);
  const address = `${window.location.origin}/app/containers/${container.id}/report?visit=${visit.number}`;
  return (
    <div className="page-head report-head">
      <div>
        <PageTitle title={t`Inspection report ${containerNumber}, visit ${visit.number}`}>
          <Trans>
            Inspection report <span className="number">{containerNumber}</span>
          </Trans>
        </PageTitle>
        <p className="faint">
          <Trans>
            Visit {visit.number}, as of <ExactTime at={generatedAt} />
          </Trans>
        </p>
        <p className="faint small">{t`All times in ${zoneName(new Date(generatedAt), zone)}`}</p>
        <p className="faint small only-print">
          <Trans>
            Printed by {me?.name ? `${me.name}, ${me.email}` : me?.email}, <ExactTime at={printedAt.toISOString()} />
          </Trans>
          <br />
          {address}
          <br />
          {t`Case files of this service are signed with the key ${caseFileKey}`}
        </p>
      </div>
      <div className="push report-code">
        <QRCodeSVG value={address} size={88} marginSize={2} title={t`Address of this report`} />
        <button type="button" onClick={() => window.print()}>{t`Print`}</button>
      </div>
    </div>
  );
}
