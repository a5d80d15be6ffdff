import type { VerdictReason } from "@container-inspection/shared-schemas/reports";
import type { AuditRow } from "../../journal/audit/audit-store.ts";
import { english, messageOf, type Translatable, type Words } from "../../match/english.ts";
import { isNotStated } from "../../match/reading/not-stated.ts";
import { isObject } from "../../match/reading/is-object.ts";
import { shortenBill } from "../../match/reading/name-manifests.ts";
import { compactBill } from "../../match/rules/bill-rules.ts";
import { formatTime } from "../../match/rules/finding-grounds.ts";
import { isOneVoyage } from "../manifests/house-bill-rules.ts";
import type { ManifestRow } from "../record/manifest-store.ts";

/** A manifest was attached to the container, or detached from it. */
export type PaperStep = {
  at: Date;
  by: string;
  /** False for a device, whose first record takes the manifests that wait. */
  isByPerson: boolean;
  manifestId: string;
  step: "attached" | "detached";
};

/** Fields by which a correction may differ from the manifest that it replaces. */
const CONTENT = [
  "vessel", "origin", "destination", "shipper", "consignee", "declaredGoods", "containerType", "weight", "status",
] as const; // prettier-ignore

/** The steps in audit entries of a container, its visits and its manifests, in the order of the entries. */
export function listPaperSteps(rows: readonly AuditRow[], containerId: string): PaperStep[] {
  return rows.flatMap(({ at, actorType, actorName: by, subjectType, subjectId, before, after }) => {
    const isOfManifest = subjectType === "manifest";
    const held = (side: Record<string, unknown> | null) => {
      if (isOfManifest) return side?.["containerId"] === containerId ? subjectId : null;
      const id = side?.["manifestId"];
      return typeof id === "string" ? id : null;
    };
    const [left, got] = [held(before), held(after)];
    if (left === got) return [];
    const isByPerson = actorType === "user";
    const stepOf = (manifestId: string | null, step: PaperStep["step"]) =>
      manifestId === null ? [] : [{ at, by, isByPerson, manifestId, step }];
    return [...stepOf(left, "detached"), ...stepOf(got, "attached")];
  });
}

/** ` of bill of lading X`; nothing where the manifest states no bill. */
export function nameBill({ billOfLading }: Pick<ManifestRow, "billOfLading">): Words {
  const bill = shortenBill(billOfLading ?? "");
  return isNotStated(bill) ? "" : english` of ${english`bill of lading ${bill}`}`;
}

type Papers = { steps: readonly PaperStep[]; waiting: readonly ManifestRow[] };
type Compared = {
  attached: readonly ManifestRow[];
  pictures: readonly { takenAt: Date | null; receivedAt: Date }[];
};

/** Reasons about the manifests that wait, and about attached ones that came late. */
export function notePapers(
  { steps, waiting }: Papers,
  { attached, pictures }: Compared,
  clearedAt: Date | undefined,
): VerdictReason[] {
  const taken = pictures.map(({ takenAt, receivedAt }) => takenAt ?? receivedAt);
  const [pictureAt] = taken.toSorted((one, other) => one.getTime() - other.getTime());
  return [...noteWaiting(waiting, attached, clearedAt), ...noteLate(attached, { steps, pictureAt })];
}

/** Attached manifests that the service received, or that a person attached, after the first picture was taken. */
function noteLate(
  attached: readonly ManifestRow[],
  { steps, pictureAt }: { steps: readonly PaperStep[]; pictureAt: Date | undefined },
): VerdictReason[] {
  if (pictureAt === undefined) return [];
  return attached.flatMap((manifest) => {
    const { id, createdAt } = manifest;
    const last = steps.findLast((one) => one.manifestId === id && one.step === "attached" && one.isByPerson);
    const attachedAt = last?.at ?? createdAt;
    if (attachedAt <= pictureAt) return [];
    const [whose, taken] = [nameBill(manifest), formatTime(pictureAt)];
    const message =
      createdAt > pictureAt
        ? english`The manifest${whose} arrived at ${formatTime(createdAt)}, after the first picture, which was taken at ${taken}.`
        : english`The manifest${whose} was attached at ${formatTime(attachedAt)}, after the first picture, which was taken at ${taken}.`;
    return [{ rule: "manifest-late", verdict: "clear" as const, ...messageOf(message) }];
  });
}

/**
 * Manifests of the number that are attached to no container and were not compared. One of a bill that is attached, sent
 * later and with other content, may be its correction: it needs attention until a supervisor decides.
 */
function noteWaiting(
  waiting: readonly ManifestRow[],
  attached: readonly ManifestRow[],
  clearedAt: Date | undefined,
): VerdictReason[] {
  return waiting.map((manifest) => {
    const [whose, received] = [nameBill(manifest), formatTime(manifest.createdAt)];
    const start =
      attached.length > 0
        ? english`Another manifest${whose}, received at ${received},`
        : english`A manifest${whose}, received at ${received},`;
    const same = attached.find((one) => isOneBill(one, manifest));
    const isCorrection = same !== undefined && manifest.createdAt > same.createdAt && !isEqual(manifest, same);
    const isOpen = isCorrection && (clearedAt === undefined || manifest.createdAt >= clearedAt);
    const message = english`${start} ${explainWaiting(manifest, { same, attached, isCorrection })}`;
    return { rule: "manifest-waits", verdict: isOpen ? "attention" : "clear", ...messageOf(message) };
  });
}

type Beside = { same: ManifestRow | undefined; attached: readonly ManifestRow[]; isCorrection: boolean };

function explainWaiting(manifest: ManifestRow, { same, attached, isCorrection }: Beside): Translatable {
  if (isCorrection)
    return english`waits and was not compared: it may correct the attached one. Compare the two, and attach the right one.`;
  if (same)
    return isEqual(manifest, same)
      ? english`waits: it repeats the attached one.`
      : english`waits: the attached one is newer.`;
  const isOther = attached.length > 0 && !attached.every((one) => isOneVoyage(one, manifest));
  return isOther
    ? english`is of another voyage${nameVoyage(manifest)}: it waits, and was not compared.`
    : english`waits, and was not compared.`;
}

function isOneBill(one: ManifestRow, other: ManifestRow): boolean {
  const [bill, otherBill] = [one, other].map(({ billOfLading }) => compactBill(billOfLading));
  return !isNotStated(one.billOfLading ?? "") && bill !== "" && bill === otherBill;
}

/** Both come from the database, which orders the keys of objects. */
const isEqual = (one: ManifestRow, other: ManifestRow) =>
  CONTENT.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));

function nameVoyage({ vessel }: ManifestRow): string {
  const voyage = isObject(vessel) ? vessel["voyageNumber"] : undefined;
  return typeof voyage === "string" && !isNotStated(voyage) ? ` (${shortenBill(voyage)})` : "";
}
