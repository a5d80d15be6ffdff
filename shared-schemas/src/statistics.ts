import { z } from "zod";
import { containerStatus } from "./containers.ts";
import { escalationDecision, escalationSource } from "./escalations.ts";
import { matchLane } from "./manifest-match.ts";
import { datetime, orNull, text, timestamp } from "./primitives.ts";
import { scanType } from "./scans.ts";

/** Kinds of events that are counted. */
export const statisticKind = z.enum(["arrival", "passage", "verdict", "scan", "class", "escalation", "decision"]);
export type StatisticKind = z.infer<typeof statisticKind>;

/** The longest range of each width of buckets, in days. */
export const LONGEST_STATISTICS_DAYS = { hour: 31, day: 400 } as const;

const isTimeZone = (name: string) => {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** The one who named the containers of a vehicle in a gate lane; `unidentified` while one of them has no name. */
export const passageNaming = z.enum(["device", "person", "unidentified"]);

/** A name of the IANA database such as `Europe/Berlin`. */
export const timeZone = z
  .string()
  .max(50)
  .regex(/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/, { message: "must be a time zone such as Europe/Berlin" })
  .refine(isTimeZone, { message: "must be a time zone such as Europe/Berlin" });

export const statisticsQuery = z.object({
  from: timestamp.describe("counts begin with the quarter of an hour of this time"),
  to: timestamp
    .optional()
    .describe("counts end with the last quarter of an hour that begins before this time; now by default"),
  bucket: z.enum(["hour", "day"]).optional().describe("`hour` by default, for up to 31 days; `day` for up to 400"),
  timeZone: timeZone.optional().describe("where days and hours begin, as `Europe/Berlin`; `UTC` by default"),
  groupBy: z.enum(["site", "lane"]).optional().describe("one item for each site or lane and bucket, not one a bucket"),
  siteId: text(100).optional(),
  laneId: text(100).optional(),
});

const counts = <Keys extends z.ZodEnum>(keys: Keys) => z.partialRecord(keys, z.int());

/** Counts of a period and a place; names that did not occur are left out. */
export const statisticsCounts = z
  .object({
    arrivals: z.int().describe("visits that began"),
    statuses: counts(containerStatus).describe("these visits by the status that they have now"),
    passages: counts(passageNaming).describe(
      "vehicles that began to pass a gate lane, by who named their containers; of devices that follow vehicles",
    ),
    verdicts: counts(matchLane).describe(
      "these visits by what the match gave when their newest category scan was recorded",
    ),
    scans: counts(scanType).describe("finished scans by type, when they were taken"),
    classes: z.record(z.string(), z.int()).describe("in how many scans each class was found, as reviewers left it"),
    escalations: counts(escalationSource).describe("escalations that were raised, by source"),
    decisions: counts(escalationDecision).describe("escalations that were decided"),
    medianDecisionSeconds: orNull(z.number()).describe(
      "from raising to decision, of these decisions; null without one",
    ),
  })
  .meta({ id: "StatisticsCounts" });
export type StatisticsCounts = z.infer<typeof statisticsCounts>;

export const statistics = z
  .object({
    from: datetime,
    to: datetime,
    upToDate: z.boolean().describe("false while changes of the last minute, or of a recount, are not counted yet"),
    total: statisticsCounts,
    items: z.array(
      statisticsCounts.extend({
        at: datetime.describe("when the bucket begins"),
        siteId: orNull(z.string()).describe("null without groupBy, and for cameras that have no site"),
        laneId: orNull(z.string()).describe("null unless grouped by lane, and for cameras without one"),
      }),
    ),
  })
  .meta({ id: "Statistics" });
export type Statistics = z.infer<typeof statistics>;
