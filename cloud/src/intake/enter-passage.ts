import { isPlaceholderNumber } from "@container-inspection/shared-schemas/passages";
import {
  findPositions,
  holderOf,
  insertPosition,
  lockPassage,
  type PassagePosition,
  updatePosition,
} from "../inspection/passages/passage-store.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { sendTogether } from "../platform/db/send-together.ts";
import { enterContainer, type EnteredContainer, type EnterRequest } from "./edge-container-store.ts";
import type { SentPassage } from "./passage-of-record.ts";

/** A record that enters a container, with its passage and camera. */
export type PassageRequest = EnterRequest & { passage: SentPassage | null; cameraId: string | null };

/**
 * Finds or creates the container of a record, as `enterContainer` does. A record of a passage follows it: to the
 * container that a person named, or to the one that its number was corrected to. Under any other number than the
 * device first named, it is recorded as sent, and a person must look at the passage. A placeholder at a position that
 * no record had before follows the other positions, where all are of one container.
 */
export async function enterPassage(tx: DatabaseOrTransaction, request: PassageRequest): Promise<EnteredContainer> {
  const { passage, number } = request;
  if (!passage) return enterContainer(tx, request);
  const [, positions] = await sendTogether([lockPassage(tx, passage), findPositions(tx, passage)]);
  const known = positions.find(({ position }) => position === (passage.position ?? ""));
  const isFollowed = known !== undefined && known.holderId !== null && isNamed(known, number.key);
  const followed = isFollowed ? known : known ? undefined : findSibling(positions, number.key);
  const entered = await enterContainer(tx, {
    ...request,
    passageHolder: followed && holderOf(tx, followed),
    mergeTarget: isPlaceholderNumber(number.key) ? (known ? holderOf(tx, known) : null) : undefined,
  });
  const containerId = entered.held.container.id;
  const isElsewhere = isFollowed && known.holderId !== containerId;
  // The container of the position was merged or deleted while this record waited for it.
  const now = isElsewhere ? (await findPositions(tx, passage)).find(({ id }) => id === known.id) : known;
  request.atEnd(() => keepPosition(tx, request, passage, { known: now, isFollowed, containerId }));
  return entered;
}

/** True where the container of a position is that of a number which its device sends now. */
const isNamed = ({ assignedById, numberKey }: PassagePosition, key: string) =>
  assignedById !== null || numberKey === key;

/**
 * A position whose container a placeholder at a new position is of: all others are of that one, and each was named by a
 * person or has this placeholder itself. What the device read at another position may be another container.
 */
function findSibling(positions: readonly PassagePosition[], key: string): PassagePosition | undefined {
  const [first] = positions;
  if (!first || first.holderId === null || !isPlaceholderNumber(key)) return undefined;
  return positions.every((one) => one.holderId === first.holderId && isNamed(one, key)) ? first : undefined;
}

type Filed = { known: PassagePosition | undefined; isFollowed: boolean; containerId: string };

async function keepPosition(
  tx: DatabaseOrTransaction,
  { number, at, cameraId, newId }: PassageRequest,
  { deviceId, passageId, position }: SentPassage,
  { known, isFollowed, containerId }: Filed,
): Promise<void> {
  const numberKey = number.key;
  const isUnidentified = isPlaceholderNumber(numberKey);
  const named = { containerId, numberKey, isUnidentified, assignedById: null, assignedAt: null };
  if (!known) {
    const name = { deviceId, passageId, position: position ?? "" };
    await insertPosition(tx, { id: newId(), ...name, ...named, cameraId, firstAt: at, lastAt: at });
    return;
  }
  const span = {
    firstAt: known.firstAt < at ? known.firstAt : at,
    lastAt: known.lastAt > at ? known.lastAt : at,
    cameraId: known.cameraId ?? cameraId,
  };
  // The container that it was of is deleted: the record names it as if it were the first one.
  if (known.holderId === null) await updatePosition(tx, known.id, { ...span, ...named });
  else await updatePosition(tx, known.id, { ...span, isUnidentified: known.isUnidentified || !isFollowed });
}
