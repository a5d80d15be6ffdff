import { isChassisNumber } from "@container-inspection/shared-schemas/container-number";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Report } from "@container-inspection/shared-schemas/reports";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { type AuditRow, findAuditEntries } from "../../journal/audit/audit-store.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import type { OwnedContainer } from "../record/container-store.ts";
import { confusionsOf } from "../containers/near-miss-rules.ts";
import { presentContainer } from "../record/present-container.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { StandingHold } from "../escalations/escalation-rules.ts";
import { findEscalations, findStandingHolds, type FoundEscalation } from "../escalations/escalation-store.ts";
import { phraseOfReason } from "../record/reason-rules.ts";
import { presentEscalation } from "../escalations/present-escalation.ts";
import { findExaminations } from "../examinations/examination-store.ts";
import { presentExamination } from "../examinations/present-examination.ts";
import { findEvidenceOf } from "../evidence/evidence-store.ts";
import { presentEvidence } from "../evidence/present-evidence.ts";
import { presentChange } from "../manifests/history-rules.ts";
import { findManifestsEver, findWaitingNumbers } from "../record/manifest-store.ts";
import { createMatchPictures } from "../judging/match-pictures.ts";
import { findWaitingManifests } from "../manifests/attachment-store.ts";
import { presentManifest } from "../manifests/present-manifest.ts";
import { judgeVisit } from "../judging/judge-visit.ts";
import { english } from "../../match/english.ts";
import { nameManifests } from "../../match/reading/name-manifests.ts";
import type { CompiledRules } from "../../match/rules/match-manifest.ts";
import type { Picture } from "../../match/rules/pictures.ts";
import { isDecided } from "../../match/rules/same-finding.ts";
import { findProvenances } from "../provenance/link-store.ts";
import { presentScan } from "../scans/present-scan.ts";
import type { ScanRow } from "../scans/scan-store.ts";
import { verdictsByScan } from "../pictures/verdict-store.ts";
import { presentVisit } from "../record/present-visit.ts";
import { findVisits } from "../record/visit-store.ts";
import { findUserById } from "../../people/accounts/user-store.ts";
import { findLatestScans, findTimelineScans } from "./report-store.ts";
import { listPaperSteps, nameBill, notePapers } from "./paper-rules.ts";
import { createTimeline } from "./timeline-rules.ts";
import { CHASSIS_NUMBER, judge, type VerdictFacts } from "./verdict-rules.ts";

const MAX_SCANS = 200;
const MAX_ESCALATIONS = 100;
const MAX_RENAMINGS = 100;
const MAX_EVIDENCE = 100;
const MAX_VERDICTS = 100;
const MAX_EXAMINATIONS = 100;

const numberMessages = {
  valid: english`The number is valid according to ISO 6346.`,
  "bad-check-digit": english`The number has the form of ISO 6346, but its check digit is wrong: it may have been misread.`,
  "not-iso6346": english`The number is not an ISO 6346 number: a shipper-owned or domestic container, or misread.`,
};

/** Builds the report on a visit of a container; call it in a transaction that reads from one moment. */
export async function createReport(
  tx: DatabaseOrTransaction,
  found: OwnedContainer,
  { nowMs, rules, caseFileKey }: { nowMs: number; rules: CompiledRules; caseFileKey: string },
): Promise<Report> {
  const { container } = found;
  const known = await collect(tx, found);
  const { latest, escalations, renamings, owner } = known;
  const { judged, judgement, manifests, verdicts } = await judgeVisit(tx, container, rules);
  const verdictsOf = verdictsByScan(verdicts);
  const findings = judgement.findings.map((finding) => withDecision(finding, escalations, judged.pictures));
  const matchPictures = createMatchPictures(judged.attached, rules);
  const context = { container, visit: found.visit, matchPictures };
  const shownIds = [...latest.done, ...latest.unfinished].map(({ id }) => id);
  const provenances = await findProvenances(tx, shownIds, new Date(nowMs));
  const show = (scan: ScanRow) => presentScan(scan, context, verdictsOf(scan.id), provenances.get(scan.id) ?? null);
  const scans = latestOfEachType(latest.done, show);
  const standing = { ...standingOf(escalations), examinations: known.examinations };
  const { verdict, reasons } = judge({
    status: container.status,
    holds: known.holds,
    legalHold: container.legalHold?.reason ?? null,
    numberCheck: container.numberCheck,
    isChassis: isChassisNumber(container.numberKey),
    nearMisses: manifests.length > 0 ? [] : await findWaitingNumbers(tx, [...confusionsOf(container.numberKey).keys()]),
    renumberedAt: renamings[0]?.at ?? null,
    mergedAt: known.mergedAt,
    manifests: judged.attached,
    findings,
    scans: judged.pictures.map(({ scanId: id, type, receivedAt, rejected }) => ({ id, type, receivedAt, rejected })),
    unfinished: latest.unfinished,
    papers: notePapers(known, judged, standing.lastClear?.at),
    ...standing,
  });
  const shown = manifests.map(presentManifest);
  return {
    generatedAt: new Date(nowMs).toISOString(),
    verdict,
    reasons,
    container: presentContainer(found),
    owner: { ...found.owner, name: owner?.name ?? null },
    numberCheck: {
      containerNumber: container.containerNumber,
      check: container.numberCheck,
      message: String(isChassisNumber(container.numberKey) ? CHASSIS_NUMBER : numberMessages[container.numberCheck]),
    },
    manifest: shown[0] ?? null,
    manifests: shown,
    manifestMatch: judgement.match && { ...judgement.match, findings },
    findings,
    matchAsDecided: decidedOf(escalations),
    scans,
    unfinishedScans: latest.unfinished.map(show),
    evidence: known.evidence,
    escalations: escalations.map(presentEscalation),
    examinations: known.examinations,
    timeline: buildVisitTimeline(found, { ...known, verdicts, manifests }),
    caseFileKey,
  };
}

