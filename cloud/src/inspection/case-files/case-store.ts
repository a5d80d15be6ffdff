import { type AuditRow, findAuditEntries } from "../../journal/audit/audit-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { OwnedContainer } from "../record/container-store.ts";
import { findEscalations, type FoundEscalation } from "../escalations/escalation-store.ts";
import { findEvidenceOf, type UploadedEvidence } from "../evidence/evidence-store.ts";
import { findLinksOf, type LinkRow } from "../provenance/link-store.ts";
import { findKeysOf, type SigningKeyRow } from "../provenance/signing-key-store.ts";
import { findScans, type VisitedScan } from "../scans/scan-store.ts";
import { findVisits, type VisitRow } from "../record/visit-store.ts";

/** More rows than any container has; the case file omits rows beyond it, and states that. */
const MAX_ROWS = 10_000;

/** Everything that a case file is made from, without the bytes of pictures. */
export type CaseRows = {
  visits: VisitRow[];
  scans: VisitedScan[];
  evidence: UploadedEvidence[];
  escalations: FoundEscalation[];
  audit: AuditRow[];
  links: LinkRow[];
  keys: SigningKeyRow[];
  isComplete: boolean;
};

/** Reads all records of a container, or of one of its visits. */
export async function readCase(
  db: DatabaseOrTransaction,
  { container }: OwnedContainer,
  visitId: string | undefined,
): Promise<CaseRows> {
  const filter = { containerId: container.id, visitId, limit: MAX_ROWS };
  const scans = await findScans(db, filter);
  const evidence = await findEvidenceOf(db, filter);
  const escalations = await findEscalations(db, filter);
  const visits = (await findVisits(db, container.id)).filter(({ id }) => visitId === undefined || id === visitId);
  const recordIds = [...scans.map(({ scan }) => scan.id), ...evidence.map((photo) => photo.evidence.id)];
  const manifestIds = scans.flatMap(({ manifests }) => manifests.map(({ id }) => id));
  const ofWhole = [container.id, ...visits.map(({ id }) => id), ...escalations.map(({ escalation }) => escalation.id)];
  const subjectId = [...new Set([...ofWhole, ...recordIds, ...manifestIds])];
  const audit = await findAuditEntries(db, { subjectId, limit: MAX_ROWS });
  const links = await findLinksOf(db, recordIds);
  const senders = links.flatMap(({ edgeDeviceId }) => edgeDeviceId ?? []);
  return {
    visits,
    scans,
    evidence,
    escalations,
    audit,
    links,
    keys: await findKeysOf(db, [...new Set(senders)]),
    isComplete: [scans, evidence, escalations, audit].every(({ length }) => length < MAX_ROWS),
  };
}
