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
import { enterContainer, type EnteredContainer, type EnterRequest } from "./edge-container-store.ts";
import type { SentPassage } from "./passage-of-record.ts";

/** A record that enters a container, with its passage and camera. */
export type PassageRequest = EnterRequest & { passage: SentPassage | null; cameraId: string | null };

/**
 * Finds or creates the container of a record, as `enterContainer` does. A record of a passage follows it: to the
 * container that a person named, or to the one that its number was corrected to. Under any other number than the
 * device first named, it is recorded as sent, and a person must look at the passage.
 */
export async function enterPassage(tx: DatabaseOrTransaction, request: PassageRequest): Promise<EnteredContainer> {
  const { passage, number } = request;
  if (!passage) return enterContainer(tx, request);
  await lockPassage(tx, passage);
  const positions = await findPositions(tx, passage);
  const known = positions.find(({ position }) => position === (passage.position ?? ""));
  const isFollowed = known !== undefined && known.holderId !== null && isNamed(known, number.key);
  const entered = await enterContainer(tx, {
    ...request,
    passageHolder: isFollowed ? holderOf(tx, known) : undefined,
  });
  request.atEnd(() =>
    keepPosition(tx, request, passage, { known, isFollowed, containerId: entered.held.container.id }),
  );
  return entered;
}

/** True where the container of a position is that of a number which its device sends now. */
const isNamed = ({ assignedById, numberKey }: PassagePosition, key: string) =>
  assignedById !== null || numberKey === key;

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
