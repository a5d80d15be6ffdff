import type { Container } from "@container-inspection/shared-schemas/containers";
import { VisitList } from "../containers/visit-list.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { CompareVisits } from "./compare-visits.tsx";
import { useReport } from "./report-api.ts";
import { ReportDecisions } from "./report-decisions.tsx";
import { ReportTimeline } from "./report-timeline.tsx";

/** Events and decisions of a visit, with the container's other visits. */
export function HistoryTab({ container, visit }: { container: Container; visit: number | undefined }) {
  const { data: report, error } = useReport(container.id, visit);
  if (!report) return error ? <ListProblem error={error} /> : <ListSkeleton rows={3} />;
  return (
    <>
      <CompareVisits id={container.id} report={report} />
      <div className="split">
        <div className="column">
          <ReportTimeline timeline={report.timeline} />
        </div>
        <div className="column">
          <ReportDecisions escalations={report.escalations} />
          <VisitList containerId={container.id} shown={container.visit.number} />
        </div>
      </div>
    </>
  );
}
