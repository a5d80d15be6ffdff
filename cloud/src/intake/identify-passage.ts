import { isPlaceholderNumber } from "@container-inspection/shared-schemas/passages";
import {
  HeldContainerError,
  lockMove,
  ManifestConflictError,
  movePassage,
} from "../inspection/passages/move-passage.ts";
import {
  findPositions,
  lockPassage,
  type PassagePosition,
  updatePosition,
} from "../inspection/passages/passage-store.ts";
import { keepLane } from "../inspection/judging/keep-lane.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { sendTogether } from "../platform/db/send-together.ts";
import { findEdgeUserId } from "./edge-account-store.ts";
import type { EnteredContainer } from "./edge-container-store.ts";
import { enterPassage, type PassageRequest } from "./enter-passage.ts";
import type { Needs } from "./parts.ts";
import type { SentPassage } from "./passage-of-record.ts";

/**
 * Finds or creates the container of a number that a device has found out. What was recorded of its passage under a
 * placeholder moves there first. Where it may not move, it stays, and a person must look at the passage.
 */
export async function identifyPassage(
  tx: DatabaseOrTransaction,
  parts: Needs<"jobs" | "matchRules">,
  request: PassageRequest,
): Promise<EnteredContainer> {
  const { passage, number } = request;
  if (passage && !isPlaceholderNumber(number.key)) {
    const [, positions] = await sendTogether([lockPassage(tx, passage), findPositions(tx, passage)]);
    const named = positions.filter(({ position }) => passage.position === null || position === passage.position);
    if (named.length > 0 && named.every(isUnread)) await namePositions(tx, parts, request, { passage, named });
  }
  const entered = await enterPassage(tx, request);
  await keepLane(tx, { ...parts, nowMs: request.nowMs }, entered.container);
  return entered;
}

/** True while neither a person nor the device has named the container of a position. */
const isUnread = ({ assignedById, numberKey, holderId }: PassagePosition) =>
  assignedById === null && isPlaceholderNumber(numberKey) && holderId !== null;

async function namePositions(
  tx: DatabaseOrTransaction,
  parts: Needs<"jobs" | "matchRules">,
  request: PassageRequest,
  { passage, named }: { passage: SentPassage; named: readonly PassagePosition[] },
): Promise<void> {
  const { number } = request;
  const isWhole = passage.position === null;
  const isMoved = ({ numberKey }: { numberKey: string }) => isPlaceholderNumber(numberKey);
  const asked = { passage, positions: named, isWhole, isMoved };
  const userId = await findEdgeUserId(tx, request);
  try {
    // What a refused move has done so far is undone alone.
    await tx.transaction(async (moving) => {
      const move = await lockMove(moving, asked, number);
      const { container } = await movePassage(moving, { ...parts, ...request, userId }, move);
      const change = { containerId: container.id, numberKey: number.key, isUnidentified: move.hasOthers };
      for (const { id } of named) await updatePosition(moving, id, change);
    });
  } catch (error) {
    if (!(error instanceof ManifestConflictError || error instanceof HeldContainerError)) throw error;
  }
}
