import type { Report } from "@container-inspection/shared-schemas";
import { QRCodeSVG } from "qrcode.react";
import { useMe } from "../api/me.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { zoneName } from "../ui/time-zone.ts";
import { useZone } from "../ui/zone.ts";
import { usePrinting } from "./use-printing.ts";

/** What the report is about, as of when and in which time zone; on paper also who printed it, and the way back. */
export function ReportHead({ report: { container, generatedAt } }: { report: Report }) {
  const { containerNumber, visit } = container;
  const { data: me } = useMe();
  const zone = useZone();
  const day = generatedAt.slice(0, 10);
  const printedAt = usePrinting(`inspection-report-${containerNumber}-visit-${visit.number}-${day}`);
  const address = `${window.location.origin}/app/containers/${container.id}/report?visit=${visit.number}`;
  return (
    <div className="page-head report-head">
      <div>
        <PageTitle title={`Inspection report ${containerNumber}, visit ${visit.number}`}>
          Inspection report <span className="number">{containerNumber}</span>
        </PageTitle>
        <p className="faint">
          Visit {visit.number}, as of <ExactTime at={generatedAt} />
        </p>
        <p className="faint small">All times in {zoneName(new Date(generatedAt), zone)}</p>
        <p className="faint small only-print">
          Printed by {me?.name ? `${me.name}, ${me.email}` : me?.email}, <ExactTime at={printedAt.toISOString()} />
          <br />
          {address}
        </p>
      </div>
      <div className="push report-code">
        <QRCodeSVG value={address} size={88} marginSize={2} title="Address of this report" />
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
      </div>
    </div>
  );
}