/**
 * The newest scan of each type, each in the form that `convert` gives it; null without one. Scans come newest first.
 */
function latestOfEachType<Form>(done: readonly ScanRow[], convert: (scan: ScanRow) => Form) {
  const latestOf = (type: ScanType) => {
    const scan = done.find((one) => one.type === type);
    return scan ? convert(scan) : null;
  };
  return { category: latestOf("category"), defect: latestOf("defect"), illegal: latestOf("illegal") };
}

async function collect(tx: DatabaseOrTransaction, { container, visit }: OwnedContainer) {
  const { id, ownerId } = container;
  const renamed = { subjectType: "container", subjectId: id, action: "container.set-number", limit: MAX_RENAMINGS };
  const merged = { ...renamed, action: "container.take-over" };
  const ofVisit = { containerId: id, visitId: visit.id };
  const opened = { subjectType: "visit", subjectId: visit.id, action: "visit.open", limit: 1 };
  const latest = sortOut(await findLatestScans(tx, visit));
  const endsAt = await findEnd(tx, visit);
  const isBeforeEnd = ({ at }: { at: Date }) => endsAt === undefined || at < endsAt;
  const isOfVisit = ({ at }: { at: Date }) => (visit.number === 1 || at >= visit.openedAt) && isBeforeEnd({ at });
  const renamings = (await findAuditEntries(tx, renamed)).filter(isOfVisit);
  const created = await findAuditEntries(tx, { ...renamed, action: "container.create", limit: 1 });
  const begun = await findAuditEntries(tx, opened);
  const written = await findManifestWrites(tx, attachedIds(container));
  const attached = await findAuditEntries(tx, { ...renamed, action: "container.attach-manifest" });
  const detached = await findAuditEntries(tx, { ...renamed, action: "container.detach-manifest" });
  const takenOver = (await findAuditEntries(tx, merged)).filter(isBeforeEnd);
  const withSteps = [...created, ...begun, ...renamings, ...attached, ...detached, ...written].filter(isOfVisit);
  const steps = listPaperSteps(withSteps, id).toSorted((one, other) => one.at.getTime() - other.at.getTime());
  // The current visit shows every hold in force, an older one only the holds decided on it.
  const standsOn = ({ visitId }: StandingHold) => endsAt === undefined || visitId === visit.id;
  return {
    latest,
    timelineScans: await findTimelineScans(tx, visit, MAX_SCANS),
    holds: (await findStandingHolds(tx, id)).filter(standsOn),
    escalations: await findEscalations(tx, { ...ofVisit, limit: MAX_ESCALATIONS }),
    examinations: (await findExaminations(tx, { ...ofVisit, limit: MAX_EXAMINATIONS })).map(presentExamination),
    evidence: (await findEvidenceOf(tx, { ...ofVisit, limit: MAX_EVIDENCE })).map(presentEvidence),
    amendments: written.filter(({ action }) => action === "manifest.update"),
    steps,
    stepped: await findManifestsEver(tx, [...new Set(steps.map(({ manifestId }) => manifestId))]),
    waiting: endsAt === undefined ? await findWaitingManifests(tx, container) : [],
    renamings,
    mergedAt: takenOver[0]?.at ?? null,
    merges: takenOver.filter(isOfVisit),
    created,
    opened: begun,
    owner: await findUserById(tx, ownerId),
  };
}

/** Returns the beginning of the visit after this one; undefined for the current visit. */
async function findEnd(tx: DatabaseOrTransaction, { id, containerId }: OwnedContainer["visit"]) {
  const visits = await findVisits(tx, containerId);
  return visits[visits.findIndex((visit) => visit.id === id) + 1]?.openedAt;
}

