import type { Container } from "@container-inspection/shared-schemas/containers";
import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { AddPhoto } from "./add-photo.tsx";
import { DeletePhoto } from "./delete-photo.tsx";
import { EvidencePhotos } from "./evidence-photos.tsx";
import { useReport } from "./report-api.ts";

/** The photos of a visit, each with its hash; photos are added to the current one. */
export function EvidenceTab({ container, visit }: { container: Container; visit: number | undefined }) {
  const { id, owner } = container;
  const { data: report, error } = useReport(id, visit);
  return (
    <div className="column">
      {!report && (error ? <ListProblem error={error} /> : <ListSkeleton rows={3} />)}
      {report && (
        <EvidencePhotos evidence={report.evidence}>
          {(photo) => <DeletePhoto photo={photo} ownerId={owner.id} />}
        </EvidencePhotos>
      )}
      {visit === undefined && <AddPhoto containerId={id} />}
    </div>
  );
}
