import { objectId } from "@container-inspection/shared-schemas/object-id";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Needs } from "../parts.ts";
import { createReplayer } from "./judge-again.ts";
import { addVisit, changeOf, concludeReplay, isChange } from "./replay-rules.ts";
import {
  failReplay,
  findAbandonedReplays,
  findReplayableVisits,
  findReplayById,
  finishReplay,
  lockReplay,
  type ReplayRow,
  saveBatch,
} from "./replay-store.ts";
import { readRuleSet, type RuleSetRow } from "../judging/rule-set-store.ts";

/** Number of visits that are in memory and in one transaction at once. */
const BATCH_SIZE = 20;
/** A job runs for this long and leaves the rest to the next one, so that a killed process delays it little. */
const TURN_MS = 20_000;

/** Replays a candidate over stored visits, batch by batch; each one is kept with where it ended. */
export const replayKind: JobKind<{ replayId: string }> = {
  name: "replay-rule-set",
  data: z.object({ replayId: objectId }),
  subjectPath: "$.replayId",
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 60,
  timeoutSeconds: 120,
  atOnce: 1,
};

type ReplayParts = Needs<"db" | "jobs" | "matchRules" | "logger" | "nowMs">;

export const replayVisits = defineWorker(
  replayKind,
  (parts: ReplayParts) =>
    async ({ replayId }, { isLast, signal }) => {
      try {
        await takeTurn(parts, replayId, signal);
      } catch (error) {
        if (!isLast) throw error;
        parts.logger.error({ err: error, replayId }, "a replay of a rule set has failed permanently");
        await failReplay(parts.db, replayId, `It failed: ${String(error)}. Start it again.`, parts.nowMs());
      }
    },
  {
    find: findAbandonedReplays,
    lock: lockReplay,
    fail: (tx, { nowMs }, { id, reason }) => failReplay(tx, id, `${reason}. Start it again.`, nowMs()),
  },
);

/** Judges batches until the replay is finished or its turn is over. */
async function takeTurn(parts: ReplayParts, replayId: string, signal: AbortSignal): Promise<void> {
  const { db, jobs, nowMs } = parts;
  const endsAt = nowMs() + TURN_MS;
  for (let found = await findReplayById(db, replayId); found; found = await findReplayById(db, replayId)) {
    if (found.row.state !== "running") return;
    const candidate = (await readRuleSet(db, found.row.ruleSetVersion)).row;
    if (!(await judgeBatch(parts, found.row, candidate))) return;
    if (nowMs() < endsAt && !signal.aborted) continue;
    await jobs.enqueue(db, replayKind, { replayId });
    return;
  }
}

/** Judges the next visits; false when there are none left, or when another process went on with the replay. */
async function judgeBatch(
  { db, matchRules, nowMs }: ReplayParts,
  replay: ReplayRow,
  candidate: RuleSetRow,
): Promise<boolean> {
  const { id, since, cursor } = replay;
  const next = await findReplayableVisits(db, { since, siteId: candidate.siteId, cursor, limit: BATCH_SIZE });
  const last = next.at(-1);
  if (!last) {
    await finishReplay(db, id, concludeReplay(replay.tally), nowMs());
    return false;
  }
  const judgeAgain = createReplayer({ db, matchRules }, { replay, candidate });
  let { tally } = replay;
  const changes: (ReturnType<typeof changeOf> & { replayId: string })[] = [];
  for (const visit of next) {
    const judged = await judgeAgain(visit);
    if (!judged) continue;
    tally = addVisit(tally, judged);
    changes.push({ ...changeOf(judged), replayId: id });
  }
  const batch = {
    cursor: last.id,
    visits: next.length,
    tally,
    changes: changes.filter(isChange),
  };
  return db.transaction((tx: DatabaseOrTransaction) => saveBatch(tx, replay, batch));
}
