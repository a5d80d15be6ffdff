import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { isPlaceholderNumber } from "@container-inspection/shared-schemas/passages";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { makeContainer } from "../containers/make-container.ts";
import { renumber } from "../containers/renumber.ts";
import { findStandingHolds } from "../escalations/escalation-store.ts";
import { mergeRecords, type MergeParts } from "../merging/merge-records.ts";
import { lockForMove } from "../merging/merge-store.ts";
import { isHeld } from "../record/container-rules.ts";
import { type OwnedContainer, readBackContainer, updateContainer } from "../record/container-store.ts";
import { judgeMoved } from "./judge-moved.ts";
import { movePart } from "./move-part.ts";
import {
  findRecords,
  hasOtherPassages,
  hasOtherRecords,
  type PassageName,
  type PassagePosition,
  type PassageRecord,
} from "./passage-store.ts";
import { removeIfEmpty } from "./remove-if-empty.ts";

/** The records that move: those of a whole passage or of some positions, in containers that `isMoved` accepts. */
export type AskedMove = {
  passage: PassageName;
  positions: readonly PassagePosition[];
  /** False where only some positions move. */
  isWhole: boolean;
  isMoved: (container: OwnedContainer["container"]) => boolean;
};

/** A move whose containers are locked. */
export type LockedMove = AskedMove & {
  number: ContainerNumber;
  records: PassageRecord[];
  /** The containers that the passage is of, but the target. */
  sources: OwnedContainer[];
  /** True where records of these positions stay in yet another container. */
  hasOthers: boolean;
  /** The container of the number; undefined for one that does not exist. */
  target: OwnedContainer | undefined;
  /** The container that had the number before, a placeholder of this passage, and must give it back. */
  formerId: string | undefined;
};

/** Rolls the move back: both containers have manifests on one visit. */
export class ManifestConflictError extends Error {}

/** Rolls the move back: records leave no container that is held by a decision or by law. */
export class HeldContainerError extends Error {
  readonly containerNumber: string;
  constructor({ containerNumber }: { containerNumber: string }) {
    super(`the container ${containerNumber} is held`);
    this.containerNumber = containerNumber;
  }
}

/** Locks what a move changes; `lockPassage` is held. */
export async function lockMove(
  tx: DatabaseOrTransaction,
  asked: AskedMove,
  number: ContainerNumber,
): Promise<LockedMove> {
  const places = new Set(asked.positions.map(({ position }) => position));
  const all = (await findRecords(tx, asked.passage)).filter(({ position }) => places.has(position));
  const holders = asked.positions.flatMap(({ holderId }) => holderId ?? []);
  const ids = [...new Set([...all.map(({ containerId }) => containerId), ...holders])];
  const { sources, target: found } = await lockForMove(tx, ids, number.key);
  const isFormer = found && found.container.numberKey !== number.key && ids.includes(found.container.id);
  const formerId = isFormer && isPlaceholderNumber(number.key) ? found.container.id : undefined;
  const target = formerId === undefined ? found : undefined;
  const left = sources.filter(({ container }) => container.id !== target?.container.id && asked.isMoved(container));
  const leftIds = new Set(left.map(({ container }) => container.id));
  const records = all.filter(({ containerId }) => leftIds.has(containerId));
  const isElsewhere = ({ containerId }: PassageRecord) =>
    !leftIds.has(containerId) && containerId !== target?.container.id;
  return { ...asked, number, records, hasOthers: all.some(isElsewhere), sources: left, target, formerId };
}

/**
 * Moves the records of a passage to the container of a number, which is created where it does not exist. A container
 * that stands for the passage alone becomes that one, or is merged into it with everything that belongs to it; from
 * any other one, the scans and photos of the passage move, with their verdicts and the escalations that rest on them.
 * Both visits are judged again. Throws a ManifestConflictError or a HeldContainerError.
 */
export async function movePassage(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  move: LockedMove,
): Promise<OwnedContainer> {
  let target = move.target ?? (await giveBack(tx, parts, move));
  for (const source of move.sources.filter(({ container }) => container.id !== target?.container.id)) {
    const isAlone = move.isWhole && isPlaceholderNumber(source.container.numberKey);
    if (isAlone && !(await hasOtherPassages(tx, source.container.id, move.passage)))
      target = await unite(tx, parts, await readBackContainer(tx, source.container.id), { ...move, target });
    else {
      const holds = await findStandingHolds(tx, source.container.id);
      if (isHeld(source.container, holds)) throw new HeldContainerError(source.container);
      target ??= await makeTarget(tx, parts, source, move);
      const records = move.records.filter(({ containerId }) => containerId === source.container.id);
      await movePart(tx, parts, { records, fromId: source.container.id, intoId: target.container.id });
      await removeIfEmpty(tx, parts, source.container.id);
    }
  }
  const [first] = move.sources;
  if (!target && !first) throw new Error(`the passage ${move.passage.passageId} has no container to move from`);
  target ??= first && (await makeTarget(tx, parts, first, move));
  if (!target) throw new Error("a passage was moved to no container");
  await judgeMoved(tx, parts, { containerId: target.container.id, records: move.records });
  return readBackContainer(tx, target.container.id);
}

/**
 * Takes its placeholder back from the container that has had another number since. Where nothing else is of that
 * container, it is the one of the placeholder again, as if it had never had the other number; else undefined, and the
 * placeholder is free.
 */
async function giveBack(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { formerId, isWhole, passage, number }: LockedMove,
): Promise<OwnedContainer | undefined> {
  if (formerId === undefined) return undefined;
  const former = await readBackContainer(tx, formerId);
  const { manifestId, numberKey, formerNumberKeys } = former.container;
  const isAlone = isWhole && manifestId === null && !(await hasOtherRecords(tx, formerId, passage));
  const returned = isAlone ? await renumber(tx, former, number, parts) : undefined;
  const lost = returned ? numberKey : number.key;
  const kept = (returned?.container.formerNumberKeys ?? formerNumberKeys).filter((key) => key !== lost);
  await updateContainer(tx, formerId, { formerNumberKeys: kept }, parts.nowMs);
  return returned;
}

/** Makes a container that stands for the passage alone the one of the number. */
async function unite(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  source: OwnedContainer,
  { target, number }: Pick<LockedMove, "target" | "number">,
): Promise<OwnedContainer> {
  if (!target) return renumber(tx, source, number, parts);
  const into = await readBackContainer(tx, target.container.id);
  const outcome = await mergeRecords(tx, parts, { merged: source, target: into });
  if (outcome.kind === "manifest-conflict") throw new ManifestConflictError();
  return outcome.target;
}

async function makeTarget(
  tx: DatabaseOrTransaction,
  { audit, matchRules, newId, nowMs }: MergeParts,
  { owner }: OwnedContainer,
  { number, records, positions }: LockedMove,
): Promise<OwnedContainer> {
  const recordedAt = records[0]?.at ?? positions[0]?.firstAt;
  const made = await makeContainer(tx, { number, ownerId: owner.id, recordedAt, audit, matchRules, newId, nowMs });
  if (!made) throw new Error(`the locked number ${number.text} was taken`);
  return made;
}
