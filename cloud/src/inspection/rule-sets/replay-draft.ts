import type { ReplayChange, ReplayResult } from "@container-inspection/shared-schemas/replays";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { RuleSetRow } from "../judging/rule-set-store.ts";
import type { RuleVersions } from "../judging/rules-in-force-store.ts";
import type { Needs } from "../parts.ts";
import { createReplayer } from "./judge-again.ts";
import { presentReplayChange } from "./present-replay.ts";
import { addVisit, changeOf, concludeReplay, emptyTally, isChange } from "./replay-rules.ts";
import { countReplayableVisits, findNewestVisits } from "./replay-store.ts";

/** The most visits of a draft's replay, and its longest time: the caller waits for it. */
const MAX_VISITS = 500;
const MAX_MS = 8_000;
/** The most visits that its reply lists. */
const MAX_CHANGES = 100;

/** Rules and a map that are in no table. */
export type Draft = Pick<RuleSetRow, "siteId" | "rules" | "map">;
type DraftReplay = { judged: number; of: number; result: ReplayResult; changes: ReplayChange[] };

/** Judges the newest visits since a time by the rules in force and by a draft, and keeps nothing. */
export async function replayDraft(
  { db, matchRules, nowMs }: { db: DatabaseOrTransaction } & Needs<"matchRules" | "nowMs">,
  { draft, inForce, since }: { draft: Draft; inForce: RuleVersions; since: Date },
): Promise<DraftReplay> {
  const { siteId } = draft;
  const replay = { baseVersion: inForce.ruleSetVersion, mapVersion: inForce.mapVersion };
  const judgeAgain = createReplayer({ db, matchRules }, { replay, candidate: { ...draft, version: 0 } });
  const [of, visits] = [
    await countReplayableVisits(db, { since, siteId }),
    await findNewestVisits(db, { since, siteId, limit: MAX_VISITS }),
  ];
  const endsAt = nowMs() + MAX_MS;
  let [judged, tally] = [0, emptyTally];
  const changes: ReplayChange[] = [];
  for (const visit of visits) {
    if (nowMs() > endsAt) break;
    judged += 1;
    const replayed = await judgeAgain(visit);
    if (!replayed) continue;
    tally = addVisit(tally, replayed);
    const change = changeOf(replayed);
    if (isChange(change) && changes.length < MAX_CHANGES)
      changes.push(presentReplayChange({ change, visit, containerNumber: visit.containerNumber }));
  }
  return { judged, of, result: concludeReplay(tally), changes };
}
