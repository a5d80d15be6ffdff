import { z } from "zod";

const number = z.object({ containerNumber: z.string().min(1), position: z.string().optional() });

/** Times are those of the lane, see `createLaneTime`: milliseconds since the Unix epoch. */
const span = {
  id: z.string().min(1),
  fromMs: z.number(),
  /** The last time at which it was in view. */
  toMs: z.number(),
  /** False while it is in view. */
  isOver: z.boolean(),
};

const result = z.discriminatedUnion("state", [
  z.object({ state: z.literal("pending") }),
  z.object({ state: z.literal("read"), numbers: z.array(number) }),
  z.object({ state: z.literal("unread"), reason: z.string() }),
]);

/**
 * Evidence of a vehicle in a lane.
 * - `load`: something in front of a station's camera; one that `isVisit` is followed until it leaves, any other one is
 *   a single picture
 * - `reading`: characters of a container number in view of the lane's number cameras; from `noticedMs` on there were
 *   some that may be of it, where that is before `fromMs`
 * - `announcement`: numbers that a gate system or an operator reports
 */
export const evidence = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("load"),
    ...span,
    /** Time of the first picture without it, which comes late where the camera gives none for some time. */
    untilMs: z.number().optional(),
    station: z.string(),
    isVisit: z.boolean(),
  }),
  z.object({ kind: z.literal("reading"), ...span, noticedMs: z.number().optional(), result }),
  z.object({ kind: z.literal("announcement"), ...span, numbers: z.array(number) }),
]);

export type PlacedNumber = z.infer<typeof number>;
export type Evidence = z.infer<typeof evidence>;
export type Load = Evidence & { kind: "load" };
export type Reading = Evidence & { kind: "reading" };
export type Announcement = Evidence & { kind: "announcement" };
