import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { EvidencePhotos } from "./evidence-photos.tsx";
import { useReport } from "./report-api.ts";

/** The photos of a visit, each with its hash. */
export function EvidenceTab({ id, visit }: { id: string; visit: number | undefined }) {
  const { data: report, error } = useReport(id, visit);
  if (!report) return error ? <ListProblem error={error} /> : <ListSkeleton rows={3} />;
  return <EvidencePhotos evidence={report.evidence} />;
}