/** A finding with the last decision on it. What rests on the documents alone is judged by their changes. */
function withDecision(
  finding: MatchFinding,
  escalations: readonly FoundEscalation[],
  pictures: readonly Picture[],
): MatchFinding {
  const made = escalations.find(
    ({ escalation: { decidedOn } }) => finding.evidence && isDecided(finding, decidedOn?.findings ?? [], pictures),
  );
  const { id: escalationId, decision, resolvedAt } = made?.escalation ?? {};
  if (!escalationId || !decision || !resolvedAt) return finding;
  return {
    ...finding,
    decided: { escalationId, decision, by: made?.resolvedBy?.email ?? "", at: resolvedAt.toISOString() },
  };
}

/** Returns the basis of the last decision on the visit. */
function decidedOf(escalations: readonly FoundEscalation[]) {
  return escalations.find(({ escalation }) => escalation.decidedOn !== null)?.escalation.decidedOn ?? null;
}

/** The finished scan of each kind, and those without a result that are newer. Scans come newest first. */
function sortOut(latest: ScanRow[]) {
  const done = latest.filter(({ status }) => status === "done");
  const isNewer = (scan: ScanRow, index: number) =>
    !latest.slice(0, index).some(({ type, status }) => type === scan.type && status === "done");
  const unfinished = latest.flatMap((scan, index) => {
    const { status } = scan;
    return status !== "done" && isNewer(scan, index) ? [{ ...scan, status }] : [];
  });
  return { done, unfinished };
}

function standingOf(escalations: readonly FoundEscalation[]): Pick<VerdictFacts, "openEscalation" | "lastClear"> {
  const open = escalations.find(({ escalation }) => escalation.state !== "RESOLVED");
  const clear = escalations.find(({ escalation }) => escalation.decision === "clear");
  const at = clear?.escalation.resolvedAt;
  return {
    openEscalation: open ? { ...open.escalation, reasonPhrase: phraseOfReason(open.escalation) } : null,
    lastClear:
      clear && at
        ? {
            at,
            by: clear.resolvedBy?.email ?? "",
            reason: clear.escalation.decisionReason ?? "",
            manifestIds: clear.escalation.decidedOn?.manifests.map(({ manifestId }) => manifestId) ?? [],
          }
        : null,
  };
}

type Known = Awaited<ReturnType<typeof collect>> &
  Pick<Awaited<ReturnType<typeof judgeVisit>>, "manifests" | "verdicts">;

function buildVisitTimeline({ container, visit }: OwnedContainer, known: Known) {
  const { timelineScans, verdicts, evidence, escalations, created, opened } = known;
  const [made] = visit.number === 1 ? created : opened;
  const { id, source, createdAt } = container;
  const names = nameManifests(known.manifests.map(({ manifest: one }) => one));
  const whoseOf = (manifestId: string | null) => names.find((one) => one.id === manifestId)?.whose ?? "";
  return createTimeline({
    container: { id, source, createdAt: createdAt.toISOString() },
    visit: presentVisit(visit, container),
    begunBy: made?.actorType === "user" ? made.actorName : null,
    renamings: known.renamings.map(presentWrite),
    amendments: known.amendments
      .filter(({ at }) => at >= visit.openedAt)
      .map((row) => ({
        ...presentWrite(row),
        before: row.before,
        whose: whoseOf(row.subjectId),
        fields: presentChange(row, row.subjectId).changes.map(({ field }) => field),
      })),
    papers: known.steps.flatMap((step) => {
      const manifest = known.stepped.find((one) => one.id === step.manifestId);
      return manifest
        ? [
            {
              ...step,
              whose: nameBill(manifest),
              receivedAt: manifest.createdAt,
              declaredGoods: manifest.declaredGoods,
            },
          ]
        : [];
    }),
    waiting: known.waiting.map((manifest) => {
      const { id: manifestId, createdAt: receivedAt } = manifest;
      const since = known.steps.findLast((step) => step.manifestId === manifestId)?.at ?? receivedAt;
      return { id: manifestId, whose: nameBill(manifest), receivedAt, since };
    }),
    merges: known.merges.map(presentWrite),
    scans: timelineScans,
    verdicts: verdicts.slice(0, MAX_VERDICTS),
    evidence,
    examinations: known.examinations,
    escalations: escalations.map(presentEscalation),
  });
}

/** The writes of manifests, newest first. */
async function findManifestWrites(tx: DatabaseOrTransaction, manifestIds: readonly string[]): Promise<AuditRow[]> {
  if (manifestIds.length === 0) return [];
  const asked = { subjectType: "manifest", action: "manifest.", limit: 2 * MAX_RENAMINGS };
  return findAuditEntries(tx, { ...asked, subjectId: [...manifestIds] });
}

const presentWrite = ({ at, after, actorName }: AuditRow) => ({ at: at.toISOString(), after, by: actorName });
