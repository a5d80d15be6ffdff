import { type Box, intersectionOverUnion } from "../box.ts";

/** One object in one frame, as its track shows it. Boxes are in any one unit. */
export type SeenObject = { trackingId: number; className: string; confidence: number; box: Box };

/** One object in front of the camera, whichever track ids it had. */
export type Member = {
  /** Its own number, from 1. */
  key: number;
  className: string;
  box: Box;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Where it was lately, oldest first. */
  path: { atMs: number; box: Box }[];
};

/** Weighed by area: the mean speed per second, and the part, 0..1, that is faster than the limit. */
export type Motion = { meanSpeed: number; movingPart: number };

/** Areas by key, in the square of the boxes' unit. */
export type Areas = ReadonlyMap<number, number>;

export type RosterSettings = {
  /** Seen for less than this, an object is not counted. */
  minimumPresenceMs: number;
  /** Unseen for up to this, an object still stands there. */
  flickerMs: number;
};

/** Motion is measured over this long, so that boxes that tremble count as still. */
const SPEED_WINDOW_MS = 500;
/** A track that ends and begins again in the same place within this time is the same object. */
const FORGET_MS = 60_000;
const SAME_PLACE_IOU = 0.5;
/** An object lost a moment ago may have moved on. */
const JUST_LOST_IOU = 0.1;

/**
 * Keeps who is in front of a camera steady over flickering tracks: an object that is lost and found under another track
 * id, with the same class in the same place, keeps its key. Times are one clock's milliseconds, never running back.
 */
export function createRoster({ minimumPresenceMs, flickerMs }: RosterSettings) {
  let members: Member[] = [];
  let lastKey = 0;
  const keys = new Map<number, number>();

  const memberOf = (object: SeenObject, taken: ReadonlySet<number>, atMs: number): Member | undefined => {
    const key = keys.get(object.trackingId);
    if (key !== undefined && !taken.has(key)) return members.find((member) => member.key === key);
    const overlaps = members
      .filter((member) => !taken.has(member.key) && member.className === object.className)
      .map((member) => ({ member, iou: intersectionOverUnion(member.box, object.box) }))
      .filter(({ member, iou }) => iou >= (atMs - member.lastSeenMs <= flickerMs ? JUST_LOST_IOU : SAME_PLACE_IOU));
    return overlaps.toSorted((a, b) => b.iou - a.iou)[0]?.member;
  };

  return {
    /** Takes in the objects of one frame; returns their areas by key. */
    see(objects: readonly SeenObject[], atMs: number): Areas {
      members = members.filter(({ lastSeenMs }) => atMs - lastSeenMs <= FORGET_MS);
      for (const [id, key] of keys) if (!members.some((member) => member.key === key)) keys.delete(id);
      // Objects whose track is known come first: a new track must not take their place.
      const known = objects.filter(({ trackingId }) => keys.has(trackingId));
      const fresh = objects.filter(({ trackingId }) => !keys.has(trackingId));
      const taken = new Set<number>();
      for (const object of [...known, ...fresh]) {
        const { trackingId, className, box } = object;
        let member = memberOf(object, taken, atMs);
        if (!member) {
          lastKey += 1;
          member = { key: lastKey, className, box, firstSeenMs: atMs, lastSeenMs: atMs, path: [] };
          members.push(member);
        }
        member.className = className;
        member.box = box;
        member.lastSeenMs = atMs;
        member.path = [...member.path.filter((step) => atMs - step.atMs <= SPEED_WINDOW_MS), { atMs, box }];
        keys.set(trackingId, member.key);
        taken.add(member.key);
      }
      return areasOf(members.filter(({ key }) => taken.has(key)));
    },

    /** The objects that count: present for long enough, and not missing for longer than a flicker. */
    standing: (atMs: number): Member[] =>
      members.filter(
        ({ firstSeenMs, lastSeenMs }) =>
          lastSeenMs - firstSeenMs >= minimumPresenceMs && atMs - lastSeenMs <= flickerMs,
      ),

    /** How the objects of the frame last taken in move; undefined when all are new there. */
    motion(atMs: number, maxSpeed: number): Motion | undefined {
      let [all, moving, sum] = [0, 0, 0];
      for (const member of members) {
        const speed = member.lastSeenMs === atMs ? speedPerSecond(member) : undefined;
        if (speed === undefined) continue;
        const area = areaOf(member.box);
        all += area;
        sum += area * speed;
        if (speed > maxSpeed) moving += area;
      }
      return all === 0 ? undefined : { meanSpeed: sum / all, movingPart: moving / all };
    },

    /** Forgets everyone but these. */
    keep(kept: ReadonlyMap<number, unknown>): void {
      members = members.filter(({ key }) => kept.has(key));
    },
  };
}
export type Roster = ReturnType<typeof createRoster>;

export function areasOf(members: readonly Member[]): Areas {
  return new Map(members.map(({ key, box }) => [key, areaOf(box)]));
}

const areaOf = ({ x1, y1, x2, y2 }: Box) => (x2 - x1) * (y2 - y1);

/** How much of the area of these objects belongs to objects that are also among the others, 0..1; 1 for none at all. */
export function sharedAreaPart(these: Areas, others: Areas): number {
  let [all, shared] = [0, 0];
  for (const [key, area] of these) {
    all += area;
    if (others.has(key)) shared += area;
  }
  return all === 0 ? 1 : shared / all;
}

/** How fast the quicker corner of a member's box moves, per second, over the last half second; undefined at first. */
function speedPerSecond({ path }: Member): number | undefined {
  const [from, to] = [path[0], path.at(-1)];
  if (!from || !to || to.atMs <= from.atMs) return undefined;
  const topLeft = Math.hypot(to.box.x1 - from.box.x1, to.box.y1 - from.box.y1);
  const bottomRight = Math.hypot(to.box.x2 - from.box.x2, to.box.y2 - from.box.y2);
  return (Math.max(topLeft, bottomRight) * 1_000) / (to.atMs - from.atMs);
}
